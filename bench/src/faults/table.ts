import type { KillRun } from "@sheaf/server/delivery/testing/kill-run.ts";

/** Whether nothing was lost, nothing went out twice, and every kill took place. */
export const holds = (run: KillRun, emails: number): boolean =>
  run.kills === emails && run.lost === 0 && run.twice === 0 && run.unknown === 0;

/** A Markdown table; every number is of emails, kills apart. */
export function faultsTable(run: KillRun, emails: number): string {
  const none = (count: number) => `**${count}** ${count === 0 ? "✓" : "✗"}`;
  return [
    "| what | kills | lost | twice | unknown | unconfirmed | of these taken | sent |",
    "|---|---:|---:|---:|---:|---:|---:|---:|",
    `| ${[
      `${emails} emails, each worker killed while it handed one over`,
      `${run.kills}${run.kills === emails ? "" : " ✗"}`,
      ...[none(run.lost), none(run.twice), none(run.unknown)],
      ...[run.unconfirmed, run.unconfirmedButTaken, run.sent],
    ].join(" | ")} |`,
  ].join("\n");
}
