import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** Some columns of a table, for rows that go out as they are read. */
export interface Projection<Row> {
  /** What a statement selects, or makes JSON of; a row of it becomes the object. */
  columns: SQL;
  /** @param object as the statement gave it; it is changed */
  read(object: unknown): Row;
}

/** With instants as the API writes them. */
type Shown<Value> = Value extends Date ? string : Value;

/**
 * For long lists: a column's own conversion for each value, and a Date made only to be written again, take twice as
 * long as all the rest.
 * @param names no bigint among them where the rows are not JSON: its digits come as text
 */
export function projectionOf<Table extends PgTable, Name extends keyof Table["$inferSelect"] & string>(
  table: Table,
  names: readonly Name[],
): Projection<{ [Key in Name]: Shown<Table["$inferSelect"][Key]> }> {
  const columns = new Map(Object.entries(getTableColumns(table)));
  const instants = names.filter((name) => columns.get(name)?.dataType === "date");
  const selected = names.map((name) => sql`${columns.get(name)} as ${sql.identifier(name)}`);
  return {
    columns: sql.join(selected, sql`, `),
    read(object) {
      const row = object as Record<string, unknown>;
      for (const name of instants) {
        const text = row[name];
        if (typeof text === "string") row[name] = isoOf(text);
      }
      return row as ReturnType<Projection<{ [Key in Name]: Shown<Table["$inferSelect"][Key]> }>["read"]>;
    },
  };
}

/** From "2026-11-22 17:00:00.1234+00", as PostgreSQL writes an instant, or with T and +00:00, as it stands in JSON. */
export function isoOf(text: string): string {
  const utc = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?\+00(?::00)?$/.exec(text);
  if (!utc) return new Date(text).toISOString();
  const [, day, time, fraction = ""] = utc;
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
}
