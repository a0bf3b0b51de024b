import { readlinkSync, statSync } from "node:fs";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { attempt } from "../attempt.ts";
import { list, processFolder, read } from "./process-tree.ts";

/** Buffer size of a socket: net.core.wmem_default, which a sandboxed process cannot change. */
const socketBytes = 212_992;
/** Buffer size of a pipe (pipe(7)). */
const pipeBytes = 65_536;

/** Up to this number open files are not examined one by one: about 70 are usual, and their buffers cannot hold much. */
const uncheckedFiles = 256;

/**
 * Returns the maximum kernel memory in the buffers of all sockets and pipes that the processes hold; 0 when they have
 * few open files.
 */
export function waitingBytes(pids: number[]): number {
  if (pids.reduce((sum, pid) => sum + list(`/proc/${pid}/fd`).length, 0) <= uncheckedFiles) return 0;
  const found = new Set<string>();
  for (const pid of pids)
    for (const { target } of openFiles(pid)) if (/^(socket|pipe):/.test(target)) found.add(target);
  let total = 0;
  for (const target of found) total += target.startsWith("socket:") ? socketBytes : pipeBytes;
  return total;
}

/**
 * Returns the bytes of files that were deleted from the folders but are still open or mapped, and so still take space
 * on the disk. A mapped file whose size only root can read counts as the largest file that a sandboxed process can
 * make.
 * @param folders as paths on the host
 */
export function deletedBytes(pids: number[], folders: string[]): number {
  /** Sizes by inode. */
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
  /** A path below /proc that leads to the file itself. */
  path: string;
  /** The file's type and inode, or its path, followed by " (deleted)" when it was deleted. */
  target: string;
}

function openFiles(pid: number): HeldFile[] {
  const { folder } = processFolder(pid);
  return list(`${folder}/fd`).flatMap((descriptor) => {
    const path = `${folder}/fd/${descriptor}`;
    const target = attempt(() => readlinkSync(path));
    return target === undefined ? [] : [{ path, target }]; // the file was closed after it was listed
  });
}

/**
 * Reads the mapped files of a process. Each line is "START-END PERMISSIONS OFFSET DEVICE INODE NAME"
 * (proc_pid_maps(5)).
 */
function mappedFiles(pid: number): (HeldFile & { inode: number })[] {
  const maps = read(`${processFolder(pid).folder}/maps`);
  if (!maps.includes(" (deleted)\n")) return [];
  return maps.split("\n").flatMap((line) => {
    const [, range, inode, target] = /^(\S+) \S+ \S+ \S+ (\d+) +(\/.*)$/.exec(line) ?? [];
    return range && target ? [{ path: `/proc/${pid}/map_files/${range}`, target, inode: Number(inode) }] : [];
  });
}
