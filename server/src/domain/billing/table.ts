import { orderStates } from "@sheaf/contracts/orders.ts";
import { ledgerKinds, paymentMethods, purchases } from "@sheaf/contracts/payments.ts";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, fineInstant, instant } from "../../platform/db/columns.ts";
import { practices } from "../practices/table.ts";
import { periodMs } from "./periods/arithmetic.ts";

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

/** A column for the plan that a row is about. */
export const ofPlan = () =>
  uuid()
    .notNull()
    .references(() => plans.id);

/**
 * The ledger: what was paid, given back and credited, a row each. The database itself refuses to change a row, and to
 * delete one before the law allows it; the credit of a practice is the sum of its rows.
 */
export const payments = pgTable(
  "payments",
  {
    practiceId: uuid()
      .notNull()
      .references(() => practices.id),
    id: uuid().notNull(),
    kind: text({ enum: ledgerKinds }).notNull().default("payment"),
    /**
     * What a payment bought: 30 days more, or a dearer plan for the days that were paid already. Other kinds buy
     * nothing.
     */
    buys: text({ enum: purchases }).default("period"),
    planId: uuid().references(() => plans.id),
    /** Money: positive when it came in, negative when it went back. */
    amountPence: integer().notNull(),
    /** Credit: positive when it was given, negative when it was used. */
    creditPence: integer().notNull().default(0),
    currency: text().notNull().default("GBP"),
    method: text({ enum: paymentMethods }).notNull(),
    /**
     * What the bank statement or the payment provider says. Unique, so that one transfer or capture is entered once.
     */
    reference: text().notNull(),
    /** The payment that a refund, a credit or the use of one is about. */
    paymentId: uuid(),
    /** The order of the rows: each says what credit was left after it. */
    recordedAt: fineInstant("recorded_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    uniqueIndex("payments_reference").on(table.method, table.reference),
    check(
      "payments_signs",
      sql`case ${table.kind}
        when 'payment' then ${table.amountPence} >= 0 and ${table.creditPence} = 0 and ${table.buys} is not null and ${table.planId} is not null
        when 'credit' then ${table.amountPence} = 0 and ${table.creditPence} > 0 and ${table.buys} is null
        when 'credit-used' then ${table.amountPence} = 0 and ${table.creditPence} < 0 and ${table.buys} is null
        when 'refund' then ${table.amountPence} < 0 and ${table.creditPence} = 0 and ${table.buys} is null
        when 'adjustment' then (${table.amountPence} <> 0 or ${table.creditPence} <> 0 or ${table.planId} is not null) and ${table.buys} is null
        else false end`,
    ),
  ],
);

/**
 * 30 days that a payment bought, or at most as many that were granted, with an allowance of their own. Periods of a
 * practice follow each other without overlap; beside them may be the unlimited use of the own practice.
 */
export const periods = pgTable(
  "periods",
  {
    practiceId: uuid()
      .notNull()
      .references(() => practices.id),
    id: uuid().notNull(),
    planId: ofPlan(),
    /** Of the unlimited use of the own practice, which nobody paid and which is in no ledger, the period's own id. */
    paymentId: uuid().notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /**
     * The time that it brought. It lasts longer when it was started early, and shorter when the next one was:
     * `allotted-time.ts`.
     */
    allottedMs: bigint({ mode: "number" }).notNull().default(periodMs),
    documentsAllowed: integer().notNull(),
    /** Reserved by jobs; only ever changed by one guarded UPDATE. */
    documentsUsed: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    index("periods_practice_end").on(table.practiceId, table.endsAt),
    // Whatever runs now, over all practices.
    index("periods_end").on(table.endsAt, table.startsAt, table.planId, table.practiceId),
    check("periods_order", sql`${table.endsAt} >= ${table.startsAt}`),
  ],
);

/**
 * Practices that want no reminders and mean to let their subscription end. The next payment, or their owner, takes it
 * back.
 */
export const cancellations = pgTable("cancellations", {
  practiceId: uuid()
    .primaryKey()
    .references(() => practices.id, { onDelete: "cascade" }),
  cancelledAt: instant("cancelled_at").notNull().defaultNow(),
});

/**
 * What somebody set out to pay online, at the price of that moment. A visitor's is nobody's until a practice claims it.
 */
export const orders = pgTable(
  "orders",
  {
    id: uuid().primaryKey(),
    practiceId: uuid().references(() => practices.id, { onDelete: "cascade" }),
    planId: ofPlan(),
    buys: text({ enum: purchases }).notNull(),
    /** Of the price, what the practice's credit pays. */
    creditPence: integer().notNull(),
    /** What the provider is to capture. */
    duePence: integer().notNull(),
    /** An upgrade covers no period that ends later. */
    paidUntil: instant("paid_until").notNull(),
    state: text({ enum: orderStates }).notNull().default("created"),
    /** PayPal's own name for it. */
    payPalId: text("paypal_id").notNull(),
    /** Of a visitor's: where the claim link goes. */
    guestEmail: text(),
    /** SHA-256 of what claims it. */
    claimHash: text(),
    /** The token itself, encrypted, until it is sent or needed no more. */
    claimSealed: bytes(),
    claimedAt: instant("claimed_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("orders_paypal").on(table.payPalId),
    index("orders_practice").on(table.practiceId),
    uniqueIndex("orders_claim").on(table.claimHash),
    check("orders_owner", sql`${table.practiceId} is not null or ${table.claimHash} is not null`),
  ],
);
