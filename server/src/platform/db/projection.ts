import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { PgDialect, type PgTable } from "drizzle-orm/pg-core";
import { casing } from "./columns.ts";

/** Some columns of a table, for rows that the API returns unchanged. */
export interface Projection<Row> {
  /** The columns to select or to convert to JSON; the resulting row is passed to `read`. */
  columns: SQL;
  /** @param object a row as returned by the statement; it is changed */
  read(object: unknown): Row;
}

/** Instants become strings in the API's format. */
type Shown<Value> = Value extends Date ? string : Value;

/**
 * Selects columns for long lists. Drizzle's conversion of each value, and a Date that is only made to be formatted
 * again, would take twice as long as everything else.
 * @param names must not include a bigint unless the rows are JSON, because its digits arrive as text
 */
export function projectionOf<Table extends PgTable, Name extends keyof Table["$inferSelect"] & string>(
  table: Table,
  names: readonly Name[],
): Projection<{ [Key in Name]: Shown<Table["$inferSelect"][Key]> }> {
  const columns = new Map(Object.entries(getTableColumns(table)));
  const instants = names.filter((name) => columns.get(name)?.dataType === "date");
  const selected = names.map((name) => sql`${columns.get(name)} as ${sql.identifier(name)}`);
  // Built once: for each statement it would take a quarter of the API's time for a request that reads a job.
  const { sql: text } = new PgDialect({ casing }).sqlToQuery(sql.join(selected, sql`, `));
  return {
    columns: sql.raw(text),
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

/**
 * Converts "2026-11-22 17:00:00.1234+00", PostgreSQL's text format of an instant, or its JSON format with T and +00:00.
 */
export function isoOf(text: string): string {
  const utc = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?\+00(?::00)?$/.exec(text);
  if (!utc) return new Date(text).toISOString();
  const [, day, time, fraction = ""] = utc;
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
}
