import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { succeeds } from "../attempt.ts";
import { numberIn, processTree, read } from "./process-tree.ts";
import { isAlive, ownerOf } from "./scratch.ts";

/**
 * A cgroup v2 of one sandboxed process: where the watchdog comes too late, the kernel ends the sandboxed process at its
 * limit of memory. Whatever of it the kernel refuses is left out, since the watchdog looks in any case.
 */
export interface Cgroup {
  /** Takes in a process and its descendants; later ones belong to it by themselves. */
  add(pid: number): void;
  /** @param bytes more than the sandboxed process holds now */
  allow(bytes: number): void;
  /** Whether the kernel ended the sandboxed process because of its limit. */
  ranOut(): boolean;
  /**
   * To be called when its processes have ended. The kernel may still have to clear up: then the group goes with the
   * next one.
   */
  remove(): void;
}

/**
 * The service's own processes lie in a subgroup of this name, the sandboxed processes beside it: DelegateSubgroup= in
 * packaging/systemd.
 */
const ownSubgroup = "sheaf";

/**
 * The cgroup that was handed to this service to divide (systemd's Delegate=memory). By its name alone it is known to be
 * ours: root may write to others as well.
 * @param root where cgroup v2 is mounted
 * @param own content of /proc/self/cgroup
 * @returns null where there is none, or memory is not divided in it
 */
export function delegatedGroup(root = "/sys/fs/cgroup", own = read("/proc/self/cgroup")): string | null {
  const path = /^0::(.*)$/m.exec(own)?.[1];
  if (path === undefined || basename(path) !== ownSubgroup) return null;
  const group = join(root, dirname(path));
  if (!namesIn(group, "cgroup.controllers").includes("memory")) return null;
  const isDivided = namesIn(group, "cgroup.subtree_control").includes("memory");
  return isDivided || succeeds(() => writeFileSync(join(group, "cgroup.subtree_control"), "+memory")) ? group : null;
}

/**
 * Removes the groups of sandboxed processes that have ended, this engine's and those of engines that are gone. Only
 * empty ones can be removed.
 */
function removeEmptyGroups(group: string): void {
  for (const name of readdirSync(group)) {
    const owner = ownerOf(name);
    if (owner !== undefined && (owner === process.pid || !isAlive(owner))) succeeds(() => rmdirSync(join(group, name)));
  }
}

/**
 * @param group of `delegatedGroup`
 * @param name of the sandboxed process, which is new
 * @throws Error when the group cannot be made
 */
export function makeCgroup(group: string, name: string): Cgroup {
  removeEmptyGroups(group);
  const dir = join(group, name);
  mkdirSync(dir);
  // A kernel without swap has no limit of it.
  succeeds(() => writeFileSync(join(dir, "memory.swap.max"), "0"));
  writeFileSync(join(dir, "memory.oom.group"), "1");
  return {
    add(pid) {
      for (const each of processTree(pid)) succeeds(() => writeFileSync(join(dir, "cgroup.procs"), String(each)));
    },
    allow(bytes) {
      const stat = read(join(dir, "memory.stat"));
      const held = ["anon", "shmem", "kernel"].reduce((sum, field) => sum + numberIn(stat, field), 0);
      succeeds(() => writeFileSync(join(dir, "memory.max"), String(Math.round(held + bytes))));
    },
    ranOut: () => numberIn(read(join(dir, "memory.events")), "oom_kill") > 0,
    remove: () => void succeeds(() => rmdirSync(dir)),
  };
}

const namesIn = (group: string, file: string): string[] => read(join(group, file)).trim().split(" ");
