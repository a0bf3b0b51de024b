import { createHash, randomBytes } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { access, chmod, type FileHandle, link, mkdir, open, opendir, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Readable } from "node:stream";
import { makePrivateFolder } from "../process/folder-modes.ts";
import { checkedKey } from "./blob-key.ts";
import { BlobMissing, type BlobStore, type StoredBlob } from "./blob-store.ts";
import { filesBelow } from "./files-below.ts";
import { requireFreeSpaceIn } from "./free-space.ts";
import { hashFile, requireUndamaged } from "./hashing.ts";

/** Prefix of unfinished files. No key can contain it, so an unfinished file is never taken for a blob. */
const temporary = ".part-";
/** Longer than any upload can take, even when a clock is wrong by a day. */
const abandonedAfterMs = 48 * 3600 * 1000;

export const blobFolder = (dataDir: string) => join(dataDir, "files");

/**
 * Opens a store that keeps blobs as files in one folder. A blob is written under another name in the same folder,
 * synced to disk, then renamed.
 */
export async function openLocalBlobs(folder: string): Promise<BlobStore> {
  const root = resolve(folder);
  makePrivateFolder(root);

  const pathOf = (key: string) => join(root, ...checkedKey(key).split("/"));

  const opened = (key: string) =>
    open(pathOf(key)).catch((error) => {
      throw missing(error);
    });

  const write = async (key: string, body: Readable, signal?: AbortSignal): Promise<StoredBlob> => {
    const path = pathOf(key);
    const unfinished = unfinishedBeside(path);
    try {
      const handle = await inFolder(dirname(path), () => open(unfinished, "w", 0o600));
      const stored = await writeOut(handle, body, { signal, durable: true });
      await rename(unfinished, path);
      await syncToDisk(dirname(path));
      return stored;
    } catch (error) {
      body.destroy();
      await rm(unfinished, { force: true });
      throw error;
    }
  };

  return {
    kind: "local",
    put: (key, body, options) => write(key, body, options?.signal),

    async putFile(key, path) {
      const target = pathOf(key);
      const stored = await hashFile(path);
      const unfinished = unfinishedBeside(target);
      try {
        await inFolder(dirname(target), () => link(path, unfinished));
      } catch {
        // The source is on another file system, or links are not supported: the file is copied.
        const copied = await write(key, createReadStream(path));
        await rm(path, { force: true });
        return copied;
      }
      await chmod(unfinished, 0o600);
      await syncToDisk(unfinished);
      await rename(unfinished, target);
      await syncToDisk(dirname(target));
      await rm(path, { force: true });
      return stored;
    },

    async open(key, range) {
      const handle = await opened(key);
      return handle.createReadStream(range ? { start: range.start, end: range.end } : {});
    },

    async fetch(key, path, expected) {
      const handle = await opened(key);
      const got = await writeOut(await open(path, "w", 0o600), handle.createReadStream());
      await requireUndamaged(path, got, expected);
    },

    async delete(keys) {
      for (const key of keys) {
        const path = pathOf(key);
        await rm(path, { force: true });
        await removeEmptyFolders(dirname(path), root);
      }
    },

    async *list(prefix) {
      // Only the folder of the prefix is read, not the whole store.
      for await (const path of filesBelow(join(root, ...prefix.split("/").slice(0, -1)))) {
        const key = relative(root, path).split(sep).join("/");
        if (!key.startsWith(prefix) || basename(path).startsWith(temporary)) continue;
        const facts = await stat(path).catch(() => null);
        if (facts) yield { key, sizeBytes: facts.size, modifiedAt: facts.mtime };
      }
    },

    async *folders(prefix) {
      const entries = await opendir(join(root, ...prefix.split("/"))).catch(() => null);
      if (!entries) return;
      for await (const entry of entries) if (entry.isDirectory()) yield entry.name;
    },

    async link() {
      return undefined;
    },

    sweep: (now) => sweepUnfinished(root, now),

    requireFreeSpace: (sizeBytes) => requireFreeSpaceIn(root, sizeBytes),

    async check() {
      await access(root, constants.W_OK).catch((error) => {
        throw new Error("The folder of files cannot be written to", { cause: error });
      });
      await requireFreeSpaceIn(root, 0);
    },

    async close() {
      // Nothing stays open between calls.
    },
  };
}

async function sweepUnfinished(root: string, now: Date): Promise<number> {
  let removed = 0;
  for await (const path of filesBelow(root)) {
    if (!basename(path).startsWith(temporary)) continue;
    const facts = await stat(path).catch(() => null);
    if (!facts || now.getTime() - facts.mtimeMs < abandonedAfterMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

const unfinishedBeside = (path: string) => join(dirname(path), `${temporary}${randomBytes(8).toString("hex")}`);

/** Creates the folder and runs `work`; repeats both when a concurrent deletion removed the empty folder in between. */
async function inFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return await work();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || tries === 5) throw error;
    }
  }
}

/**
 * Writes a stream to a new file and closes it, counting and hashing the bytes.
 * @param options.durable syncs the file to disk; a temporary copy need not survive a power failure
 */
async function writeOut(
  handle: FileHandle,
  body: Readable,
  { signal, durable = false }: { signal?: AbortSignal | undefined; durable?: boolean } = {},
): Promise<StoredBlob> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  try {
    signal?.throwIfAborted();
    const stop = () => body.destroy(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
    signal?.addEventListener("abort", stop, { once: true });
    try {
      for await (const chunk of body) {
        const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer);
        hash.update(bytes);
        sizeBytes += bytes.length;
        await handle.writeFile(bytes);
      }
    } finally {
      signal?.removeEventListener("abort", stop);
    }
    signal?.throwIfAborted();
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
  return { sizeBytes, sha256: hash.digest("hex") };
}

/** Syncs a file's content or a folder's entries to disk, so that they survive a power failure. */
async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes empty folders upwards. A folder that still has content, or into which a new blob is being written, stays. */
async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (let at = folder; at !== root && at.startsWith(root + sep); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return;
    }
  }
}

function missing(error: NodeJS.ErrnoException): Error {
  return error.code === "ENOENT" ? new BlobMissing("A stored file is missing", { cause: error }) : error;
}
