import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "../../platform/db/connect.ts";

/**
 * Thousands of rows as one value, which is many times as fast as a parameter for each of their fields.
 * @param rows a field that only some of them have is null in the others, whatever its default
 */
export async function insertInBulk<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: Table["$inferInsert"][],
): Promise<void> {
  const given = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => given.has(key));
  const names = sql.join(
    columns.map(([, column]) => sql`${sql.identifier(snakeCase(column.name))}`),
    sql`, `,
  );
  const typed = sql.join(
    columns.map(([key, column]) => sql`${sql.identifier(key)} ${sql.raw(column.getSQLType())}`),
    sql`, `,
  );
  const fields = sql.join(
    columns.map(([key]) => sql`${sql.identifier(key)}`),
    sql`, `,
  );
  await tx.execute(
    sql`insert into ${table} (${names}) select ${fields} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(${typed})`,
  );
}

/** As the database's columns are called: see openDb. */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
