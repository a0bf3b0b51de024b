import type { SearchResult } from "@sheaf/contracts/search.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "./client.ts";

/**
 * Searches everything of the practice; the last result stays until the next one arrives. Results are not cached: they
 * become stale at once.
 */
export function useSearch(typed: string) {
  return useQuery({
    queryKey: ["/api/search", typed],
    queryFn: ({ signal }) => api.get<SearchResult>(`/api/search?q=${encodeURIComponent(typed)}`, signal),
    enabled: typed !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}
