import { parseArgs } from "node:util";
import { pino } from "pino";
import { runCommand } from "../platform/process/command.ts";
import { openDatabase } from "../platform/process/database.ts";
import { replaceKey } from "../platform/process/installation-key.ts";
import { configuration } from "../platform/process/run.ts";
import { prepareDatabase } from "./prepare-database.ts";

const help = `./sheaf migrate [--new-key]
    Brings the database up to this version; safe beside running processes of the previous one.
    --new-key: for an installation whose SHEAF_KEY is lost. From now on it is the one that is set; what the old one sealed
    (passwords of files under way, two-factor sign-in, answers to emails) cannot be read any more.`;

await runCommand(help, async () => {
  const { values } = parseArgs({ options: { "new-key": { type: "boolean", default: false } } });
  const config = configuration();
  const log = pino({ level: "warn" });
  const database = await openDatabase(config);
  try {
    await prepareDatabase(database.url, log);
    if (values["new-key"]) await replaceKey(config, database.url, log);
  } finally {
    await database.stop();
  }
  console.log(`The database is up to date${values["new-key"] ? ", and has a new key" : ""}.`);
});
