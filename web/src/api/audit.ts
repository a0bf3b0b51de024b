import type { AuditEntry } from "@sheaf/contracts/audit.ts";
import { listPage } from "@sheaf/contracts/limits.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

/** Who did what, newest first, page by page. It changes with every act, so it is read anew whenever it is opened. */
export const auditLogQuery = infiniteQueryOptions({
  queryKey: ["/api/audit-log"],
  queryFn: ({ pageParam, signal }) =>
    api.get<AuditEntry[]>(
      `/api/audit-log?limit=${listPage.logEntries}${pageParam ? `&cursor=${pageParam}` : ""}`,
      signal,
    ),
  initialPageParam: "",
  getNextPageParam: (page) => (page.length < listPage.logEntries ? undefined : page.at(-1)?.id),
  staleTime: 0,
});
