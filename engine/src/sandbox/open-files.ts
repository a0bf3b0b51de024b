import { readlinkSync, statSync } from "node:fs";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { attempt } from "../attempt.ts";
import { list, living, read } from "./process-tree.ts";

/** Room in a socket for what waits in it: net.core.wmem_default, which a sandboxed process cannot change. */
const socketBytes = 212_992;
/** The same of a pipe (pipe(7)). */
const pipeBytes = 65_536;

/** So many open files are not looked at one by one: some seventy are usual, and these could not hold much. */
const fewFiles = 256;

/**
 * Memory of the kernel's in which data can wait, at most: that of every socket and pipe that some processes hold, where
 * these are many.
 */
export function waitingBytes(pids: number[]): number {
  if (pids.reduce((sum, pid) => sum + list(`/proc/${pid}/fd`).length, 0) <= fewFiles) return 0;
  const found = new Set<string>();
  for (const pid of pids)
    for (const { target } of openFiles(pid)) if (/^(socket|pipe):/.test(target)) found.add(target);
  let total = 0;
  for (const target of found) total += target.startsWith("socket:") ? socketBytes : pipeBytes;
  return total;
}

/**
 * What files take that were deleted from folders while somebody held them open or mapped: they stay on the disk and are
 * in no folder. A mapped one of which only root may know the size counts as the largest that a sandboxed process can
 * make.
 * @param folders as this process sees them
 */
export function deletedBytes(pids: number[], folders: string[]): number {
  /** By inode. */
  const sizes = new Map<number, number>();
  const isDeleted = ({ target }: HeldFile) =>
    target.endsWith(" (deleted)") && folders.some((folder) => target.startsWith(`${folder}/`));
  for (const pid of pids) {
    for (const { path } of openFiles(pid).filter(isDeleted)) {
      const found = statOf(path);
      if (found) sizes.set(found.ino, found.blocks * 512);
    }
    for (const file of mappedFiles(pid).filter(isDeleted)) {
      const found = statOf(file.path);
      if (found) sizes.set(found.ino, found.blocks * 512);
      else if (!sizes.has(file.inode) && mappedFiles(pid).some(({ inode }) => inode === file.inode))
        sizes.set(file.inode, conversionLimits.outputBytes);
    }
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

const statOf = (path: string) => attempt(() => statSync(path));

interface HeldFile {
  /** Leads to the file itself. */
  path: string;
  /** What it is, or its name with " (deleted)" behind it. */
  target: string;
}

function openFiles(pid: number): HeldFile[] {
  const { folder } = living(pid);
  return list(`${folder}/fd`).flatMap((descriptor) => {
    const path = `${folder}/fd/${descriptor}`;
    const target = attempt(() => readlinkSync(path));
    return target === undefined ? [] : [{ path, target }]; // closed since it was listed
  });
}

/** "START-END PERMISSIONS OFFSET DEVICE INODE   NAME" for each (proc_pid_maps(5)). */
function mappedFiles(pid: number): (HeldFile & { inode: number })[] {
  const maps = read(`${living(pid).folder}/maps`);
  if (!maps.includes(" (deleted)\n")) return [];
  return maps.split("\n").flatMap((line) => {
    const [, range, inode, target] = /^(\S+) \S+ \S+ \S+ (\d+) +(\/.*)$/.exec(line) ?? [];
    return range && target ? [{ path: `/proc/${pid}/map_files/${range}`, target, inode: Number(inode) }] : [];
  });
}
