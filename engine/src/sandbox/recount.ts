import { statfsSync } from "node:fs";
import { attempt } from "../attempt.ts";

/** When bytes on a disk are counted again. */
export interface RecountAfter {
  /** The disk has lost this much free space since the last count … */
  lostBytes: number;
  /** … or this time has passed: other programs may have freed as much meanwhile, and some disks tell it late. */
  everyMs: number;
}

/**
 * Repeats a count of bytes on a disk only when they may have become more, which takes free space from the disk. Asking
 * for that takes microseconds, and a count up to milliseconds.
 * @param folder a folder on that disk, as its path on the host
 * @param count returns the bytes
 * @returns a function that returns the bytes; a count above `mayHold` is always a new one, as they may have become less
 */
export function recount(
  folder: string,
  count: () => number,
  { lostBytes, everyMs }: RecountAfter,
): (mayHold: number) => number {
  let countedAt = Number.NEGATIVE_INFINITY;
  let mostFree = 0;
  let counted = 0;
  return (mayHold) => {
    const now = performance.now();
    const free = freeBytesOn(folder);
    if (mostFree - free >= lostBytes || now - countedAt >= everyMs || counted > mayHold) {
      counted = count();
      countedAt = now;
      mostFree = free;
    }
    mostFree = Math.max(mostFree, free);
    return counted;
  };
}

/** Returns the free space of a folder's disk; 0 when the folder no longer exists. */
function freeBytesOn(folder: string): number {
  const disk = attempt(() => statfsSync(folder));
  return disk ? disk.bfree * disk.bsize : 0;
}
