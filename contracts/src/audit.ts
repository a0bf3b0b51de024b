import { z } from "zod";
import { id, instant } from "./fields.ts";

/** GET /api/audit-log, newest first, for the owner: who did what, when, from where. */
export const auditEntry = z
  .object({
    id,
    at: instant,
    /** "Anna Okafor", "A former member", or "Sheaf" when no signed-in user was involved. */
    who: z.string(),
    /** "customer.created", "job.retried" … */
    action: z.string(),
    /** One sentence: "Added the customer Oak & Sons". */
    what: z.string(),
    subjectId: id.nullable(),
    /** IP address; null for commands and tasks. */
    address: z.string().nullable(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;
