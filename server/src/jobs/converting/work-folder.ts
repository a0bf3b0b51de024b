import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { TryLater } from "../../queue/task.ts";

const place = (dataDir: string) => join(dataDir, "work");

/**
 * A folder of one run's own below the data folder (same disk as the files), removed afterwards.
 * @throws TryLater when the disk has no room for one; whatever `work` throws
 */
export async function withWorkFolder<Result>(
  dataDir: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await newFolder(place(dataDir)).catch((cause) => {
    throw new TryLater("No work folder can be made", { cause });
  });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function newFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
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
