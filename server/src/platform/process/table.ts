import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";

/** By what the installation's key is recognised, in the one row there is; never the key itself. */
export const installationKey = pgTable(
  "installation_key",
  {
    singleton: boolean().primaryKey().default(true),
    fingerprint: text().notNull(),
  },
  (table) => [check("installation_key_singleton", sql`${table.singleton}`)],
);
