import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Db } from "./connect.ts";
import { ownFolder } from "./migrate.ts";

export interface MigrationState {
  /** Migrations of this version that the database has not seen. */
  pending: number;
  /** Whether a newer version of Sheaf has been at work. */
  isNewer: boolean;
}

/** How far the tables are, beside the migrations of this version. Changes nothing. */
export async function migrationState(db: Db): Promise<MigrationState> {
  const times = readMigrationFiles({ migrationsFolder: ownFolder }).map(({ folderMillis }) => folderMillis);
  const last = await lastApplied(db);
  return { pending: times.filter((time) => time > last).length, isNewer: last > Math.max(...times) };
}

/** 0 for a database that no Sheaf has seen. */
async function lastApplied(db: Db): Promise<number> {
  const table = await db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  if (!table.rows[0]?.found) return 0;
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select max(created_at) as last from drizzle.__drizzle_migrations`,
  );
  return Number(rows[0]?.last ?? 0);
}
