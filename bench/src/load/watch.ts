import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { readProcess } from "@sheaf/server/testing/faults/processes.ts";
import type { TestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { type ByPart, noneOf, openLedger, type Part } from "./ledger.ts";
import { type ProcessStat, readStat } from "./process-stat.ts";

export interface Watch {
  /** Returns the processor time of each part so far, including processes that have ended. */
  cpuSeconds(): ByPart;
  /** Returns how many sandboxes the workers have started so far. */
  sandboxes(): number;
  /** Returns the current memory of each part in bytes; shared pages count proportionally for each process (PSS). */
  memoryBytes(): Promise<ByPart>;
  close(): void;
}

/**
 * Interval of readings. The time of a converter between the last reading and its end is not counted, but it ends only
 * when idle.
 */
const lookEveryMs = 200;

/**
 * Watches the processes of an installation.
 * @param workers process ids of further workers
 * @throws Error when one of them is missing
 */
export function watchProcesses(bed: TestBed, workers: number[] = []): Watch {
  const ledger = openLedger([...rootsOf(bed), ...workers.map((pid) => ({ pid, part: "worker" as const }))]);
  const look = () => ledger.look(everyProcess());
  look();
  const looking = setInterval(look, lookEveryMs);
  return {
    cpuSeconds() {
      look();
      return ledger.cpuSeconds();
    },
    sandboxes() {
      look();
      return ledger.sandboxes();
    },
    async memoryBytes() {
      look();
      const bytes = noneOf();
      const found = await Promise.all(ledger.running().map(async ({ pid, part }) => ({ part, pss: await pssOf(pid) })));
      for (const { part, pss } of found) bytes[part] += pss;
      return bytes;
    },
    close: () => clearInterval(looking),
  };
}

function rootsOf(bed: TestBed): { pid: number; part: Part }[] {
  const { api, worker, postgres } = bed.pids();
  const start = api && readProcess(api)?.parent;
  if (!api || !worker || !postgres || !start) throw new Error("Sheaf has stopped.");
  return Object.entries({ api, worker, postgres, start }).map(([part, pid]) => ({ pid, part: part as Part }));
}

function everyProcess(): ProcessStat[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return [readStat(readFileSync(`/proc/${name}/stat`, "latin1"))];
    } catch {
      return []; // the process has ended meanwhile
    }
  });
}

/** @throws Error when it may not be read, so that no process is omitted from the sum */
async function pssOf(pid: number): Promise<number> {
  try {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "latin1");
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return 0;
    throw error;
  }
}
