import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isNotNull } from "drizzle-orm";
import type { Logger } from "pino";
import { jobFiles } from "../../domain/jobs/table.ts";
import type { Config } from "../../platform/config/config.ts";
import { secretKey } from "../../platform/crypto/secret-key.ts";
import { databaseNow } from "../../platform/db/clock.ts";
import type { Db } from "../../platform/db/connect.ts";
import { newId } from "../../platform/ids.ts";
import { requireMatchingKey } from "../../platform/process/installation-key.ts";
import { StartError } from "../../platform/process/start-error.ts";
import type { BlobStore } from "../../platform/storage/blob-store.ts";
import { dumpTables } from "./dump.ts";
import { copyFilesOut } from "./files.ts";
import { filesName, keyName, type Manifest, manifestName } from "./manifest.ts";
import { backups } from "./table.ts";

/** "2026-11-20T02-15-00Z": sorts by time and is a valid name in every file system. */
const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const nameOf = (at: Date) => at.toISOString().replace(/\.\d+/, "").replaceAll(":", "-");
/** Follows the name until the backup is complete. */
const unfinishedEnd = ".unfinished";
/** Longer than any backup takes: what is unfinished for longer was killed. */
const abandonedAfterMs = 48 * 60 * 60_000;

export interface BackupNeeds {
  config: Config;
  db: Db;
  url: string;
  log: Logger;
  storage: BlobStore;
}

/**
 * Makes a backup of tables, files and key while Sheaf continues to run. The backup is a folder below `target` that is
 * named by its time.
 * @param options.at overrides the time in the name, for tests
 * @param options.keep how many backups to keep; older ones are deleted after the new one is complete, and what
 *   backups have left that were killed days ago
 * @returns the folder and its manifest
 * @throws StartError when key or files do not belong to the database: such a backup would replace good ones
 */
export async function makeBackup(
  { config, db, url, log, storage }: BackupNeeds,
  target: string,
  { keep, at }: { keep: number; at?: Date },
): Promise<{ folder: string; manifest: Manifest }> {
  await requireMatchingKey(config, url, log);
  await requireMatchingFiles(config, db, storage);
  const startedAt = at ?? (await databaseNow(db));
  const before = await backupsIn(target);
  const { folder, unfinished } = await createFolder(resolve(target), startedAt);
  try {
    // The tables are copied first. Files are only added or, after their retention, deleted for good, so the copy of the
    // files then contains every file that the tables name.
    const tables = await dumpTables(url, unfinished);
    const last = before.at(-1);
    const files =
      storage.kind === "local"
        ? await copyFilesOut(storage, join(unfinished, filesName), last && join(resolve(target), last, filesName))
        : null;
    const key = config.keyHex ? ("environment" as const) : ("file" as const);
    if (key === "file") await writeKey(config, unfinished);
    const manifest: Manifest = { format: 2, madeAt: startedAt.toISOString(), ...tables, files, key };
    await writeFile(join(unfinished, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(unfinished, folder);
    const rows = tables.tables.reduce((sum, table) => sum + table.rows, 0);
    const made = { rows, files: files?.count ?? null, bytes: files?.bytes ?? null };
    await db.insert(backups).values({ id: newId(), startedAt, endedAt: await databaseNow(db), ...made });
    await deleteOld(target, keep, startedAt);
    return { folder, manifest };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Creates a folder for a backup begun at `at`, and returns it with the name that it gets once it is complete. A second
 * backup within one second is named by the next second.
 */
async function createFolder(target: string, at: Date): Promise<{ folder: string; unfinished: string }> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (let second = at.getTime(); ; second += 1000) {
    const folder = join(target, nameOf(new Date(second)));
    const unfinished = folder + unfinishedEnd;
    try {
      await mkdir(unfinished, { mode: 0o700 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue; // another backup is being made
      throw error;
    }
    if (!existsSync(folder)) return { folder, unfinished };
    await rmdir(unfinished);
  }
}

/**
 * Refuses to back up with another installation's data folder. With SHEAF_KEY set, the key does not reveal this; only
 * the missing files do.
 */
async function requireMatchingFiles({ dataDir }: Config, db: Db, storage: BlobStore): Promise<void> {
  if (storage.kind !== "local") return;
  for await (const _ of storage.list("")) return;
  const [file] = await db.select({ id: jobFiles.id }).from(jobFiles).where(isNotNull(jobFiles.originalKey)).limit(1);
  if (!file) return;
  throw new StartError(
    `${dataDir} contains no files, although the database lists some, so no backup was made. Set SHEAF_DATA to the folder that Sheaf runs with.`,
  );
}

async function writeKey(config: Config, folder: string): Promise<void> {
  const key = await secretKey(config);
  await writeFile(join(folder, keyName), `${key.toString("hex")}\n`, { mode: 0o600, flush: true });
}

/** Returns the names of complete backups, oldest first. */
async function backupsIn(target: string): Promise<string[]> {
  const names = await readdir(target).catch(() => []);
  return names.filter((name) => backupName.test(name)).sort();
}

/** Deletes all but the newest backups, and what backups have left that were killed at least two days before `now`. */
async function deleteOld(target: string, keep: number, now: Date): Promise<void> {
  const latest = nameOf(new Date(now.getTime() - abandonedAfterMs));
  const abandoned = (await readdir(target)).filter((name) => {
    const begun = name.endsWith(unfinishedEnd) ? name.slice(0, -unfinishedEnd.length) : "";
    return backupName.test(begun) && begun < latest;
  });
  for (const name of [...(await backupsIn(target)).slice(0, -keep), ...abandoned]) {
    await rm(join(target, name), { recursive: true, force: true });
  }
}
