import { mkdirSync, writeFileSync } from "node:fs";
import { arch, availableParallelism, cpus, loadavg, release, totalmem } from "node:os";
import { join, relative } from "node:path";

const today = () => new Date().toISOString().slice(0, 10);

/** Programs that wanted a core in the minute before the bench: others' work, not ours. */
export const [loadBefore = 0] = loadavg();

/** The head of a report: what was measured, when, and on what kind of machine. */
export function headOf(title: string): string[] {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  return [
    `# ${title}, ${today()}`,
    "",
    `Machine: ${availableParallelism()} cores (${cpu?.model.trim() ?? arch()}), ${memory}, Linux ${release()}, Node ${process.version}.`,
  ];
}

/** @param worse what others' work does to the numbers, as the end of a sentence */
export function loadLine(worse: string): string {
  return `Load before: ${loadBefore.toFixed(1)}.${loadBefore > 0.5 ? ` Others were at work: ${worse}.` : ""}`;
}

/** Writes `bench/results/DATE-name.md`. @returns its path */
export function saveReport(name: string, text: string): string {
  const dir = join(import.meta.dirname, "..", "results");
  mkdirSync(dir, { recursive: true });
  const path = join(dir, `${today()}-${name}.md`);
  writeFileSync(path, `${text}\n`);
  console.error(`Written: ${relative(process.cwd(), path)}`);
  return path;
}

/** A report that is told as it grows, so that what was measured is there whatever becomes of the rest. */
export function openReport(title: string, worse: string): { say(part: string): void; text(): string } {
  const told: string[] = [];
  const say = (part: string) => {
    told.push(part);
    console.log(part);
  };
  say([...headOf(title), loadLine(worse)].join("\n"));
  return { say, text: () => told.join("\n") };
}

/** Why a part of a report has no numbers. */
export const whyBroken = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
