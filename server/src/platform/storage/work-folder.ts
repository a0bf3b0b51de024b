import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateFolder } from "../process/folder-modes.ts";
import { TryLater } from "../queue/task.ts";
import { freeSpaceIn, OutOfSpace } from "./free-space.ts";

const place = (dataDir: string) => join(dataDir, "work");

/** Of what is kept free for work under way: with less than this part left none is begun. */
const leastShare = 1 / 4;

/**
 * A folder of one run's own below the data folder (same disk as the files), removed afterwards. What goes wrong while
 * the disk is full says nothing about a file: LibreOffice may have found no room for its result.
 * @param isGood whether a result that is no error needs no second thought
 * @throws TryLater when the disk has no room, before the work or at its bad end; whatever `work` throws
 */
export async function withWorkFolder<Result>(
  dataDir: string,
  work: (folder: string) => Promise<Result>,
  isGood: (result: Result) => boolean = () => true,
): Promise<Result> {
  const parent = place(dataDir);
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

/** Where that cannot be told, what went wrong stands as it is. */
const isFull = (parent: string): Promise<boolean> =>
  freeSpaceIn(parent).then(
    ({ left, reserve }) => left < reserve,
    () => false,
  );

async function newFolder(parent: string): Promise<string> {
  makePrivateFolder(parent);
  const { left, reserve } = await freeSpaceIn(parent);
  if (left < reserve * leastShare) throw new OutOfSpace("The disk is full");
  return mkdtemp(join(parent, "run-"));
}

/**
 * Removes what runs of killed processes left. No run takes longer than an hour, and the clock may be wrong by a day.
 */
export async function sweepWorkFolders(dataDir: string, nowMs: number, olderThanMs = 25 * 3_600_000): Promise<void> {
  const entries = await readdir(place(dataDir)).catch(() => []);
  for (const entry of entries) {
    const path = join(place(dataDir), entry);
    const facts = await stat(path).catch(() => null);
    if (facts && nowMs - facts.mtimeMs > olderThanMs) await rm(path, { recursive: true, force: true });
  }
}
