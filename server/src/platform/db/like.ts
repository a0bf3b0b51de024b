import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * The text somewhere in the column, in any case; `%` and `_` stand for themselves.
 * @param folded a column or expression that is lower case already
 */
export function containing(folded: SQLWrapper, text: string): SQL {
  return sql`${folded} like lower(${`%${text.replace(/[\\%_]/g, "\\$&")}%`})`;
}
