import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../../platform/db/columns.ts";

/**
 * Money that visitors paid, and that went back to them, before a practice claimed it; then it is entered into the
 * ledger as well. The database refuses to change a row, as it does there. The order is named without a foreign key: it
 * goes with its practice.
 */
export const guestPayments = pgTable(
  "guest_payments",
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    /** Positive when it came in, negative when it went back. */
    amountPence: integer().notNull(),
    /** What PayPal calls it; entered once. */
    reference: text().notNull(),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("guest_payments_reference").on(table.reference),
    index("guest_payments_order").on(table.orderId),
    check("guest_payments_nonzero", sql`${table.amountPence} <> 0`),
  ],
);
