import { refundOutcomes, refundStates } from "@sheaf/contracts/refunds.ts";
import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../../platform/db/columns.ts";
import { ofPractice } from "../../practices/table.ts";
import { ofPlan } from "../table.ts";

/** What an owner asked back, and what was decided. The money itself is in the ledger. */
export const refundRequests = pgTable(
  "refund_requests",
  {
    id: uuid().primaryKey(),
    practiceId: ofPractice(),
    paymentId: uuid().notNull(),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    /** The name of that day. */
    requestedBy: text().notNull(),
    refundAs: text({ enum: ["money", "credit"] }).notNull(),
    reason: text().notNull(),
    /** As reckoned when it was asked; the decision reckons again. */
    outcome: text({ enum: refundOutcomes }).notNull(),
    documentsUsed: integer().notNull(),
    documentsAllowed: integer().notNull(),
    refundPence: integer().notNull(),
    creditPence: integer().notNull(),
    state: text({ enum: refundStates }).notNull().default("pending"),
    /**
     * Since when the payment provider may be paying it back: until its answer is known, nothing else can be decided.
     */
    payingSince: instant("paying_since"),
    decidedAt: instant("decided_at"),
    decidedBy: text(),
    answer: text(),
  },
  (table) => [
    uniqueIndex("refund_requests_open").on(table.paymentId).where(sql`${table.state} = 'pending'`),
    index("refund_requests_practice").on(table.practiceId, table.requestedAt),
    index("refund_requests_waiting").on(table.requestedAt).where(sql`${table.state} = 'pending'`),
  ],
);

/** Which periods an upgrade made dearer, and what they were before: its refund takes them back there. */
export const periodUpgrades = pgTable(
  "period_upgrades",
  {
    practiceId: ofPractice(),
    paymentId: uuid().notNull(),
    periodId: uuid().notNull(),
    fromPlanId: ofPlan(),
    fromAllowed: integer().notNull(),
    toPlanId: ofPlan(),
    toAllowed: integer().notNull(),
    upgradedAt: instant("upgraded_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.paymentId, table.periodId] }),
    index("period_upgrades_period").on(table.practiceId, table.periodId),
  ],
);
