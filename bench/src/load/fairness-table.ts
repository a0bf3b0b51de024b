import { percentile } from "../admin/table.ts";
import type { FairnessRun } from "./fairness.ts";

const barMs = 10_000;

export const fairnessHolds = ({ jobMs, failed }: FairnessRun): boolean =>
  failed.length === 0 && jobMs.length > 0 && percentile(jobMs, 0.95) <= barMs;

/** Returns a Markdown table and a list of failures. */
export function fairnessTable({ jobMs, fewestQueued, failed }: FairnessRun): string {
  const seconds = (part: number) => `${(percentile(jobMs, part) / 1000).toFixed(2)} s`;
  const bar = `≤ ${barMs / 1000} s ${percentile(jobMs, 0.95) <= barMs ? "✓" : "✗"}`;
  const failures = `**${failed.length}** ${failed.length === 0 ? "✓" : "✗"}`;
  return [
    "| single jobs | files of the other practice that waited, at least | p50 | p95 | longest | bar for p95 | failed |",
    "|---:|---:|---:|---:|---:|---|---:|",
    `| ${[jobMs.length, fewestQueued, seconds(0.5), `**${seconds(0.95)}**`, seconds(1), bar, failures].join(" | ")} |`,
    ...failed.slice(0, 20).map((line, index) => `${index === 0 ? "\n" : ""}- ${line.slice(0, 300)}`),
  ].join("\n");
}
