import { sql } from "drizzle-orm";
import { check, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, instant } from "../db/columns.ts";

/**
 * What the operator set in the browser instead of by environment variables, a row for each. `name` is that of the
 * variable, which wins where both are set.
 */
export const installationSettings = pgTable(
  "installation_settings",
  {
    name: text().primaryKey(),
    /** As the variable would hold it; null for a secret. */
    value: text(),
    /** A secret, encrypted with the installation's key (sealed-text.ts). */
    sealed: bytes(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [check("installation_settings_value", sql`num_nonnulls(${table.value}, ${table.sealed}) = 1`)],
);
