import { join } from "node:path";
import { numberIn, read } from "./process-tree.ts";

const cgroups = "/sys/fs/cgroup";

/**
 * Memory that this process and its sandboxed processes could still take, in bytes: of the machine, and of each cgroup
 * v2 above this process that has a limit.
 */
export function freeMemoryBytes(): number {
  const machine = numberIn(read("/proc/meminfo"), "MemAvailable") * 1024;
  const path = /^0::(.*)$/m.exec(read("/proc/self/cgroup"))?.[1];
  return path === undefined ? machine : Math.min(machine, leftInCgroups(cgroups, path));
}

/**
 * @param root where cgroup v2 is mounted
 * @param path of a cgroup below it
 * @returns infinite where none of it and those above it has a limit
 */
export function leftInCgroups(root: string, path: string): number {
  let least = Number.POSITIVE_INFINITY;
  const names = path.split("/").filter((name) => name !== "");
  for (let depth = names.length; depth >= 0; depth--) {
    const folder = join(root, ...names.slice(0, depth));
    const limit = Number.parseInt(read(join(folder, "memory.max")), 10);
    if (!Number.isNaN(limit)) least = Math.min(least, limit - heldIn(folder));
  }
  return least;
}

/** Without what the kernel keeps of files on disks and gives up when somebody needs the room. */
function heldIn(folder: string): number {
  const stat = read(join(folder, "memory.stat"));
  const cached = Math.max(0, numberIn(stat, "file") - numberIn(stat, "shmem"));
  return Number(read(join(folder, "memory.current"))) - cached;
}
