import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { processTree, useOf, waitedForProcessor } from "./process-tree.ts";

/** How long between two looks at memory; folders, being slower to read, are looked at every fifth time. */
const lookMs = 100;
const folderEvery = 5;
/** More than any converter starts at once, by far. */
export const usualProcesses = 64;
/** Nobody's result has so many parts; above it the folder is too slow to add up. */
const mostEntries = 5_000;
/** However busy the machine is, the clock on the wall allows no more than so many times the limit … */
const mostPatience = 3;
/** … and no more than this, of which two tries fit into the time of any task. */
const mostWallMs = 140_000;

export interface WorkLimits {
  /** Without the time that the cell was ready to work and found every processor busy. */
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
  const tree = processTree(pid);
  const before = useOf(tree).memoryBytes;
  let looks = 0;
  const say = (breach: Breach) => {
    stop();
    onBreach(breach);
  };
  const began = performance.now();
  const waitedBefore = waitedForProcessor(tree);
  let timeout = setTimeout(lookAtTime, limits.timeMs);
  function lookAtTime() {
    let waitedMs = 0;
    for (const [each, waited] of waitedForProcessor(processTree(pid)))
      waitedMs += waited - (waitedBefore.get(each) ?? 0);
    const leftMs = timeLeft(limits.timeMs, performance.now() - began, waitedMs);
    if (leftMs < 1) say("time");
    else timeout = setTimeout(lookAtTime, leftMs);
  }
  const interval = setInterval(() => {
    const use = useOf(processTree(pid));
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

/**
 * What is left of a limit on time. A machine with more work than processors is no fault of the file, so waiting for one is
 * given back, within reason.
 * @param elapsedMs by the clock on the wall
 * @param waitedMs of these without a processor
 */
export function timeLeft(limitMs: number, elapsedMs: number, waitedMs: number): number {
  const patience = Math.max(limitMs, Math.min(limitMs * mostPatience, mostWallMs));
  return Math.min(limitMs + waitedMs, patience) - elapsedMs;
}

/** Bytes below some folders; infinite when there are too many entries to tell. Follows no link. */
function folderBytes(folders: string[]): number {
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
