import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";

/** The set-up of a new installation in the browser: the one row there is. */
export const installationSetUp = pgTable(
  "installation_set_up",
  {
    singleton: boolean().primaryKey().default(true),
    /** The code of the set-up's address is an HMAC of this under the installation's key. */
    nonce: text().notNull(),
    /** Wrong codes since the last right one, by which further tries slow down. */
    failures: integer().notNull().default(0),
    failedAt: instant("failed_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Null while set-up may be done. */
    endedAt: instant("ended_at"),
  },
  (table) => [check("installation_set_up_singleton", sql`${table.singleton}`)],
);
