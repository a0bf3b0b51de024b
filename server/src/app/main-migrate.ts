import { parseArgs } from "node:util";
import { pino } from "pino";
import { runCommand } from "../platform/process/command.ts";
import { openDatabase } from "../platform/process/database.ts";
import { replaceKey } from "../platform/process/installation-key.ts";
import { configuration } from "../platform/process/run.ts";
import { prepareDatabase } from "./prepare-database.ts";

const help = `./sheaf migrate [--new-key]
    Updates the database to this version. Safe while processes of the previous version are running.
    --new-key: for an installation whose SHEAF_KEY is lost. Sheaf uses the key that is set now; data encrypted with the old
    key (passwords of files being converted, two-factor sign-in, replies to emails) can no longer be read.`;

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
  console.log(`The database is up to date${values["new-key"] ? " and uses the new key" : ""}.`);
});
