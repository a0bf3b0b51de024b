import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** Some columns of a table, for rows that are read as JSON. */
export interface JsonRow<Row> {
  /** What a statement selects; a row of it becomes the object. */
  columns: SQL;
  /** @param object as the statement gave it; it is changed */
  read(object: unknown): Row;
}

/**
 * PostgreSQL writes objects and V8 reads them in half the time that a value for each column of each row takes. For columns whose
 * values JSON has, and instants.
 */
export function jsonRow<Table extends PgTable, Name extends keyof Table["$inferSelect"] & string>(
  table: Table,
  names: readonly Name[],
): JsonRow<Pick<Table["$inferSelect"], Name>> {
  const columns = new Map(Object.entries(getTableColumns(table)));
  const instants = names.filter((name) => columns.get(name)?.dataType === "date");
  const selected = names.map((name) => sql`${columns.get(name)} as ${sql.identifier(name)}`);
  return {
    columns: sql.join(selected, sql`, `),
    read(object) {
      const row = object as Record<string, unknown>;
      for (const name of instants) {
        const text = row[name];
        if (typeof text === "string") row[name] = new Date(text);
      }
      return row as Pick<Table["$inferSelect"], Name>;
    },
  };
}
