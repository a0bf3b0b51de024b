import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { isBeforeBaseline, ownFolder } from "./baseline.ts";
import type { Db } from "./connect.ts";

export interface MigrationState {
  /** Number of migrations of this version that the database has not run. */
  pending: number;
  /** Whether a newer version of Sheaf has migrated the database. */
  isNewer: boolean;
  /** Whether its tables are older than the first migration of this version. */
  isBeforeBaseline: boolean;
}

/** Compares the tables with the migrations of this version. Changes nothing. */
export async function migrationState(db: Db): Promise<MigrationState> {
  const times = readMigrationFiles({ migrationsFolder: ownFolder }).map(({ folderMillis }) => folderMillis);
  const { first, last } = await applied(db);
  return {
    pending: times.filter((time) => time > last).length,
    isNewer: last > Math.max(...times),
    isBeforeBaseline: isBeforeBaseline(first),
  };
}

/**
 * Returns the creation times of the first and the last migration that the database ran; null and 0 for a new database.
 */
async function applied(db: Db): Promise<{ first: string | null; last: number }> {
  const table = await db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  if (!table.rows[0]?.found) return { first: null, last: 0 };
  const { rows } = await db.execute<{ first: string | null; last: string | null }>(
    sql`select min(created_at) as first, max(created_at) as last from drizzle.__drizzle_migrations`,
  );
  return { first: rows[0]?.first ?? null, last: Number(rows[0]?.last ?? 0) };
}
