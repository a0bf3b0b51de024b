import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../../platform/db/columns.ts";

/**
 * Payments by visitors, and refunds to them, before a practice claimed the order; when it is claimed, they are also
 * entered into the ledger. As in the ledger, the database refuses to change a row. There is no foreign key to the
 * order, because the order is deleted with its practice.
 */
export const guestPayments = pgTable(
  "guest_payments",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    /** Positive for a payment, negative for a refund. */
    amountPence: integer().notNull(),
    /** PayPal's id of the payment or refund; unique, so that each is entered once. */
    reference: text().notNull(),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("guest_payments_reference").on(table.reference),
    index("guest_payments_order").on(table.orderId),
    check("guest_payments_nonzero", sql`${table.amountPence} <> 0`),
  ],
);
