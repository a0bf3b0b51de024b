import { percentile } from "../admin/table.ts";
import { type FairnessRun, phases } from "./fairness.ts";

const barMs = 10_000;

const isWithin = (ms: number[]): boolean => percentile(ms, 0.95) <= barMs;

export const fairnessHolds = ({ jobMs, failed }: FairnessRun): boolean =>
  failed.length === 0 && phases.every((phase) => isWithin(jobMs[phase]));

/** Returns a Markdown table, with a row for each phase, and a list of failures. */
export function fairnessTable({ jobMs, fewestQueued, failed }: FairnessRun): string {
  const row = (what: string, ms: number[]) => {
    const seconds = (part: number) => `${(percentile(ms, part) / 1000).toFixed(2)} s`;
    const bar = `≤ ${barMs / 1000} s ${isWithin(ms) ? "✓" : "✗"}`;
    return `| ${[what, ms.length, seconds(0.5), `**${seconds(0.95)}**`, seconds(1), bar].join(" | ")} |`;
  };
  return [
    "| workers | single jobs | p50 | p95 | longest | bar for p95 |",
    "|---|---:|---:|---:|---:|---|",
    ...phases.map((phase) => row(phase, jobMs[phase])),
    row(
      "all",
      phases.flatMap((phase) => jobMs[phase]),
    ),
    "",
    `At least ${fewestQueued} files of the other practice waited. **${failed.length}** failed ${failed.length === 0 ? "✓" : "✗"}`,
    ...failed.slice(0, 20).map((line, index) => `${index === 0 ? "\n" : ""}- ${line.slice(0, 300)}`),
  ].join("\n");
}
