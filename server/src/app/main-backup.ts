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
    Makes a backup of tables, files and key as a dated folder in FOLDER, while Sheaf keeps running. Files that the last backup
    in FOLDER already holds take no extra space. The newest --keep backups are kept. A backup holds all data and the key:
    protect it like the data itself.
./sheaf restore FOLDER/DATE
    Restores a backup into an empty installation (an empty SHEAF_DATA, or an empty DATABASE_URL). No email is sent twice:
    emails that were being sent wait until somebody decides.
./sheaf restore --settle
    For a database that was restored by other means: does only this last step. Run it before you start Sheaf.`;

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
      if (manifest.key === "environment")
        console.log("The backup does not contain SHEAF_KEY: keep the key separately.");
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
      console.log(`Restored the backup of ${manifest.madeAt}: ${filesIn(manifest.files ? files : undefined)}.`);
      if (inDoubt > 0)
        console.log(
          `${count(inDoubt, "email")} may have been sent since then. Check them in Sheaf before you send them again.`,
        );
    } finally {
      await storage.close();
    }
  });
}

async function settle(): Promise<void> {
  await withDatabase(async (_, __, url) => {
    const inDoubt = await settleRestored(url);
    console.log(
      `${count(inDoubt, "email")} may have been sent since the backup. Check them in Sheaf before you send them again.`,
    );
  });
}

function filesIn(files: number | undefined): string {
  return files === undefined ? "without files, which are in S3 and must be backed up there" : count(files, "file");
}
