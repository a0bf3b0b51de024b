import { refundOutcomes, refundStates } from "@sheaf/contracts/refunds.ts";
import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../../platform/db/columns.ts";
import { ofPractice } from "../../practices/table.ts";
import { ofPlan } from "../table.ts";

/** Refund requests by owners, and the decisions. The money itself is in the ledger. */
export const refundRequests = pgTable(
  "refund_requests",
  {
    id: uuid().primaryKey(),
    practiceId: ofPractice(),
    paymentId: uuid().notNull(),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    /** The owner's name at the time of the request. */
    requestedBy: text().notNull(),
    refundAs: text({ enum: ["money", "credit"] }).notNull(),
    reason: text().notNull(),
    /** As computed at the time of the request; the decision computes it again. */
    outcome: text({ enum: refundOutcomes }).notNull(),
    documentsUsed: integer().notNull(),
    documentsAllowed: integer().notNull(),
    refundPence: integer().notNull(),
    creditPence: integer().notNull(),
    state: text({ enum: refundStates }).notNull().default("pending"),
    /**
     * When the refund was started at the payment provider: until its result is known, no other decision is possible.
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

/** The periods that an upgrade changed, with their previous plan and allowance, to which a refund returns them. */
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
