import { spawn } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A file that takes longer counts as hanging. The slowest real file takes 8 s on a busy machine. */
const hangMs = 30_000;

export interface FuzzOptions {
  seed: number;
  /** Time for all cases together. */
  timeMs: number;
  /** Folder for the files that caused a failure. */
  folder: string;
}

export interface Broken {
  case: number;
  /** Name of the seed file. */
  name: string;
  /** The damaged file. */
  path: string;
  detail: string;
}

interface ChildLine {
  began?: number;
  ended?: number;
  name?: string;
  outcome?: string;
  detail?: string;
}

/**
 * Converts randomly damaged files until the time is up; the same seed gives the same files. The work runs in a separate
 * process, so that a file that hangs or crashes it is recorded as a finding.
 */
export async function runFuzz({ seed, timeMs, folder }: FuzzOptions) {
  const until = performance.now() + timeMs;
  const broken: Broken[] = [];
  const outcomes = new Map<string, number>();
  let next = 0;
  while (performance.now() < until) next = await runChild(next);
  return { cases: next, outcomes, broken };

  /** @returns the case after the last one */
  async function runChild(first: number): Promise<number> {
    const script = join(import.meta.dirname, "fuzz-child.ts");
    const child = spawn(process.execPath, [script, String(seed), String(first), folder], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    let current = { number: first, name: "", isRunning: false };
    let watchdog: NodeJS.Timeout | undefined;
    let how = "The process died.";
    const stop = setTimeout(() => child.kill("SIGKILL"), Math.max(0, until - performance.now()));
    for await (const text of createInterface({ input: child.stdout })) {
      const line = JSON.parse(text) as ChildLine;
      clearTimeout(watchdog);
      if (line.began !== undefined) {
        current = { number: line.began, name: line.name ?? "", isRunning: true };
        watchdog = setTimeout(() => {
          how = `It hung for ${hangMs / 1000} s.`;
          child.kill("SIGKILL");
        }, hangMs);
        continue;
      }
      current.isRunning = false;
      outcomes.set(line.outcome ?? "", (outcomes.get(line.outcome ?? "") ?? 0) + 1);
      if (line.outcome === "broken") await note(line.detail ?? "");
    }
    clearTimeout(watchdog);
    clearTimeout(stop);
    const isOver = performance.now() >= until - 100;
    if (current.isRunning && !isOver) await note(how);
    return current.number + 1;

    async function note(detail: string): Promise<void> {
      const path = join(folder, `case-${current.number}`);
      // The child may have started the next file already; then this one can be made again from the seed and the number.
      await copyFile(join(folder, "in"), path).catch(() => {});
      broken.push({ case: current.number, name: current.name, path, detail });
    }
  }
}
