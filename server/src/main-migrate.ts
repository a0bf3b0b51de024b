import { pino } from "pino";
import { prepareDatabase } from "./db/prepare.ts";
import { openDatabase } from "./process/database.ts";
import { configuration } from "./process/run.ts";
import { forOperator } from "./process/start-error.ts";

/** Brings the database up to this version; safe beside running processes of the previous one. */
try {
  const config = configuration();
  const database = await openDatabase(config);
  try {
    await prepareDatabase(database.url, pino({ level: "warn" }));
  } finally {
    await database.stop();
  }
  console.log("The database is up to date.");
} catch (error) {
  console.error(forOperator(error));
  process.exitCode = 1;
}
