import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Returns the condition that the column contains the text, case-insensitively; `%` and `_` are matched literally.
 * @param folded a column or expression that is already lower case
 */
export function containing(folded: SQLWrapper, text: string): SQL {
  return sql`${folded} like lower(${`%${text.replace(/[\\%_]/g, "\\$&")}%`})`;
}
