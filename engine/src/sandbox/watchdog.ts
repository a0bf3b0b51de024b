import { lstatSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import { attempt } from "../attempt.ts";
import { deletedBytes, waitingBytes } from "./open-files.ts";
import { processTree, useOf, waitedForProcessor } from "./process-tree.ts";

/**
 * How long between two looks at memory and at a disk, which is slower to read, while much is left. The less is left,
 * the sooner comes the next look: hostile code on two cores fills so many bytes in a millisecond.
 */
const memoryLooks = { usualMs: 100, bytesPerMs: 8 * MB };
const diskLooks = { usualMs: 500, bytesPerMs: 3 * MB };
const soonestMs = 10;
/** More than any converter starts at once, by far. */
export const usualProcesses = 64;
/** Of all processes together; LibreOffice and Node have some fifty. */
const mostThreads = 1_000;
/** Nobody's result has so many parts; above it the folder is too slow to add up. */
const mostEntries = 5_000;
/** What a file in memory takes besides its content: its inode and its name. */
const entryBytes = 2_048;
/** However busy the machine is, the clock on the wall allows no more than so many times the limit … */
const mostPatience = 3;
/** … and no more than this, of which two tries fit into the time of any task. */
const mostWallMs = 140_000;

export interface WorkLimits {
  /** Without the time that the sandboxed process was ready to work and found every processor busy. */
  timeMs: number;
  /** What one file may add to what the sandboxed process already held. */
  memoryBytes: number;
  /** What may lie in the sandboxed process's folders. */
  scratchBytes: number;
  /** Of the whole sandboxed process; 64 when left out. */
  processes?: number;
}

export type Breach = "time" | "memory" | "scratch" | "processes";

/** Where a sandboxed process can write, as the host sees it. */
export interface SandboxStorage {
  /** Folders on a disk. */
  onDisk: string[];
  /** Whether the sandboxed process can delete files there, and so hold some that are in no folder. */
  canDelete: boolean;
  /** File systems in memory, of the sandboxed process alone; none before the sandbox has made them. */
  inMemory(): string[];
  /** What it has added to files that were taken from it. */
  addedBytes(): number;
  /** The sandboxed process's room for work, wherever it lies. */
  workDir(): string;
}

export interface Watch {
  /** What the sandboxed process held at the beginning, in bytes. */
  heldBytes: number;
  /** The file is done. Its time counts no more; memory and disk still do, since what it left may go on working. */
  rest(): void;
  stop(): void;
}

/**
 * Watches a sandboxed process while it works on one file and says once which limit was passed. It kills nothing itself.
 * @param mostHeld of what the sandboxed process held before, so much is no part of the file's memory
 */
export function watch(
  pid: number,
  storage: SandboxStorage,
  limits: WorkLimits,
  onBreach: (breach: Breach) => void,
  mostHeld: number = Number.POSITIVE_INFINITY,
): Watch {
  const tree = processTree(pid);
  const heldBytes = memoryUse(tree, storage).bytes;
  const before = Math.min(heldBytes, mostHeld);
  const report = (breach: Breach) => {
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
    if (leftMs < 1) report("time");
    else timeout = setTimeout(lookAtTime, leftMs);
  }
  let nextLook = setTimeout(lookAtMemory, memoryLooks.usualMs);
  function lookAtMemory() {
    const { bytes, processes, threads } = memoryUse(processTree(pid), storage);
    const left = limits.memoryBytes - (bytes - before);
    if (left < 0) return report("memory");
    if (processes > (limits.processes ?? usualProcesses) || threads > mostThreads) return report("processes");
    nextLook = setTimeout(lookAtMemory, pauseMs(left, memoryLooks));
  }
  let nextDiskLook = setTimeout(lookAtDisk, pauseMs(limits.scratchBytes, diskLooks));
  function lookAtDisk() {
    const left = limits.scratchBytes - diskUse(processTree(pid), storage);
    if (left < 0) return report("scratch");
    nextDiskLook = setTimeout(lookAtDisk, pauseMs(left, diskLooks));
  }
  function stop() {
    for (const timer of [timeout, nextLook, nextDiskLook]) clearTimeout(timer);
  }
  return { heldBytes, rest: () => clearTimeout(timeout), stop };
}

const pauseMs = (leftBytes: number, { usualMs, bytesPerMs }: typeof memoryLooks): number =>
  Math.max(soonestMs, Math.min(usualMs, leftBytes / bytesPerMs));

/** Memory of some processes, of their files in memory, and of what waits in their sockets and pipes. */
function memoryUse(pids: number[], storage: SandboxStorage): { bytes: number; processes: number; threads: number } {
  const { privateBytes, sharedBytes, processes, threads } = useOf(pids);
  const inRooms = storage.inMemory().reduce((sum, path) => sum + bytesInMemory(path), 0);
  // What processes share lies in those rooms, mapped or not.
  return { bytes: privateBytes + Math.max(sharedBytes, inRooms) + waitingBytes(pids), processes, threads };
}

/** Of a whole file system; 0 when it is gone. */
function bytesInMemory(path: string): number {
  const found = attempt(() => statfsSync(path));
  return found ? (found.blocks - found.bfree) * found.bsize + (found.files - found.ffree) * entryBytes : 0;
}

function diskUse(pids: number[], { onDisk, canDelete, addedBytes }: SandboxStorage): number {
  return folderBytes(onDisk) + addedBytes() + (canDelete ? deletedBytes(pids, onDisk) : 0);
}

/**
 * What is left of a limit on time. A machine with more work than processors is no fault of the file, so waiting for one
 * is given back, within reason.
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
