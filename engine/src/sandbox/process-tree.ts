import { readdirSync, readFileSync } from "node:fs";

/** A whole cell at one moment. Memory is what its processes alone hold: files mapped from disk are shared with everybody. */
export interface TreeUse {
  memoryBytes: number;
  processes: number;
}

/**
 * A process and all that descend from it. Orphans inside a cell become children of its first process, so none escapes.
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
  const use: TreeUse = { memoryBytes: 0, processes: 0 };
  for (const pid of pids) {
    const status = read(`/proc/${pid}/status`);
    if (!status) continue;
    use.processes += 1;
    use.memoryBytes += kilobytes(status, "RssAnon") * 1024 + kilobytes(status, "RssShmem") * 1024;
  }
  return use;
}

/**
 * How long each of some processes has been ready to work while all processors were busy with others, in milliseconds. Only its first
 * thread counts, which is the one that a document is converted in. Without those of which the kernel does not tell.
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

function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
