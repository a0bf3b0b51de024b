import type { AuditEntry } from "@sheaf/contracts/audit.ts";
import { listPage } from "@sheaf/contracts/limits.ts";
import { api } from "./client.ts";
import { partsQuery } from "./parts-query.ts";

/** The practice's audit log. Every action changes it, so it is read again whenever it is opened. */
export const auditLogQuery = {
  ...partsQuery<AuditEntry>(api.get, "/api/audit-log", listPage.logEntries),
  staleTime: 0,
};
