import type { ProcessStat } from "./process-stat.ts";

/** What a process is to Sheaf. Converters are all that a worker has started; start looks after the others. */
export const parts = ["api", "worker", "converters", "postgres", "start"] as const;
export type Part = (typeof parts)[number];
export type ByPart = Record<Part, number>;

interface Entry {
  part: Part;
  startedAt: number;
  cpuSeconds: number;
}

export interface Ledger {
  /** @param all every process of the machine at this moment */
  look(all: ProcessStat[]): void;
  /** Processor time of each part since it began, of processes that have ended meanwhile as well. */
  cpuSeconds(): ByPart;
  /** Those that ran when one last looked. */
  running(): { pid: number; part: Part }[];
}

/**
 * Who used how much processor time. A converter is killed with its whole sandbox, so nobody is left to inherit its
 * account (cutime): what was last seen of a process counts, and one has to look often.
 * @param roots the processes that the parts begin with
 */
export function openLedger(roots: { pid: number; part: Part }[]): Ledger {
  const running = new Map<number, Entry>();
  const ended = noneOf();

  function close(pid: number, { part, cpuSeconds }: Entry) {
    ended[part] += cpuSeconds;
    running.delete(pid);
  }

  return {
    look(all) {
      const byPid = new Map(all.map((each) => [each.pid, each]));
      for (const [pid, entry] of running) if (byPid.get(pid)?.startedAt !== entry.startedAt) close(pid, entry);
      /** Its own since it was first seen, else what its parent's children are. */
      const partOf = (pid: number): Part | undefined => {
        const known = running.get(pid)?.part ?? roots.find((root) => root.pid === pid)?.part;
        const parent = byPid.get(pid)?.parent;
        if (known || parent === undefined) return known;
        const family = partOf(parent);
        return family === "worker" ? "converters" : family;
      };
      for (const { pid, startedAt, cpuSeconds } of all) {
        const part = partOf(pid);
        if (part) running.set(pid, { part, startedAt, cpuSeconds });
      }
    },
    cpuSeconds() {
      const sum = { ...ended };
      for (const { part, cpuSeconds } of running.values()) sum[part] += cpuSeconds;
      return sum;
    },
    running: () => [...running].map(([pid, { part }]) => ({ pid, part })),
  };
}

export const noneOf = (): ByPart => ({ api: 0, worker: 0, converters: 0, postgres: 0, start: 0 });

/** What was used between two looks. */
export function used(before: ByPart, after: ByPart): ByPart {
  const between = noneOf();
  for (const part of parts) between[part] = after[part] - before[part];
  return between;
}

export const sumOf = (byPart: ByPart): number => parts.reduce((sum, part) => sum + byPart[part], 0);
