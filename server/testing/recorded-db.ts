import { getTableColumns } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../src/platform/db/connect.ts";

export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * Returns a database without PostgreSQL, for unit tests: it records the statements and answers each with given rows.
 * @param answer returns the rows of a statement: objects for `execute`, values in the order of the columns for `select`
 *   and `returning` (`rowOf`); none when left out
 */
export function recordedDb(answer: (statement: Statement) => unknown[] = () => []) {
  const statements: Statement[] = [];
  const client = {
    async query({ text }: { text: string }, values: unknown[] = []) {
      statements.push({ text, values });
      const rows = answer({ text, values });
      return { rows, rowCount: rows.length };
    },
  };
  const db: Db = drizzle({ client: client as never, casing: "snake_case" });
  return { db, statements };
}

/** Returns the values of a row in the order of the table's columns. Columns that are not given are null. */
export const rowOf = <Table extends PgTable>(table: Table, row: Partial<Table["$inferSelect"]>): unknown[] =>
  Object.keys(getTableColumns(table)).map((name) => (row as Record<string, unknown>)[name] ?? null);

/** Returns the limits of the rows that the statements select, in their order. */
export const limitsOf = (statements: Statement[]): unknown[] =>
  statements.flatMap(({ text, values }) =>
    [...text.matchAll(/\blimit \$(\d+)/g)].map(([, place]) => values[Number(place) - 1]),
  );
