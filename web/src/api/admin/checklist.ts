import type { OperatorChecklist } from "@sheaf/contracts/checklists.ts";
import { adminQuery } from "./client.ts";

/** Backups and settings change without a word to this page, so it is read anew whenever it is opened. */
export const operatorChecklistQuery = adminQuery<OperatorChecklist>("/api/admin/checklist");
