import type { SearchResult } from "@sheaf/contracts/search.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "./client.ts";

/**
 * What the practice has by these words; the last answer stays until the next one is there. Not kept: it is old at once.
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
