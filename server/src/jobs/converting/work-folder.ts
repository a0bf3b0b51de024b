import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { TryLater } from "../../queue/task.ts";
import { roomIn } from "../../storage/room.ts";

const place = (dataDir: string) => join(dataDir, "work");

/** Of what is kept free for work under way: with less than this part left none is begun. */
const leastShare = 1 / 4;

/**
 * A folder of one run's own below the data folder (same disk as the files), removed afterwards. What goes wrong while the disk is
 * full says nothing about a file: LibreOffice may have found no room for its result.
 * @param isGood whether a result that is no error needs no second thought
 * @throws TryLater when the disk has no room, before the work or at its bad end; whatever `work` throws
 */
export async function withWorkFolder<Result>(
  dataDir: string,
  work: (folder: string) => Promise<Result>,
  isGood: (result: Result) => boolean = () => true,
): Promise<Result> {
  const parent = place(dataDir);
  const folder = await newFolder(parent).catch(noRoom);
  try {
    const result = await work(folder).catch(async (error) =>
      (await isFull(parent)) ? noRoom(error) : Promise.reject(error),
    );
    return isGood(result) || !(await isFull(parent)) ? result : noRoom();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function noRoom(cause?: unknown): never {
  throw new TryLater("The disk has no room for this work", { cause });
}

async function isFull(parent: string): Promise<boolean> {
  const { left, reserve } = await roomIn(parent);
  return left < reserve;
}

async function newFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const { left, reserve } = await roomIn(parent);
  if (left < reserve * leastShare) noRoom();
  return mkdtemp(join(parent, "run-"));
}

/** Removes what runs of killed processes left. No run takes longer than an hour, and the clock may be wrong by a day. */
export async function sweepWorkFolders(dataDir: string, nowMs: number, olderThanMs = 25 * 3_600_000): Promise<void> {
  const entries = await readdir(place(dataDir)).catch(() => []);
  for (const entry of entries) {
    const path = join(place(dataDir), entry);
    const facts = await stat(path).catch(() => null);
    if (facts && nowMs - facts.mtimeMs > olderThanMs) await rm(path, { recursive: true, force: true });
  }
}
