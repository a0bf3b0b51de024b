import type { KillRun } from "@sheaf/server/testing/delivery/kill-run.ts";
import type { Verdict } from "@sheaf/server/testing/faults/judge.ts";

/** One fault and its result. */
export interface FaultRow {
  what: string;
  verdict: Verdict;
  /** The longest time to completion of a job that was submitted after the fault, in milliseconds. */
  backMs?: number;
  /** Limit of `backMs`. */
  backBarMs?: number;
  /** Further conditions that must hold, with the text that is shown for each. */
  also?: { words: string; holds: boolean }[];
}

const counts = ["lost", "doubled", "emailsTwice", "quotaWrong", "stuck", "failed"] as const;

/** Returns whether nothing was lost, duplicated or left unfinished, and work continued soon enough. */
export const rowHolds = ({ verdict, backMs, backBarMs, also = [] }: FaultRow): boolean =>
  verdict.jobs > 0 &&
  counts.every((name) => verdict[name] === 0) &&
  (backMs === undefined || backBarMs === undefined || backMs <= backBarMs) &&
  also.every((each) => each.holds);

/** Returns a Markdown table. All numbers count jobs, except emails sent twice and unconfirmed emails. */
export function rowsTable(rows: FaultRow[]): string {
  return [
    "| fault | jobs | lost | doubled | emails twice | quota wrong | stuck | failed | in doubt | back at work | also |",
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|",
    ...rows.map(
      (row) =>
        `| ${[
          row.what,
          row.verdict.jobs,
          ...counts.map((name) => none(row.verdict[name])),
          row.verdict.unconfirmed,
          back(row),
          (row.also ?? []).map(({ words, holds }) => `${words} ${holds ? "✓" : "✗"}`).join("; "),
        ].join(" | ")} |`,
    ),
  ].join("\n");
}

const none = (count: number) => `**${count}** ${count === 0 ? "✓" : "✗"}`;

function back({ backMs, backBarMs }: FaultRow): string {
  if (backMs === undefined) return "";
  const seconds = `${(backMs / 1000).toFixed(1)} s`;
  return backBarMs === undefined ? seconds : `${seconds} ${backMs <= backBarMs ? "✓" : "✗"}`;
}

/** Returns whether nothing was lost, nothing was sent twice, and every kill took place. */
export const holds = (run: KillRun, emails: number): boolean =>
  run.kills === emails && run.lost === 0 && run.twice === 0 && run.unknown === 0;

/** Returns a Markdown table. All numbers count emails, except kills. */
export function faultsTable(run: KillRun, emails: number): string {
  return [
    "| what | kills | lost | twice | unknown | unconfirmed | of these taken | sent |",
    "|---|---:|---:|---:|---:|---:|---:|---:|",
    `| ${[
      `${emails} emails, each worker killed while it handed one over`,
      `${run.kills}${run.kills === emails ? "" : " ✗"}`,
      none(run.lost),
      none(run.twice),
      none(run.unknown),
      run.unconfirmed,
      run.unconfirmedButTaken,
      run.sent,
    ].join(" | ")} |`,
  ].join("\n");
}
