import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";
import { ofPractice } from "../practices/table.ts";

/**
 * The audit log, kept for a year. Contains ids and never content; names and addresses only of what an action removed.
 * Users who delete their account are not named: their personal data goes with it.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid().primaryKey(),
    practiceId: ofPractice(),
    userId: uuid(),
    /** "customer.created", "job.retried" … */
    action: text().notNull(),
    subjectId: uuid(),
    detail: jsonb().$type<Record<string, string | number | boolean>>(),
    /** IP address of the request; null for commands and tasks. */
    address: text(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    index("audit_log_practice").on(table.practiceId, table.at),
    index("audit_log_subject").on(table.practiceId, table.subjectId).concurrently(),
  ],
);
