import { type Logger, pino } from "pino";
import type { Config } from "../../platform/config/config.ts";
import { type Db, withDb } from "../../platform/db/connect.ts";
import { openDatabase } from "../../platform/process/database.ts";
import { configuration } from "../../platform/process/run.ts";
import { prepareDatabase } from "../prepare-database.ts";

/** Runs an operator's command on the installation's database, which is started for this time if it is not running. */
export async function withDatabase(
  work: (db: Db, config: Config, url: string, log: Logger) => Promise<void>,
): Promise<void> {
  const config = configuration();
  const log = pino({ level: "warn" });
  const database = await openDatabase(config);
  try {
    await prepareDatabase(database.url, log);
    await withDb(database.url, log, (db) => work(db, config, database.url, log), { size: 2 });
  } finally {
    await database.stop();
  }
}
