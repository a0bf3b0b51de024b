import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../db/columns.ts";

/** How each task that runs by the clock ended the last time, on whichever machine. */
export const scheduledRuns = pgTable("scheduled_runs", {
  task: text().primaryKey(),
  doneAt: instant("done_at"),
  failedAt: instant("failed_at"),
  /** Of the last run, done or failed. */
  ms: integer().notNull(),
  /** What the last run that was done counted. */
  found: jsonb().$type<Record<string, number>>().notNull().default({}),
});
