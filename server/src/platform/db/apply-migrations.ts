import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { StartError } from "../process/start-error.ts";
import { isBeforeBaseline, tablesBeforeBaseline } from "./baseline.ts";

/** Index builds that do not block writes; PostgreSQL does not allow them in a transaction. */
const concurrent = /^\s*create (?:unique )?index concurrently (?:if not exists )?"?(?<name>\w+)"?/i;

/**
 * Runs those migrations of a drizzle-kit folder that the database has not run yet, each in its own transaction, and
 * records them in Drizzle's table. A migration that builds indexes concurrently contains nothing else: it runs without
 * a transaction, and from its beginning again after a failure.
 * @throws StartError for a database older than the baseline, which no migration can update
 */
export async function applyMigrations(client: pg.Client, folder: string): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    "select min(created_at) as first, max(created_at) as last from drizzle.__drizzle_migrations",
  );
  if (isBeforeBaseline(rows[0]?.first ?? null)) throw new StartError(tablesBeforeBaseline);
  const last = Number(rows[0]?.last ?? 0);
  for (const { sql: statements, hash, folderMillis } of readMigrationFiles({ migrationsFolder: folder })) {
    if (folderMillis <= last) continue;
    const record = () =>
      client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, folderMillis]);
    if (statements.every((statement) => concurrent.test(statement))) {
      for (const statement of statements) await buildIndex(client, statement);
      await record();
    } else {
      await inTransaction(client, async () => {
        for (const statement of statements) await client.query(statement);
        await record();
      });
    }
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/**
 * Builds one index. The invalid index of an earlier failed attempt is dropped first, because it slows down writes and
 * is not used by queries.
 */
async function buildIndex(client: pg.Client, statement: string): Promise<void> {
  const name = concurrent.exec(statement)?.groups?.name;
  const { rows } = await client.query<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [`"${name}"`],
  );
  if (rows[0]?.valid) return;
  if (rows[0]) await client.query(`drop index concurrently "${name}"`);
  await client.query(statement);
}
