import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, opendir, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { BlobMissing, type BlobStore } from "../../platform/storage/blob-store.ts";

export interface CopiedFiles {
  count: number;
  bytes: number;
}

/**
 * Copies every file of the store into `folder`. Files never change, so a file that the previous backup contains becomes
 * a hard link to it and takes no extra space.
 * @param last the same folder of the previous backup, if there is one
 */
export async function copyFilesOut(storage: BlobStore, folder: string, last: string | undefined): Promise<CopiedFiles> {
  const copied = { count: 0, bytes: 0 };
  for await (const { key, sizeBytes } of storage.list("")) {
    const path = join(folder, ...key.split("/"));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const isLinked = last !== undefined && (await tryLink(join(last, ...key.split("/")), path, sizeBytes));
    if (!isLinked && !(await copyOut(storage, key, path))) continue;
    copied.count += 1;
    copied.bytes += sizeBytes;
  }
  return copied;
}

async function tryLink(from: string, to: string, sizeBytes: number): Promise<boolean> {
  const facts = await stat(from).catch(() => undefined);
  if (facts?.size !== sizeBytes) return false;
  return link(from, to).then(
    () => true,
    () => false,
  );
}

/** @returns false when the file was deleted meanwhile, as files are at the end of their retention */
async function copyOut(storage: BlobStore, key: string, path: string): Promise<boolean> {
  try {
    await pipeline(await storage.open(key), createWriteStream(path, { mode: 0o600, flush: true }));
    return true;
  } catch (error) {
    if (error instanceof BlobMissing) return false;
    throw error;
  }
}

/** Copies a backup's files into the store. Files that an interrupted restore has already copied are written again. */
export async function copyFilesIn(folder: string, storage: BlobStore): Promise<number> {
  let count = 0;
  for await (const path of filesBelow(folder)) {
    await storage.put(relative(folder, path).split(sep).join("/"), createReadStream(path));
    count += 1;
  }
  return count;
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => undefined);
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
