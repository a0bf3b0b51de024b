import { sql } from "drizzle-orm";
import { check, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, instant } from "../db/columns.ts";

/**
 * Settings that the operator set in the browser, one row each. `name` is that of the environment variable, which takes
 * precedence.
 */
export const installationSettings = pgTable(
  "installation_settings",
  {
    name: text().primaryKey(),
    /** In the format of the variable's value; null for a secret. */
    value: text(),
    /** A secret, encrypted with the installation's key (sealed-text.ts). */
    sealed: bytes(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [check("installation_settings_value", sql`num_nonnulls(${table.value}, ${table.sealed}) = 1`)],
);
