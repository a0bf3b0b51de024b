import { statfsSync } from "node:fs";
import { MB } from "@sheaf/contracts/limits.ts";
import { attempt } from "../attempt.ts";
import { deletedBytes } from "./open-files.ts";
import { processTree } from "./process-tree.ts";

const searchEveryMs = 500;
/** They are searched for sooner once the disk has lost this much free space. */
const lostBytes = 8 * MB;

/**
 * Counts the bytes of deleted files that a process and its descendants hold. Searching for them takes longer than any
 * other look at the disk. What they hold only grows while the disk loses free space, so the last count is returned
 * until that happens; other programs may free space meanwhile, so it is never older than half a second.
 * @param folders as paths on the host, all on one disk
 * @returns a function that returns the bytes; a count above `mayHold` is always a new one, as files may have been
 *   closed
 */
export function countDeleted(pid: number, folders: string[]): (mayHold: number) => number {
  const [folder = ""] = folders;
  let searchedAt = Number.NEGATIVE_INFINITY;
  let mostFree = 0;
  let found = 0;
  return (mayHold) => {
    const now = performance.now();
    const free = freeBytesOn(folder);
    if (mostFree - free >= lostBytes || now - searchedAt >= searchEveryMs || found > mayHold) {
      found = deletedBytes(processTree(pid), folders);
      searchedAt = now;
      mostFree = free;
    }
    mostFree = Math.max(mostFree, free);
    return found;
  };
}

/** Returns the free space of a folder's disk; 0 when the folder no longer exists. */
function freeBytesOn(folder: string): number {
  const disk = attempt(() => statfsSync(folder));
  return disk ? disk.bfree * disk.bsize : 0;
}
