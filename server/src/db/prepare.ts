import type { Logger } from "pino";
import { seedPlans } from "../billing/plans.ts";
import { prepareSetUp } from "../installation/set-up/state.ts";
import { setUpQueue } from "../queue/pg-boss-queue.ts";
import { tasks } from "../tasks.ts";
import { openDb } from "./connect.ts";
import { migrateTables } from "./migrate.ts";

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
