import { adminTable, percentile } from "../admin/table.ts";
import type { ListsRun } from "./lists.ts";

const barMs = 20;

export const listsHold = ({ journal }: ListsRun): boolean =>
  journal.failed.length === 0 && [...journal.times.values()].every((ms) => percentile(ms, 0.95) <= barMs);

/** Returns a Markdown table, and a list of late and failed requests. */
export function listsTable({ journal, arrivals }: ListsRun): string {
  return [
    adminTable([...journal.times].map(([what, ms]) => ({ what, ms, barMs }))),
    "",
    `${arrivals.sent} requests, **${journal.failed.length}** failed ${journal.failed.length === 0 ? "✓" : "✗"}, ${arrivals.late} sent more than 50 ms late (the worst ${Math.round(arrivals.worstLateMs)} ms).`,
    ...journal.failed.slice(0, 20).map((line) => `- ${line.slice(0, 300)}`),
  ].join("\n");
}
