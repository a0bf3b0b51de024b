import { lstatSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import { attempt } from "../attempt.ts";
import { countWaiting } from "./count-waiting.ts";
import { deletedBytes, waitingBytes } from "./open-files.ts";
import { processTree, useOf } from "./process-tree.ts";
import { recount } from "./recount.ts";

/**
 * The interval between two checks of memory, and of the disk, which is slower to read, while much of the limit is left.
 * With less left, the next check comes sooner: `bytesPerMs` is what hostile code on two cores can fill in a
 * millisecond.
 */
const memoryLooks = { usualMs: 100, bytesPerMs: 8 * MB };
const diskLooks = { usualMs: 500, bytesPerMs: 3 * MB };
const minPauseMs = 10;
/** Files are listed again in a look only after this; deleted ones later, as searching for them takes longest. */
const recountFiles = { lostBytes: MB, everyMs: 50 };
const recountDeleted = { lostBytes: 8 * MB, everyMs: 500 };
/** Far more processes than any converter starts at once. */
export const usualProcesses = 64;
/** Maximum number of threads of all processes together; LibreOffice and Node have about 50. */
const maxThreads = 1_000;
/** Maximum number of files and folders. No result needs as many, and counting more would take too long. */
const maxEntries = 5_000;
/** Memory of a file in an in-memory file system besides its content: its inode and its name. */
const entryBytes = 2_048;
/** However busy the machine is, the elapsed time may not exceed the limit by more than this factor … */
const maxTimeFactor = 3;
/** … and may not exceed this time, so that two attempts fit into the time of any task. */
const maxWallMs = 140_000;

export interface WorkLimits {
  /** Does not include time in which the sandboxed process was ready to run but all processors were busy. */
  timeMs: number;
  /** Memory that one file may use in addition to what the sandboxed process already used. */
  memoryBytes: number;
  /** Maximum size of all files in the sandboxed process's folders. */
  scratchBytes: number;
  /** Maximum number of processes in the sandbox; 64 when omitted. */
  processes?: number;
  /**
   * The maximum elapsed time of work of the lowest priority, which a busy machine may leave without a processor for
   * minutes. Three times the time limit, at most 140 s, when omitted.
   */
  patientMs?: number;
}

export type Breach = "time" | "memory" | "scratch" | "processes";

/** Where a sandboxed process can write, as paths on the host. */
export interface SandboxStorage {
  /** Folders, all on one disk. */
  onDisk: string[];
  /** Whether the sandboxed process can delete files there, so that deleted files may still take space. */
  canDelete: boolean;
  /** Returns the in-memory file systems of this sandboxed process; none before the sandbox has mounted them. */
  inMemory(): string[];
  /** Returns the bytes that it has added to result files after they were moved. */
  addedBytes(): number;
  /** Returns the working folder of the sandboxed process, on disk or in memory. */
  workDir(): string;
}

export interface Watch {
  /** Memory of the sandboxed process at the start, in bytes. */
  heldBytes: number;
  /**
   * Ends the time limit when the file is done. Memory and disk are still watched until the next request, since
   * processes that it left may still run.
   */
  endTimeLimit(): void;
  stop(): void;
  /** Returns how long the processes were ready to run while all processors were busy, in milliseconds. */
  waitedMs(): number;
}

/**
 * Watches a sandboxed process while it works on one file and reports once which limit was exceeded. It does not kill
 * anything itself.
 * @param maxUncountedBytes memory in use at the start is not counted for the file, up to this number of bytes
 */
export function watch(
  pid: number,
  storage: SandboxStorage,
  limits: WorkLimits,
  onBreach: (breach: Breach) => void,
  maxUncountedBytes: number = Number.POSITIVE_INFINITY,
): Watch {
  const tree = processTree(pid);
  const heldBytes = memoryUse(tree, storage).bytes;
  const before = Math.min(heldBytes, maxUncountedBytes);
  const report = (breach: Breach) => {
    stop();
    onBreach(breach);
  };
  const began = performance.now();
  // Counted from the first look on: most files have ended before, and reading the threads costs them time.
  let waiting: ReturnType<typeof countWaiting> | undefined;
  const waitedMs = (pids = processTree(pid)) => waiting?.(pids) ?? 0;
  let timeout = setTimeout(lookAtTime, limits.timeMs);
  function lookAtTime() {
    const leftMs = timeLeft(limits.timeMs, performance.now() - began, waitedMs(), limits.patientMs);
    if (leftMs < 1) report("time");
    else timeout = setTimeout(lookAtTime, leftMs);
  }
  let nextLook = setTimeout(lookAtMemory, memoryLooks.usualMs);
  function lookAtMemory() {
    const pids = processTree(pid);
    const { bytes, processes, threads } = memoryUse(pids, storage);
    waiting ??= countWaiting(pids);
    if (limits.patientMs !== undefined) waiting(pids);
    const left = limits.memoryBytes - (bytes - before);
    if (left < 0) return report("memory");
    if (processes > (limits.processes ?? usualProcesses) || threads > maxThreads) return report("processes");
    nextLook = setTimeout(lookAtMemory, pauseMs(left, memoryLooks));
  }
  let nextDiskLook = setTimeout(lookAtDisk, pauseMs(limits.scratchBytes, diskLooks));
  const { onDisk, canDelete } = storage;
  const [disk = ""] = onDisk;
  const inFiles = recount(disk, () => folderBytes(onDisk), recountFiles);
  const inDeleted = canDelete && recount(disk, () => deletedBytes(processTree(pid), onDisk), recountDeleted);
  function lookAtDisk() {
    const besideAdded = limits.scratchBytes - storage.addedBytes();
    const besideFiles = besideAdded - inFiles(besideAdded);
    const left = besideFiles - (inDeleted ? inDeleted(besideFiles) : 0);
    if (left < 0) return report("scratch");
    nextDiskLook = setTimeout(lookAtDisk, pauseMs(left, diskLooks));
  }
  function stop() {
    for (const timer of [timeout, nextLook, nextDiskLook]) clearTimeout(timer);
  }
  return { heldBytes, endTimeLimit: () => clearTimeout(timeout), stop, waitedMs: () => waitedMs() };
}

const pauseMs = (leftBytes: number, { usualMs, bytesPerMs }: typeof memoryLooks): number =>
  Math.max(minPauseMs, Math.min(usualMs, leftBytes / bytesPerMs));

/** Returns the memory of some processes, including their in-memory files and the buffers of their sockets and pipes. */
function memoryUse(pids: number[], storage: SandboxStorage): { bytes: number; processes: number; threads: number } {
  const { privateBytes, sharedBytes, processes, threads } = useOf(pids);
  const inRooms = storage.inMemory().reduce((sum, path) => sum + bytesInMemory(path), 0);
  // Shared memory consists of files in those file systems, whether mapped or not.
  return { bytes: privateBytes + Math.max(sharedBytes, inRooms) + waitingBytes(pids), processes, threads };
}

/** Returns the memory of a whole file system; 0 when it no longer exists. */
function bytesInMemory(path: string): number {
  const found = attempt(() => statfsSync(path));
  return found ? (found.blocks - found.bfree) * found.bsize + (found.files - found.ffree) * entryBytes : 0;
}

/**
 * Returns how much of a time limit is left. Waiting for a processor on a busy machine is not the file's fault, so that
 * time is added to the limit, up to a maximum.
 * @param elapsedMs elapsed real time
 * @param waitedMs the part of it spent waiting for a processor
 * @param patientMs the maximum; three times the limit, at most 140 s, when omitted
 */
export function timeLeft(limitMs: number, elapsedMs: number, waitedMs: number, patientMs?: number): number {
  const patience = Math.max(limitMs, patientMs ?? Math.min(limitMs * maxTimeFactor, maxWallMs));
  return Math.min(limitMs + waitedMs, patience) - elapsedMs;
}

/** Returns the bytes below some folders; infinity when there are too many entries to count. Does not follow links. */
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
      if (entries > maxEntries) return Number.POSITIVE_INFINITY;
      open.push(...names.map((name) => join(String(next), name)));
    } catch {
      // it was removed after it was listed
    }
  }
  return total;
}
