import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../db/columns.ts";
import { practices } from "../practices/table.ts";

export const plans = pgTable(
  "plans",
  {
    id: uuid().primaryKey(),
    slug: text().notNull(),
    name: text().notNull(),
    pricePence: integer().notNull(),
    documentsPerMonth: integer().notNull(),
    maxUsers: integer().notNull(),
    supportLevel: text().notNull(),
    isPopular: boolean().notNull().default(false),
    maxFileBytes: integer().notNull(),
    /** Order on the pricing page; hidden plans have none. */
    position: integer(),
  },
  (table) => [uniqueIndex("plans_slug").on(table.slug)],
);

/** Ledger: every payment is a row that is never changed. */
export const payments = pgTable(
  "payments",
  {
    practiceId: uuid()
      .notNull()
      .references(() => practices.id),
    id: uuid().notNull(),
    planId: uuid()
      .notNull()
      .references(() => plans.id),
    amountPence: integer().notNull(),
    currency: text().notNull().default("GBP"),
    method: text({ enum: ["manual"] }).notNull(),
    /** What the bank statement or the person who recorded it says. Unique, so that one transfer is recorded once. */
    reference: text().notNull(),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    uniqueIndex("payments_reference").on(table.method, table.reference),
  ],
);

/** 30 days that a payment bought, with the allowance of their own. Periods of a practice follow each other without overlap. */
export const periods = pgTable(
  "periods",
  {
    practiceId: uuid()
      .notNull()
      .references(() => practices.id),
    id: uuid().notNull(),
    planId: uuid()
      .notNull()
      .references(() => plans.id),
    paymentId: uuid().notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    documentsAllowed: integer().notNull(),
    /** Reserved by jobs; only ever changed by one guarded UPDATE. */
    documentsUsed: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    index("periods_practice_end").on(table.practiceId, table.endsAt),
  ],
);
