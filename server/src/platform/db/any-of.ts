import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Like `inArray`, but passes the values as one parameter: the statement does not grow with their number, and an empty
 * list is allowed.
 */
export function anyOf(column: SQLWrapper, values: string[]): SQL {
  return sql`${column} = any(${sql.param(values)})`;
}
