import type { OperatorChecklist } from "@sheaf/contracts/checklists.ts";
import { adminQuery } from "./client.ts";

/** No event announces backups and changed settings, so the checklist is read again whenever it is opened. */
export const operatorChecklistQuery = adminQuery<OperatorChecklist>("/api/admin/checklist");
