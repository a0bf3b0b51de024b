import type { PageHit, PageSearchResult } from "@sheaf/contracts/page-search.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "./client.ts";

/** What is searched on pages, and where: all conditions must match. Days as 2026-11-20, both inclusive. */
export interface PageFilter {
  q?: string | undefined;
  customerId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** How often the search is repeated while files wait to be read: what is read appears without a reload. */
const unreadMs = 15_000;

/**
 * Searches the pages of files still kept, a part of the hits at a time; the last result stays until the next one
 * arrives. Nothing is read without words.
 */
export function usePageSearch({ q = "", customerId, from, to }: PageFilter) {
  const filter = { q, customerId, from, to };
  return useInfiniteQuery({
    queryKey: ["/api/search/pages", filter],
    queryFn: ({ pageParam, signal }): Promise<PageSearchResult> => {
      const given = Object.entries({ ...filter, cursor: pageParam }).filter(([, value]) => value);
      return api.get<PageSearchResult>(`/api/search/pages?${new URLSearchParams(given as [string, string][])}`, signal);
    },
    enabled: q !== "",
    initialPageParam: "" as string | null,
    getNextPageParam: ({ next }: PageSearchResult) => next,
    placeholderData: (before) => (q === "" ? undefined : before),
    staleTime: 0,
    // Later parts would be read again as well; whoever has scrolled down looks at hits, not at progress.
    refetchInterval: ({ state }) => {
      const [first, ...more] = state.data?.pages ?? [];
      return first && (first.unread > 0 || first.isCatchingUp) && more.length === 0 ? unreadMs : false;
    },
  });
}

/** Identifies a page among hits and in the address. */
export const hitKey = ({ fileId, page }: Pick<PageHit, "fileId" | "page">) => `${fileId}.${page}`;

/** The address of a page search, with one of its hits open. */
export function pageSearchPath(filter: PageFilter, hit?: Pick<PageHit, "fileId" | "page">): string {
  const query = new URLSearchParams({ show: "pages" });
  if (filter.q) query.set("q", filter.q);
  if (hit) query.set("hit", hitKey(hit));
  return `/audit-trail?${query}`;
}
