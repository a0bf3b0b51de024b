import { readdirSync, readFileSync } from "node:fs";
import { attempt } from "../attempt.ts";

/** A whole sandboxed process at one moment. */
export interface TreeUse {
  /** What its processes alone hold, swapped out or not: files mapped from disk are shared with everybody. */
  privateBytes: number;
  /** Of files in memory and of memory that several processes share, as far as they are mapped. */
  sharedBytes: number;
  processes: number;
  threads: number;
}

/**
 * A process and all that descend from it. Orphans inside a sandboxed process become children of its first process, so
 * none escapes.
 */
export function processTree(pid: number): number[] {
  const found: number[] = [];
  const open = [pid];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    open.push(...childrenOf(next));
  }
  return found;
}

/** Adds up some processes; those that have ended count as nothing. */
export function useOf(pids: number[]): TreeUse {
  const use: TreeUse = { privateBytes: 0, sharedBytes: 0, processes: 0, threads: 0 };
  for (const pid of pids) {
    const { status } = living(pid);
    if (!status) continue;
    const bytes = (field: string) => numberIn(status, field) * 1024;
    use.processes += 1;
    use.threads += numberIn(status, "Threads");
    use.privateBytes += bytes("RssAnon") + bytes("VmSwap") + bytes("VmPTE") + bytes("HugetlbPages");
    use.sharedBytes += bytes("RssShmem");
  }
  return use;
}

/**
 * How long each of some processes has been ready to work while all processors were busy with others, in milliseconds.
 * Only its first thread counts, which is the one that a document is converted in. Without those of which the kernel
 * does not tell.
 */
export function waitedForProcessor(pids: number[]): Map<number, number> {
  const waited = new Map<number, number>();
  for (const pid of pids) {
    // Nanoseconds at work, nanoseconds of waiting, turns (Documentation/scheduler/sched-stats.rst).
    const text = read(`/proc/${pid}/schedstat`);
    if (text) waited.set(pid, Number(text.split(" ")[1]) / 1e6);
  }
  return waited;
}

/** Any thread may have started a child. */
export function childrenOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`)
      .split(" ")
      .filter((child) => child !== "")
      .map(Number),
  );
}

/**
 * A process as a folder below /proc, with its status. When its first thread has ended and others go on, the process's
 * own folder says that it holds nothing; those of its other threads still tell what it holds.
 */
export function living(pid: number): { folder: string; status: string } {
  const process = { folder: `/proc/${pid}`, status: read(`/proc/${pid}/status`) };
  if (!hasEnded(process.status)) return process;
  for (const name of list(`${process.folder}/task`)) {
    const folder = `${process.folder}/task/${name}`;
    const status = read(`${folder}/status`);
    if (status !== "" && !hasEnded(status)) return { folder, status };
  }
  return process;
}

const hasEnded = (status: string): boolean => /^State:\s+Z/m.test(status);

/** A field of one of the kernel's lists, as "Threads:  4" or "anon 4096"; 0 when it is not there. */
export const numberIn = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:?\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);

/** Empty when there is no such file. */
export const read = (path: string): string => attempt(() => readFileSync(path, "utf8")) ?? "";

/** Empty when there is no such folder. */
export const list = (path: string): string[] => attempt(() => readdirSync(path)) ?? [];
