import type { ProcessStat } from "./process-stat.ts";

/**
 * Parts of Sheaf to which processes belong. Converters are all descendants of a worker; "start" is the process that
 * starts the others.
 */
export const parts = ["api", "worker", "converters", "postgres", "start"] as const;
export type Part = (typeof parts)[number];
export type ByPart = Record<Part, number>;

interface Entry {
  part: Part;
  startedAt: number;
  cpuSeconds: number;
}

export interface Ledger {
  /**
   * Updates the ledger.
   * @param all all processes of the machine at this moment
   */
  look(all: ProcessStat[]): void;
  /** Returns the processor time of each part since the start, including processes that have ended. */
  cpuSeconds(): ByPart;
  /** Returns how many sandboxes the workers have started: the number of their own children. */
  sandboxes(): number;
  /** Returns the processes that ran at the last call of `look`. */
  running(): { pid: number; part: Part }[];
}

/**
 * Keeps account of processor time by part. A converter is killed together with its whole sandbox, so no parent
 * accumulates its time (cutime): the last observed value counts, and `look` must be called often.
 * @param roots the first process of each part
 */
export function openLedger(roots: { pid: number; part: Part }[]): Ledger {
  const running = new Map<number, Entry>();
  const ended = noneOf();
  let sandboxes = 0;

  function close(pid: number, { part, cpuSeconds }: Entry) {
    ended[part] += cpuSeconds;
    running.delete(pid);
  }

  return {
    look(all) {
      const byPid = new Map(all.map((each) => [each.pid, each]));
      for (const [pid, entry] of running) if (byPid.get(pid)?.startedAt !== entry.startedAt) close(pid, entry);
      /** Returns the part recorded for a process, or the part of its parent's children. */
      const partOf = (pid: number): Part | undefined => {
        const known = running.get(pid)?.part ?? roots.find((root) => root.pid === pid)?.part;
        const parent = byPid.get(pid)?.parent;
        if (known || parent === undefined) return known;
        const family = partOf(parent);
        return family === "worker" ? "converters" : family;
      };
      for (const { pid, parent, startedAt, cpuSeconds } of all) {
        const part = partOf(pid);
        if (part === "converters" && !running.has(pid) && partOf(parent) === "worker") sandboxes += 1;
        if (part) running.set(pid, { part, startedAt, cpuSeconds });
      }
    },
    cpuSeconds() {
      const sum = { ...ended };
      for (const { part, cpuSeconds } of running.values()) sum[part] += cpuSeconds;
      return sum;
    },
    sandboxes: () => sandboxes,
    running: () => [...running].map(([pid, { part }]) => ({ pid, part })),
  };
}

export const noneOf = (): ByPart => ({ api: 0, worker: 0, converters: 0, postgres: 0, start: 0 });

/** Returns the processor time used between two readings. */
export function used(before: ByPart, after: ByPart): ByPart {
  const between = noneOf();
  for (const part of parts) between[part] = after[part] - before[part];
  return between;
}

export const sumOf = (byPart: ByPart): number => parts.reduce((sum, part) => sum + byPart[part], 0);
