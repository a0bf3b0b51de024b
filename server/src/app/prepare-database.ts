import type { Logger } from "pino";
import { seedPlans } from "../domain/billing/index.ts";
import type { Config } from "../platform/config/config.ts";
import { withDb } from "../platform/db/connect.ts";
import { migrateTables } from "../platform/db/migrate.ts";
import { requireDatabaseUrl, requireSharedKey } from "../platform/process/database.ts";
import { requireMatchingKey } from "../platform/process/installation-key.ts";
import { setUpQueue } from "../platform/queue/pg-boss-queue.ts";
import { requireFittingKind } from "./installation/require-kind.ts";
import { prepareSetUp } from "./set-up/state.ts";
import { tasks } from "./tasks.ts";

/**
 * Prepares a database for Sheaf: creates tables, the plans on sale, the row of set-up, and queues. Any number of
 * processes may call it at the same time and repeatedly.
 * @throws Error when the database cannot be reached or a migration fails
 */
export async function prepareDatabase(url: string, log: Logger): Promise<void> {
  await migrateTables(url);
  await withDb(url, log, async (db) => {
    await seedPlans(db);
    await prepareSetUp(db);
  });
  await setUpQueue(url, tasks, log);
}

/**
 * Prepares the database, and checks key and kind of installation before a process serves requests.
 * @throws StartError when the database was sealed with another key, or when there are more practices than this kind of
 *   installation allows
 */
async function prepareToServe(config: Config, url: string, log: Logger): Promise<void> {
  await prepareDatabase(url, log);
  await requireMatchingKey(config, url, log);
  await requireFittingKind(config, url, log);
}

/**
 * Prepares the shared database for one of several processes. `./sheaf start` starts one with `--one-machine`, which may
 * create the machine's own key, and then others with `--prepared`, which prepare nothing.
 * @returns the address of the shared database
 * @throws StartError as `prepareToServe`; without DATABASE_URL; or without a key that the machines share
 */
export async function sharedDatabase(config: Config, log: Logger): Promise<string> {
  const url = requireDatabaseUrl(config);
  if (process.argv.includes("--prepared")) return url;
  if (!process.argv.includes("--one-machine")) requireSharedKey(config);
  await prepareToServe(config, url, log);
  return url;
}
