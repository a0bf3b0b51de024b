import { differenceKinds } from "@sheaf/contracts/admin/money.ts";
import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../../platform/db/columns.ts";
import { practices } from "../../practices/table.ts";

/** Where PayPal and the ledger do not agree; closed as soon as they do. */
export const differences = pgTable(
  "payment_differences",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: differenceKinds }).notNull(),
    /** PayPal's name of the capture or the refund. */
    reference: text().notNull(),
    /** Whole pence; null where there is none, or none in pounds. */
    oursPence: integer(),
    theirsPence: integer(),
    practiceId: uuid().references(() => practices.id, { onDelete: "set null" }),
    /** When the money moved. */
    happenedAt: instant("happened_at").notNull(),
    foundAt: instant("found_at").notNull().defaultNow(),
    closedAt: instant("closed_at"),
    /** Somebody looked into it and settled it elsewhere: the same amounts are not told again. */
    closedManually: boolean().notNull().default(false),
  },
  (table) => [uniqueIndex("payment_differences_open").on(table.reference).where(sql`${table.closedAt} is null`)],
);
