import { parseArgs } from "node:util";
import { pino } from "pino";
import { openDatabase } from "../platform/process/database.ts";
import { helpIfAsked } from "../platform/process/help.ts";
import { configuration } from "../platform/process/run.ts";
import { acceptKey } from "../platform/process/same-key.ts";
import { forOperator, StartError } from "../platform/process/start-error.ts";
import { prepareDatabase } from "./prepare-database.ts";

const help = `./sheaf migrate [--new-key]
    Brings the database up to this version; safe beside running processes of the previous one.
    --new-key: for an installation whose SHEAF_KEY is lost. From now on it is the one that is set; what the old one sealed
    (passwords of files under way, two-factor sign-in, answers to emails) cannot be read any more.`;

try {
  helpIfAsked(help);
  const { newKey } = commandLine();
  const config = configuration();
  const log = pino({ level: "warn" });
  const database = await openDatabase(config);
  try {
    await prepareDatabase(database.url, log);
    if (newKey) await acceptKey(config, database.url, log);
  } finally {
    await database.stop();
  }
  console.log(`The database is up to date${newKey ? ", and has a new key" : ""}.`);
} catch (error) {
  console.error(forOperator(error));
  process.exitCode = 1;
}

function commandLine(): { newKey: boolean } {
  try {
    const { values } = parseArgs({ options: { "new-key": { type: "boolean", default: false } } });
    return { newKey: values["new-key"] };
  } catch {
    throw new StartError(help);
  }
}
