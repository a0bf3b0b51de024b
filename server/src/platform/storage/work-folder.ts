import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateFolder } from "../process/folder-modes.ts";
import { TryLater } from "../queue/task.ts";
import { freeSpaceIn, OutOfSpace } from "./free-space.ts";

const workRoot = (dataDir: string) => join(dataDir, "work");

/** Share of the reserve below which no work is started. */
const minReserveShare = 1 / 4;

/**
 * Runs `work` with a temporary folder below the data folder (same disk as the files), which is removed afterwards. A
 * failure while the disk is full does not say anything about a file: LibreOffice may have had no space for its result.
 * @param isGood whether a result counts as successful and needs no check of the disk
 * @throws TryLater when the disk is full before the work or after its failure; whatever `work` throws
 */
export async function withWorkFolder<Result>(
  dataDir: string,
  work: (folder: string) => Promise<Result>,
  isGood: (result: Result) => boolean = () => true,
): Promise<Result> {
  const parent = workRoot(dataDir);
  const folder = await newFolder(parent).catch((cause) => {
    throw new TryLater("No work folder can be made", { cause });
  });
  try {
    const result = await work(folder).catch(async (error) => {
      throw (await isFull(parent)) ? fullDisk(error) : error;
    });
    if (isGood(result) || !(await isFull(parent))) return result;
    throw fullDisk();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const fullDisk = (cause?: unknown) => new TryLater("The work went wrong on a full disk", { cause });

/** Returns whether the disk is full; false when it cannot be determined, so that the original error is kept. */
const isFull = (parent: string): Promise<boolean> =>
  freeSpaceIn(parent).then(
    ({ left, reserve }) => left < reserve,
    () => false,
  );

async function newFolder(parent: string): Promise<string> {
  makePrivateFolder(parent);
  const { left, reserve } = await freeSpaceIn(parent);
  if (left < reserve * minReserveShare) throw new OutOfSpace("The disk is full");
  return mkdtemp(join(parent, "run-"));
}

/** Removes folders of killed processes. No run takes longer than an hour, and the clock may be wrong by a day. */
export async function sweepWorkFolders(dataDir: string, nowMs: number, olderThanMs = 25 * 3_600_000): Promise<void> {
  const entries = await readdir(workRoot(dataDir)).catch(() => []);
  for (const entry of entries) {
    const path = join(workRoot(dataDir), entry);
    const facts = await stat(path).catch(() => null);
    if (facts && nowMs - facts.mtimeMs > olderThanMs) await rm(path, { recursive: true, force: true });
  }
}
