import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../../platform/config/config.ts";
import { makeDataFolder } from "../../platform/process/folder-modes.ts";
import { StartError } from "../../platform/process/start-error.ts";
import type { BlobStore } from "../../platform/storage/blob-store.ts";
import { copyFilesIn } from "./files.ts";
import { loadTables, requireLoadable } from "./load.ts";
import { filesName, keyName, type Manifest, readManifest } from "./manifest.ts";

export interface Restored {
  manifest: Manifest;
  files: number;
  /** Emails that may have been sent after the backup. A member decides about each. */
  inDoubt: number;
}

/**
 * Restores a backup into an empty installation. The tables are loaded last, so that an interrupted restore can be
 * repeated.
 * @throws StartError when the folder is not a backup, or the installation is in use or of another version
 */
export async function restoreBackup(
  { config, url, storage }: { config: Config; url: string; storage: BlobStore },
  from: string,
): Promise<Restored> {
  const folder = resolve(from);
  const manifest = await readManifest(folder);
  if (manifest.files && storage.kind === "s3") {
    throw new StartError(
      "This backup contains files, but this installation stores its files in S3. Unset S3_BUCKET, or see docs/operate.md.",
    );
  }
  if (manifest.key === "environment" && !config.keyHex) {
    throw new StartError("This backup was made with SHEAF_KEY set. Set SHEAF_KEY to the same 64 hex digits.");
  }
  // Unlike the tables, the files are not copied in a transaction: copy them only after all checks.
  await requireLoadable(url, folder, manifest);
  const files = manifest.files ? await copyFilesIn(join(folder, filesName), storage) : 0;
  const { inDoubt } = await loadTables(url, folder, manifest);
  if (manifest.key === "file" && !config.keyHex) await copyKey(config, folder);
  return { manifest, files, inDoubt };
}

/** Overwrites a key that the new installation may have made: nothing is encrypted with it yet. */
async function copyKey({ dataDir }: Config, folder: string): Promise<void> {
  makeDataFolder(dataDir);
  await writeFile(join(dataDir, keyName), await readFile(join(folder, keyName)), { mode: 0o600, flush: true });
}
