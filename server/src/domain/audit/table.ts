import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";
import { ofPractice } from "../practices/table.ts";

/**
 * Who did what: kept a year. Holds ids, and never content; names and addresses only of what somebody took out of the
 * practice. Who deletes their account is not named: with it goes what is personal.
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
    /** Where the request came from; null for commands and tasks. */
    address: text(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [index("audit_log_practice").on(table.practiceId, table.at)],
);
