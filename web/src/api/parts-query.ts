import { infiniteQueryOptions } from "@tanstack/react-query";
import type { api } from "./client.ts";

/**
 * Reads a list part by part, newest first.
 * @param get of the API or of the portal
 * @param limit entries of a part; a shorter part is the last
 */
export const partsQuery = <Entry extends { id: string }>(get: typeof api.get, path: string, limit: number) =>
  infiniteQueryOptions({
    queryKey: [path],
    queryFn: ({ pageParam, signal }) =>
      get<Entry[]>(`${path}?limit=${limit}${pageParam && `&cursor=${pageParam}`}`, signal),
    initialPageParam: "",
    getNextPageParam: (part) => (part.length < limit ? undefined : part.at(-1)?.id),
  });
