import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../../platform/db/columns.ts";
import { practices } from "../../practices/table.ts";
import type { ReceiptContent } from "./content.ts";

/**
 * Receipts and credit notes with their complete text. The database refuses to change a row. Kept as long as the ledger.
 */
export const receipts = pgTable(
  "receipts",
  {
    id: uuid().primaryKey(),
    practiceId: uuid()
      .notNull()
      .references(() => practices.id),
    /** The payment or refund in the ledger. */
    paymentId: uuid().notNull(),
    /** "SR-2026-000123": consecutive without gaps in the whole installation. */
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

/**
 * The last number of each year. The row stays locked until the transaction ends, so that the number of a transaction
 * that failed is used by the next one.
 */
export const receiptCounters = pgTable("receipt_counters", {
  year: integer().primaryKey(),
  last: integer().notNull().default(0),
});
