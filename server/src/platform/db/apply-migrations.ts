import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { StartError } from "../process/start-error.ts";
import { isBeforeBaseline, tablesBeforeBaseline } from "./baseline.ts";

/** What PostgreSQL does beside everybody's writes, and so in no transaction. */
const concurrent = /^\s*create (?:unique )?index concurrently (?:if not exists )?"?(?<name>\w+)"?/i;

/**
 * Runs the migrations of a folder, as drizzle-kit writes them, that a database has not seen yet, each in a transaction
 * of its own and noted where Drizzle would note it. One that builds indexes concurrently does nothing else: it runs
 * without a transaction, and again from its beginning when it broke off.
 * @throws StartError for a database of before the baseline: no migration leads from there to here
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
    const note = () =>
      client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, folderMillis]);
    if (statements.every((statement) => concurrent.test(statement))) {
      for (const statement of statements) await buildIndex(client, statement);
      await note();
    } else {
      await inTransaction(client, async () => {
        for (const statement of statements) await client.query(statement);
        await note();
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

/** What an earlier try left unfinished takes writes and serves nobody: it goes first. */
async function buildIndex(client: pg.Client, statement: string): Promise<void> {
  const name = concurrent.exec(statement)?.groups?.name;
  const { rows } = await client.query<{ whole: boolean }>(
    "select indisvalid as whole from pg_index where indexrelid = to_regclass($1)",
    [`"${name}"`],
  );
  if (rows[0]?.whole) return;
  if (rows[0]) await client.query(`drop index concurrently "${name}"`);
  await client.query(statement);
}
