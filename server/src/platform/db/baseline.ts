import { resolve } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";

export const ownFolder = resolve(import.meta.dirname, "../../../drizzle");

/** The last version that reads tables and backups made before the baseline, which is the first migration. */
export const lastBeforeBaseline = "0.1.0";
export const tablesBeforeBaseline = `This database contains tables of an earlier version of Sheaf. Continue with version ${lastBeforeBaseline}, the last one that can read them, or set DATABASE_URL to an empty database or SHEAF_DATA to an empty folder.`;

/**
 * Returns whether a database is older than the baseline.
 * @param first creation time of the first migration that the database ran, as in the journal; null when it ran none
 */
export function isBeforeBaseline(first: string | null): boolean {
  const [baseline] = readMigrationFiles({ migrationsFolder: ownFolder });
  return first !== null && baseline !== undefined && Number(first) < baseline.folderMillis;
}
