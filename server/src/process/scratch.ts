import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * A folder for this worker's sandboxes alone, below the data folder. Those of workers that no longer run are removed.
 * @returns its path
 */
export async function scratchFolder(dataDir: string): Promise<string> {
  const parent = join(dataDir, "scratch");
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    const pid = Number(/^worker-(\d+)$/.exec(name)?.[1]);
    if (pid > 0 && !runs(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
  const mine = join(parent, `worker-${process.pid}`);
  await rm(mine, { recursive: true, force: true });
  await mkdir(mine);
  return mine;
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
