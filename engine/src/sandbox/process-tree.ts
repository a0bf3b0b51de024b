import { readdirSync, readFileSync } from "node:fs";

/** A whole cell at one moment. Memory is what its processes alone hold: files mapped from disk are shared with everybody. */
export interface TreeUse {
  memoryBytes: number;
  processes: number;
}

/**
 * Adds up a process and all that descend from it. Processes that end meanwhile count as nothing.
 * Orphans inside a cell become children of its first process, so none escapes.
 */
export function treeUse(pid: number): TreeUse {
  const use: TreeUse = { memoryBytes: 0, processes: 0 };
  for (const status of eachOf(pid, "status")) {
    use.processes += 1;
    use.memoryBytes += kilobytes(status.text, "RssAnon") * 1024 + kilobytes(status.text, "RssShmem") * 1024;
  }
  return use;
}

/**
 * How long a process and each that descends from it has been ready to work while all processors were busy with others, in
 * milliseconds by process. Only its first thread counts, which is the one that a document is converted in. Empty where the
 * kernel does not tell.
 */
export function waitedForProcessor(pid: number): Map<number, number> {
  // Nanoseconds at work, nanoseconds of waiting, turns (Documentation/scheduler/sched-stats.rst).
  return new Map(eachOf(pid, "schedstat").map((found) => [found.pid, Number(found.text.split(" ")[1]) / 1e6]));
}

/** One file of /proc of each process. */
function eachOf(pid: number, file: "status" | "schedstat"): { pid: number; text: string }[] {
  const found: { pid: number; text: string }[] = [];
  const open = [pid];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const text = read(`/proc/${next}/${file}`);
    if (!text) continue;
    found.push({ pid: next, text });
    open.push(...childrenOf(next));
  }
  return found;
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
