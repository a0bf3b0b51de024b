import type { AuditEntry } from "@sheaf/contracts/audit.ts";
import { listPage } from "@sheaf/contracts/limits.ts";
import { api } from "./client.ts";
import { partsQuery } from "./parts-query.ts";

/** Who did what. It changes with every act, so it is read anew whenever it is opened. */
export const auditLogQuery = {
  ...partsQuery<AuditEntry>(api.get, "/api/audit-log", listPage.logEntries),
  staleTime: 0,
};
