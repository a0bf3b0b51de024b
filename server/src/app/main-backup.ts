import { parseArgs } from "node:util";
import { count } from "@sheaf/contracts/words.ts";
import { runCommand } from "../platform/process/command.ts";
import { StartError } from "../platform/process/start-error.ts";
import { openStorage } from "../platform/storage/open-storage.ts";
import { makeBackup } from "./backup/backup.ts";
import { settleRestored } from "./backup/load.ts";
import { restoreBackup } from "./backup/restore.ts";
import { withDatabase } from "./start/with-database.ts";

const help = `./sheaf backup FOLDER [--keep 14]
    Makes a backup of tables, files and key as a dated folder in FOLDER, while Sheaf goes on working. Files that the last one
    there holds take no room twice. The newest --keep stay. Whoever can read it can read everything: keep it like the data itself.
./sheaf restore FOLDER/DATE
    Brings one back into an empty installation (an empty SHEAF_DATA, or an empty DATABASE_URL). No email goes out a second
    time: those that were under way wait for a person.
./sheaf restore --settle
    Only the last part, for a database that was brought back by other means: before Sheaf is started on it.`;

await runCommand(help, async () => {
  const [command, ...rest] = process.argv.slice(2);
  if (command === "restore" && rest.join() === "--settle") await settle();
  else {
    const { folder, keep } = commandLine(rest);
    if (command === "restore") await restore(folder);
    else await backup(folder, keep);
  }
});

function commandLine(args: string[]): { folder: string; keep: number } {
  const options = { keep: { type: "string", default: "14" } } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const [folder, ...more] = positionals;
  const keep = Number(values.keep);
  if (folder && more.length === 0 && Number.isInteger(keep) && keep >= 1) return { folder, keep };
  throw new StartError(help);
}

async function backup(target: string, keep: number): Promise<void> {
  await withDatabase(async (db, config, url, log) => {
    const storage = await openStorage(config);
    try {
      const { folder, manifest } = await makeBackup({ config, db, url, log, storage }, target, { keep });
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(`${folder}\n${count(rows, "row")}, ${filesIn(manifest.files?.count)}.`);
      if (manifest.key === "environment") console.log("SHEAF_KEY is not in it: keep it beside.");
    } finally {
      await storage.close();
    }
  });
}

async function restore(folder: string): Promise<void> {
  await withDatabase(async (_, config, url) => {
    const storage = await openStorage(config);
    try {
      const { manifest, files, inDoubt } = await restoreBackup({ config, url, storage }, folder);
      console.log(`Restored what was there on ${manifest.madeAt}: ${filesIn(manifest.files ? files : undefined)}.`);
      if (inDoubt > 0) console.log(`${count(inDoubt, "email")} may have gone out since, and wait for a person.`);
    } finally {
      await storage.close();
    }
  });
}

async function settle(): Promise<void> {
  await withDatabase(async (_, __, url) => {
    const inDoubt = await settleRestored(url);
    console.log(`${count(inDoubt, "email")} may have gone out since the backup, and wait for a person.`);
  });
}

function filesIn(files: number | undefined): string {
  return files === undefined ? "without files, which lie in S3 and are kept by its own means" : count(files, "file");
}
