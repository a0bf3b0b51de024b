import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { treeUse } from "./process-tree.ts";

/** How long between two looks at memory; folders, being slower to read, are looked at every fifth time. */
const lookMs = 100;
const folderEvery = 5;
/** More than any converter starts at once, by far. */
const usualProcesses = 64;
/** Nobody's result has so many parts; above it the folder is too slow to add up. */
const mostEntries = 5_000;

export interface WorkLimits {
  timeMs: number;
  /** What one file may add to what the cell already held. */
  memoryBytes: number;
  /** What may lie in the cell's folders. */
  scratchBytes: number;
  /** Of the whole cell; 64 when left out. */
  processes?: number;
}

export type Breach = "time" | "memory" | "scratch" | "processes";

/**
 * Watches a cell while it works on one file and says once which limit was passed. It kills nothing itself.
 * @returns stops the watch
 */
export function watch(
  pid: number,
  folders: string[],
  limits: WorkLimits,
  onBreach: (breach: Breach) => void,
): () => void {
  const before = treeUse(pid).memoryBytes;
  let looks = 0;
  const say = (breach: Breach) => {
    stop();
    onBreach(breach);
  };
  const timeout = setTimeout(() => say("time"), limits.timeMs);
  const interval = setInterval(() => {
    const use = treeUse(pid);
    if (use.memoryBytes - before > limits.memoryBytes) return say("memory");
    if (use.processes > (limits.processes ?? usualProcesses)) return say("processes");
    looks += 1;
    if (looks % folderEvery === 0 && folderBytes(folders) > limits.scratchBytes) return say("scratch");
  }, lookMs);
  function stop() {
    clearTimeout(timeout);
    clearInterval(interval);
  }
  return stop;
}

/** Bytes below some folders; infinite when there are too many entries to tell. Follows no link. */
export function folderBytes(folders: string[]): number {
  let total = 0;
  let entries = 0;
  const open = [...folders];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    try {
      const found = lstatSync(next);
      total += found.isFile() ? found.blocks * 512 : 0;
      if (!found.isDirectory()) continue;
      const names = readdirSync(next);
      entries += names.length;
      if (entries > mostEntries) return Number.POSITIVE_INFINITY;
      open.push(...names.map((name) => join(String(next), name)));
    } catch {
      // gone since it was listed
    }
  }
  return total;
}
