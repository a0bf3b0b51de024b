import type { ListedPractice } from "@sheaf/contracts/admin/practices.ts";
import { listPage } from "@sheaf/contracts/limits.ts";
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { adminApi } from "./client.ts";

/**
 * Reads practices, newest first, page by page, each page with the number of all matches.
 * @param words searched for in the practice's name; empty: every practice
 */
export const practicesQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: ["/api/admin/practices", "list", words],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ q: words, limit: String(listPage.practices) });
      if (pageParam) query.set("cursor", pageParam);
      const { body, headers } = await adminApi.part<ListedPractice>(`/api/admin/practices?${query}`, signal);
      return { practices: body, total: Number(headers.get("x-total-count")) };
    },
    initialPageParam: "",
    getNextPageParam: ({ practices }) => (practices.length < listPage.practices ? undefined : practices.at(-1)?.id),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
