import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../db/columns.ts";

/** The outcome of the last run of each scheduled task, on any machine. */
export const scheduledRuns = pgTable("scheduled_runs", {
  task: text().primaryKey(),
  doneAt: instant("done_at"),
  failedAt: instant("failed_at"),
  /** Duration of the last run, completed or failed. */
  ms: integer().notNull(),
  /** Counts of the last completed run. */
  found: jsonb().$type<Record<string, number>>().notNull().default({}),
});
