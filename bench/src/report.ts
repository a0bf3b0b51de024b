import { mkdirSync, writeFileSync } from "node:fs";
import { arch, availableParallelism, cpus, loadavg, release, totalmem } from "node:os";
import { join, relative } from "node:path";

const today = () => new Date().toISOString().slice(0, 10);

/** Load average of the minute before the bench: the work of other programs. */
export const [loadBefore = 0] = loadavg();

/** Returns the head of a report: title, date and machine. */
export function headOf(title: string): string[] {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  return [
    `# ${title}, ${today()}`,
    "",
    `Machine: ${availableParallelism()} cores (${cpu?.model.trim() ?? arch()}), ${memory}, Linux ${release()}, Node ${process.version}.`,
  ];
}

/**
 * Returns a line about the load before the bench.
 * @param worse the effect of other programs' work on the numbers, as the end of a sentence
 */
export function loadLine(worse: string): string {
  return `Load before: ${loadBefore.toFixed(1)}.${loadBefore > 0.5 ? ` Others were at work: ${worse}.` : ""}`;
}

/**
 * Writes `bench/results/DATE-name.md`.
 * @returns its path
 */
export function saveReport(name: string, text: string): string {
  const dir = join(import.meta.dirname, "..", "results");
  mkdirSync(dir, { recursive: true });
  const path = join(dir, `${today()}-${name}.md`);
  writeFileSync(path, `${text}\n`);
  console.error(`Written: ${relative(process.cwd(), path)}`);
  return path;
}

/**
 * Opens a report that is printed while it grows, so that completed measurements are not lost when a later one fails.
 */
export function openReport(title: string, worse: string): { say(part: string): void; text(): string } {
  const told: string[] = [];
  const say = (part: string) => {
    told.push(part);
    console.log(part);
  };
  say([...headOf(title), loadLine(worse)].join("\n"));
  return { say, text: () => told.join("\n") };
}

/** Returns the reason why a part of a report has no numbers. */
export const whyBroken = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
