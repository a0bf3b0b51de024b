import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";

/** The state of a new installation's set-up in the browser: a single row. */
export const installationSetUp = pgTable(
  "installation_set_up",
  {
    singleton: boolean().primaryKey().default(true),
    /** The code in the address of set-up is an HMAC of this with the installation's key. */
    nonce: text().notNull(),
    /** Wrong codes since the last right one. They delay further tries. */
    failures: integer().notNull().default(0),
    failedAt: instant("failed_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Null while set-up is open. */
    endedAt: instant("ended_at"),
  },
  (table) => [check("installation_set_up_singleton", sql`${table.singleton}`)],
);
