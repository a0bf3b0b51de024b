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
  const open = [pid];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const status = read(`/proc/${next}/status`);
    if (!status) continue;
    use.processes += 1;
    use.memoryBytes += kilobytes(status, "RssAnon") * 1024 + kilobytes(status, "RssShmem") * 1024;
    open.push(...childrenOf(next));
  }
  return use;
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
