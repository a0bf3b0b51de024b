import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";
import { ofPractice } from "../practices/table.ts";

/*
 * What the installation counts of itself, for whoever runs it: numbers by day, never a name. Triggers on the tables
 * that are counted write here, in the transaction of what they count (docs/decisions/022).
 */

/** "active-users": who signed in or uploaded on that day. The last two are stocks, which have no day (`stockDay`). */
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

/** A stock is one number, changed by whatever comes and goes. */
export const stockDay = "1970-01-01";

const counted = () => ({
  /** In Europe/London. */
  day: date({ mode: "string" }).notNull(),
  kind: text({ enum: countKinds }).notNull(),
  /** What practices and people did who have left since: it happened, but no row tells of it any more. */
  deleted: boolean().notNull().default(false),
  amount: bigint({ mode: "number" }).notNull(),
});

/** What has been counted, except for what `daily_changes` still holds. */
export const dailyCounts = pgTable("daily_counts", counted(), (table) => [
  primaryKey({ columns: [table.day, table.kind, table.deleted] }),
]);

/**
 * A row for each change, so that no two transactions wait for the same counter; a task folds them into `daily_counts`.
 */
export const dailyChanges = pgTable("daily_changes", counted());

/**
 * Jobs that have ended, by how and for whom, and files that an email has carried to somebody: whatever a practice sees
 * as a total.
 */
export const practiceKinds = ["completed", "failed", "sent-files"] as const;

/** In place of a customer: a job whose customer is deleted, and what is not counted by customer. */
export const noCustomer = "00000000-0000-0000-0000-000000000000";

const countedOfPractice = () => ({
  // No foreign key: the jobs of a practice that is erased are counted off after it; `forgetPractice` then takes the
  // rows away.
  practiceId: uuid().notNull(),
  kind: text({ enum: practiceKinds }).notNull(),
  customerId: uuid().notNull().default(noCustomer),
  /** The job's customer as the list's search looks at it; empty where nothing is looked for. */
  customerSearch: text().notNull().default(""),
  amount: bigint({ mode: "number" }).notNull(),
});

/** What has been counted, except for what `practice_changes` still holds (docs/decisions/013). */
export const practiceCounts = pgTable("practice_counts", countedOfPractice(), (table) => [
  primaryKey({ columns: [table.practiceId, table.kind, table.customerId, table.customerSearch] }),
]);

/** As `daily_changes`. */
export const practiceChanges = pgTable("practice_changes", countedOfPractice(), (table) => [
  index("practice_changes_practice").on(table.practiceId),
]);

/** The last day on which somebody signed in or uploaded. */
export const activeUsers = pgTable(
  "active_users",
  {
    practiceId: ofPractice(),
    userId: uuid().notNull(),
    day: date({ mode: "string" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.practiceId, table.userId] }), index("active_users_day").on(table.day)],
);

/** How each conversion ended, whosever it was; kept for a week. */
export const conversions = pgTable(
  "conversions",
  {
    at: instant("at").notNull().defaultNow(),
    /** Extension of the file's name, lower case. */
    format: text().notNull(),
    outcome: text({ enum: ["converted", "refused", "failed"] }).notNull(),
    /** Of a refusal. */
    reason: text(),
    ms: integer(),
  },
  (table) => [
    index("conversions_at").on(table.at),
    index("conversions_bad").on(table.at).where(sql`${table.outcome} <> 'converted'`),
  ],
);
