import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";

/** The fingerprint of the installation's key, in a single row; never the key itself. */
export const installationKey = pgTable(
  "installation_key",
  {
    singleton: boolean().primaryKey().default(true),
    fingerprint: text().notNull(),
  },
  (table) => [check("installation_key_singleton", sql`${table.singleton}`)],
);
