import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";
import { ofPractice } from "../practices/table.ts";

/*
 * Statistics of the installation for its operator: numbers by day, without names. Triggers on the counted tables write
 * here, in the transaction of the change (docs/decisions/022).
 */

/**
 * Kinds of count. "active-users" counts the users who signed in or uploaded on a day. The last two are stocks, which
 * have no day (`stockDay`).
 */
export const countKinds = [
  "sign-ups",
  "documents",
  "completed",
  "failed",
  "active-users",
  "customers",
  "stored-bytes",
] as const;
export type CountKind = (typeof countKinds)[number];

/** The day under which stocks are stored. A stock is a single number that each addition and removal changes. */
export const stockDay = "1970-01-01";

const counted = () => ({
  /** The day in the time zone Europe/London. */
  day: date({ mode: "string" }).notNull(),
  kind: text({ enum: countKinds }).notNull(),
  /** True for counts of practices and users deleted since, which can no longer be recounted from rows. */
  deleted: boolean().notNull().default(false),
  amount: bigint({ mode: "number" }).notNull(),
});

/** Counts by day, without the changes still in `daily_changes`. */
export const dailyCounts = pgTable("daily_counts", counted(), (table) => [
  primaryKey({ columns: [table.day, table.kind, table.deleted] }),
]);

/**
 * One row for each change, so that transactions do not wait for each other's lock on a counter. A task adds them to
 * `daily_counts`.
 */
export const dailyChanges = pgTable("daily_changes", counted());

/**
 * Kinds of count per practice: finished jobs by result and customer, and files sent by email. These are the totals that
 * a practice sees.
 */
export const practiceKinds = ["completed", "failed", "sent-files"] as const;

/** The customer id of jobs whose customer is deleted, and of counts that are not made by customer. */
export const noCustomer = "00000000-0000-0000-0000-000000000000";

const countedOfPractice = () => ({
  // No foreign key: the triggers subtract the jobs of an erased practice after the practice is gone; `forgetPractice`
  // then deletes the rows.
  practiceId: uuid().notNull(),
  kind: text({ enum: practiceKinds }).notNull(),
  customerId: uuid().notNull().default(noCustomer),
  /** The job's customer as the search text of the list of jobs; empty for counts that are not searched. */
  customerSearch: text().notNull().default(""),
  amount: bigint({ mode: "number" }).notNull(),
});

/** Counts by practice, without the changes still in `practice_changes` (docs/decisions/013). */
export const practiceCounts = pgTable("practice_counts", countedOfPractice(), (table) => [
  primaryKey({ columns: [table.practiceId, table.kind, table.customerId, table.customerSearch] }),
]);

/** Like `daily_changes`, for `practice_counts`. */
export const practiceChanges = pgTable("practice_changes", countedOfPractice(), (table) => [
  index("practice_changes_practice").on(table.practiceId),
]);

/** The last day on which each user signed in or uploaded. */
export const activeUsers = pgTable(
  "active_users",
  {
    practiceId: ofPractice(),
    userId: uuid().notNull(),
    day: date({ mode: "string" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.practiceId, table.userId] }), index("active_users_day").on(table.day)],
);

/** The result of each conversion, of all practices; kept for a week. */
export const conversions = pgTable(
  "conversions",
  {
    at: instant("at").notNull().defaultNow(),
    /** Extension of the file's name, in lower case. */
    format: text().notNull(),
    outcome: text({ enum: ["converted", "refused", "failed"] }).notNull(),
    /** Reason of a refusal. */
    reason: text(),
    ms: integer(),
  },
  (table) => [
    index("conversions_at").on(table.at),
    index("conversions_bad").on(table.at).where(sql`${table.outcome} <> 'converted'`),
  ],
);
