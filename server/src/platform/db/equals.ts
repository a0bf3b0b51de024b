import { and, eq, getTableColumns, type SQL, type SQLWrapper } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

type Wanted<Row> = { [Name in keyof Row]?: NonNullable<Row[Name]> | SQLWrapper };

/**
 * Returns the condition that each named column of the table equals the given value or the given column of another
 * table.
 */
export function equals<Table extends PgTable>(table: Table, wanted: Wanted<Table["$inferSelect"]>): SQL | undefined {
  const columns = new Map(Object.entries(getTableColumns(table)));
  return and(
    ...Object.entries(wanted).map(([name, value]) => {
      const column = columns.get(name);
      if (!column) throw new Error(`The table has no column ${name}`);
      return eq(column, value);
    }),
  );
}
