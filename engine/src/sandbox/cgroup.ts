import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { succeeds } from "../attempt.ts";
import { numberIn, processTree, read } from "./process-tree.ts";
import { isAlive, ownerOf } from "./scratch.ts";

/**
 * A cgroup v2 for one sandboxed process: when the watchdog is too slow, the kernel kills the process at its memory
 * limit. Settings that the kernel refuses are ignored, since the watchdog checks in any case.
 */
export interface Cgroup {
  /** Adds a process. Processes that it starts later belong to the cgroup automatically. */
  add(pid: number): void;
  /**
   * Sets the memory limit.
   * @param bytes allowed in addition to the memory that the sandboxed process uses now
   */
  setMemoryLimit(bytes: number): void;
  /** Returns whether the kernel killed the sandboxed process because of its memory limit. */
  exceededMemoryLimit(): boolean;
  /**
   * Removes the cgroup; to be called when its processes have ended. If the kernel has not finished cleaning up, the
   * cgroup is removed when the next one is made.
   */
  remove(): void;
}

/**
 * The subgroup of the service's own processes; the groups of sandboxed processes are its siblings. Set by
 * DelegateSubgroup= in packaging/systemd.
 */
const ownSubgroup = "sheaf";

/**
 * Returns the cgroup that systemd delegated to this service (Delegate=memory). It is recognised by the name of the
 * subgroup, since root has write access to other cgroups too.
 * @param root where cgroup v2 is mounted
 * @param own content of /proc/self/cgroup
 * @returns null when there is none, or when its memory controller is not enabled for subgroups
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
 * Removes the cgroups of sandboxed processes that have ended, of this engine and of engines that no longer run. Only
 * empty cgroups can be removed.
 */
function removeEmptyGroups(group: string): void {
  for (const name of readdirSync(group)) {
    const owner = ownerOf(name);
    if (owner !== undefined && (owner === process.pid || !isAlive(owner))) succeeds(() => rmdirSync(join(group, name)));
  }
}

/**
 * @param group result of `delegatedGroup`
 * @param name name of the new sandboxed process
 * @throws Error when the group cannot be made
 */
export function makeCgroup(group: string, name: string): Cgroup {
  removeEmptyGroups(group);
  const dir = join(group, name);
  mkdirSync(dir);
  // A kernel without swap does not have this file.
  succeeds(() => writeFileSync(join(dir, "memory.swap.max"), "0"));
  writeFileSync(join(dir, "memory.oom.group"), "1");
  return {
    add(pid) {
      for (const each of processTree(pid)) succeeds(() => writeFileSync(join(dir, "cgroup.procs"), String(each)));
    },
    setMemoryLimit(bytes) {
      const stat = read(join(dir, "memory.stat"));
      const held = ["anon", "shmem", "kernel"].reduce((sum, field) => sum + numberIn(stat, field), 0);
      succeeds(() => writeFileSync(join(dir, "memory.max"), String(Math.round(held + bytes))));
    },
    exceededMemoryLimit: () => numberIn(read(join(dir, "memory.events")), "oom_kill") > 0,
    remove: () => void succeeds(() => rmdirSync(dir)),
  };
}

const namesIn = (group: string, file: string): string[] => read(join(group, file)).trim().split(" ");
