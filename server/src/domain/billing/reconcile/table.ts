import { differenceKinds } from "@sheaf/contracts/admin/money.ts";
import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../../platform/db/columns.ts";
import { practices } from "../../practices/table.ts";

/** Differences between PayPal and the ledger; closed as soon as the two agree. */
export const differences = pgTable(
  "payment_differences",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: differenceKinds }).notNull(),
    /** PayPal's id of the capture or refund. */
    reference: text().notNull(),
    /** In whole pence; null when there is no amount, or none in GBP. */
    oursPence: integer(),
    theirsPence: integer(),
    practiceId: uuid().references(() => practices.id, { onDelete: "set null" }),
    /** When the money moved. */
    happenedAt: instant("happened_at").notNull(),
    foundAt: instant("found_at").notNull().defaultNow(),
    closedAt: instant("closed_at"),
    /** Closed by an administrator: a difference with the same amounts is not reported again. */
    closedManually: boolean().notNull().default(false),
  },
  (table) => [uniqueIndex("payment_differences_open").on(table.reference).where(sql`${table.closedAt} is null`)],
);
