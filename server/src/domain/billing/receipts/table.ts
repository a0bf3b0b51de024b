import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../../platform/db/columns.ts";
import { practices } from "../../practices/table.ts";
import type { ReceiptContent } from "./content.ts";

/**
 * Receipts and credit notes, word for word as they print. The database itself refuses to change one. Kept as long as
 * the ledger.
 */
export const receipts = pgTable(
  "receipts",
  {
    id: uuid().primaryKey(),
    practiceId: uuid()
      .notNull()
      .references(() => practices.id),
    /** The row of the ledger that it is about. */
    paymentId: uuid().notNull(),
    /** "SR-2026-000123": in sequence without gaps, for the whole installation. */
    number: text().notNull(),
    content: jsonb().$type<ReceiptContent>().notNull(),
    /** When the ledger's row was entered. */
    recordedAt: instant("recorded_at").notNull(),
  },
  (table) => [
    uniqueIndex("receipts_number").on(table.number),
    uniqueIndex("receipts_payment").on(table.practiceId, table.paymentId),
  ],
);

/** The last number of each year. Held while one is given out, so that a number that was not used is given again. */
export const receiptCounters = pgTable("receipt_counters", {
  year: integer().primaryKey(),
  last: integer().notNull().default(0),
});
