import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "../../platform/db/connect.ts";

/**
 * Inserts thousands of rows as one JSON parameter, which is many times faster than one parameter for each field.
 * @param rows a field that is missing in some of the rows becomes null there, even if the column has a default
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

/** Converts a name as the casing option of openDb does. */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
