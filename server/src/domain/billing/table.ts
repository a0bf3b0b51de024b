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
    /** Order on the pricing page; null for hidden plans. */
    position: integer(),
  },
  (table) => [uniqueIndex("plans_slug").on(table.slug)],
);

/** Returns the column for the plan of a row. */
export const ofPlan = () =>
  uuid()
    .notNull()
    .references(() => plans.id);

/**
 * The ledger: one row for each payment, refund and credit. The database refuses to change a row, and to delete one
 * before its legal retention time is over. The credit of a practice is the sum of its rows.
 */
export const payments = pgTable(
  "payments",
  {
    practiceId: uuid()
      .notNull()
      .references(() => practices.id),
    id: uuid().notNull(),
    kind: text({ enum: ledgerKinds }).notNull().default("payment"),
    /** What a payment bought: 30 more days, or an upgrade of the days that were paid already. Null for other kinds. */
    buys: text({ enum: purchases }).default("period"),
    planId: uuid().references(() => plans.id),
    /** Money: positive when received, negative when refunded. */
    amountPence: integer().notNull(),
    /** Credit: positive when it was given, negative when it was used. */
    creditPence: integer().notNull().default(0),
    currency: text().notNull().default("GBP"),
    method: text({ enum: paymentMethods }).notNull(),
    /**
     * The reference of the bank statement or the payment provider. Unique, so that one transfer or capture is entered
     * once.
     */
    reference: text().notNull(),
    /** The payment that a refund, a credit or the use of a credit belongs to. */
    paymentId: uuid(),
    /** Determines the order of the rows, from which the credit left after each row is computed. */
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
 * A span of time with an allowance of documents: 30 days that a payment bought, or up to 30 days that were granted. The
 * periods of a practice follow each other without overlap; the unlimited use of the own practice may run beside them.
 */
export const periods = pgTable(
  "periods",
  {
    practiceId: uuid()
      .notNull()
      .references(() => practices.id),
    id: uuid().notNull(),
    planId: ofPlan(),
    /**
     * The payment in the ledger. For the unlimited use of the own practice, which nobody paid for, the period's own id.
     */
    paymentId: uuid().notNull(),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /**
     * The time that the period brought. It lasts longer when it was started early, and shorter when the next one was:
     * see `allotted-time.ts`.
     */
    allottedMs: bigint({ mode: "number" }).notNull().default(periodMs),
    documentsAllowed: integer().notNull(),
    /** Documents reserved by jobs. Changed only by a single UPDATE that checks the limit. */
    documentsUsed: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    index("periods_practice_end").on(table.practiceId, table.endsAt),
    // For queries of the running periods of all practices.
    index("periods_end").on(table.endsAt, table.startsAt, table.planId, table.practiceId),
    check("periods_order", sql`${table.endsAt} >= ${table.startsAt}`),
  ],
);

/** Practices that have cancelled: they get no reminders. A payment, or the owner, ends the cancellation. */
export const cancellations = pgTable("cancellations", {
  practiceId: uuid()
    .primaryKey()
    .references(() => practices.id, { onDelete: "cascade" }),
  cancelledAt: instant("cancelled_at").notNull().defaultNow(),
});

/**
 * Online orders, at the price of the time when they were created. A visitor's order has no practice until one claims
 * it.
 */
export const orders = pgTable(
  "orders",
  {
    id: uuid().primaryKey(),
    practiceId: uuid().references(() => practices.id, { onDelete: "cascade" }),
    planId: ofPlan(),
    buys: text({ enum: purchases }).notNull(),
    /** The part of the price that the practice's credit pays. */
    creditPence: integer().notNull(),
    /** The amount that the payment provider captures. */
    duePence: integer().notNull(),
    /** An upgrade covers no period that ends later. */
    paidUntil: instant("paid_until").notNull(),
    state: text({ enum: orderStates }).notNull().default("created"),
    /** PayPal's id of the order. */
    payPalId: text("paypal_id").notNull(),
    /** For a visitor's order, the address that the claim link is sent to. */
    guestEmail: text(),
    /** SHA-256 of the claim token. */
    claimHash: text(),
    /** The claim token, encrypted, until it is sent or no longer needed. */
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
