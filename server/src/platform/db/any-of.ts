import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * As `inArray`, with the values as one parameter: hundreds of them cost no time to write the statement, and none at all
 * is allowed.
 */
export function anyOf(column: SQLWrapper, values: string[]): SQL {
  return sql`${column} = any(${sql.param(values)})`;
}
