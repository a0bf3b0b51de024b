import { hash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { isAlive, removeFolder } from "@sheaf/engine/sandbox/scratch.ts";
import { makeTraversableFolder } from "./folder-modes.ts";

/**
 * Creates a folder for the sandboxes of this worker, below the data folder. Folders of workers of this machine that no
 * longer run are removed; other machines, which may share the disk, remove their own.
 * @returns its path
 */
export async function scratchFolder(dataDir: string): Promise<string> {
  const mine = scratchOf(dataDir, process.pid);
  const parent = dirname(mine);
  makeTraversableFolder(parent);
  for (const name of await readdir(parent)) {
    const pid = Number(/-(\d+)$/.exec(name)?.[1]);
    if (join(parent, name) === scratchOf(dataDir, pid) && !isAlive(pid)) {
      await removeFolder(join(parent, name));
    }
  }
  await removeFolder(mine);
  makeTraversableFolder(mine);
  return mine;
}

/**
 * Returns the folder of the worker with this process number on this machine. Process numbers are often the same in
 * different containers, but host names are not.
 */
export function scratchOf(dataDir: string, pid: number): string {
  const machine = hash("sha256", hostname()).slice(0, 8);
  return join(dataDir, "scratch", `worker-${machine}-${pid}`);
}
