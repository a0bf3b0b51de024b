import type { Logger } from "pino";
import { seedPlans } from "../domain/billing/index.ts";
import { openDb } from "../platform/db/connect.ts";
import { migrateTables } from "../platform/db/migrate.ts";
import { setUpQueue } from "../platform/queue/pg-boss-queue.ts";
import { prepareSetUp } from "./set-up/state.ts";
import { tasks } from "./tasks.ts";

/**
 * Everything a database needs before Sheaf can run on it: tables, the plans on sale, the row of set-up, queues. Any number of processes may call
 * it at once, and again.
 * @throws Error when the database cannot be reached or a migration fails
 */
export async function prepareDatabase(url: string, log: Logger): Promise<void> {
  await migrateTables(url);
  const { db, close } = openDb(url, log, { size: 1 });
  try {
    await seedPlans(db);
    await prepareSetUp(db);
  } finally {
    await close();
  }
  await setUpQueue(url, tasks, log);
}
