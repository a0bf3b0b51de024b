import { join } from "node:path";
import { numberIn, read } from "./process-tree.ts";

const cgroups = "/sys/fs/cgroup";

/**
 * Returns the memory in bytes that this process and its sandboxed processes can still allocate: the minimum of the
 * machine's free memory and of what each parent cgroup v2 with a limit has left.
 */
export function freeMemoryBytes(): number {
  const machine = numberIn(read("/proc/meminfo"), "MemAvailable") * 1024;
  const path = /^0::(.*)$/m.exec(read("/proc/self/cgroup"))?.[1];
  return path === undefined ? machine : Math.min(machine, leftInCgroups(cgroups, path));
}

/**
 * @param root where cgroup v2 is mounted
 * @param path path of a cgroup below `root`
 * @returns infinity when neither this cgroup nor a parent has a limit
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

/** Returns the used memory of a cgroup without the file cache, which the kernel releases when memory is needed. */
function heldIn(folder: string): number {
  const stat = read(join(folder, "memory.stat"));
  const cached = Math.max(0, numberIn(stat, "file") - numberIn(stat, "shmem"));
  return Number(read(join(folder, "memory.current"))) - cached;
}
