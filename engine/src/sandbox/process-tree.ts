import { readdirSync, readFileSync } from "node:fs";
import { attempt } from "../attempt.ts";

/** Resources used by a process tree at one moment. */
export interface TreeUse {
  /**
   * Private memory of the processes, including swapped memory. Files mapped from disk are shared with other processes
   * and not included.
   */
  privateBytes: number;
  /** Mapped memory of in-memory files and of segments that several processes share. */
  sharedBytes: number;
  processes: number;
  threads: number;
}

/**
 * Returns a process and all its descendants. Orphans inside a sandbox become children of its first process, so none is
 * missed.
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

/** Returns the sum over some processes; those that have ended count as zero. */
export function useOf(pids: number[]): TreeUse {
  const use: TreeUse = { privateBytes: 0, sharedBytes: 0, processes: 0, threads: 0 };
  for (const pid of pids) {
    const { status } = processFolder(pid);
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
 * Returns for each process how long each of its threads has been ready to run while all processors were busy, in
 * milliseconds. Threads for which the kernel gives no value are omitted.
 */
export function waitedForProcessor(pids: number[]): Map<number, Map<number, number>> {
  const waited = new Map<number, Map<number, number>>();
  for (const pid of pids) {
    const threads = new Map<number, number>();
    for (const thread of list(`/proc/${pid}/task`)) {
      // Running time and waiting time in nanoseconds, number of time slices (Documentation/scheduler/sched-stats.rst).
      const text = read(`/proc/${pid}/task/${thread}/schedstat`);
      if (text) threads.set(Number(thread), Number(text.split(" ")[1]) / 1e6);
    }
    if (threads.size > 0) waited.set(pid, threads);
  }
  return waited;
}

/** Returns the children of all threads of a process. */
export function childrenOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`)
      .split(" ")
      .filter((child) => child !== "")
      .map(Number),
  );
}

/**
 * Returns the folder below /proc that describes a process, and its status. When the first thread has ended and others
 * still run, the process's own folder reports no memory or files; then the folder of another thread is returned.
 */
export function processFolder(pid: number): { folder: string; status: string } {
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

/** Returns a number from a list of the kernel, such as "Threads: 4" or "anon 4096"; 0 when the field is missing. */
export const numberIn = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:?\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);

/** Returns the text of a file; empty when there is none. */
export const read = (path: string): string => attempt(() => readFileSync(path, "utf8")) ?? "";

/** Returns the names in a folder; empty when there is none. */
export const list = (path: string): string[] => attempt(() => readdirSync(path)) ?? [];
