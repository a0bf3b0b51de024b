import type { KillRun } from "@sheaf/server/testing/delivery/kill-run.ts";
import type { ClockRun } from "@sheaf/server/testing/faults/clock.ts";
import type { SchedulersRun } from "@sheaf/server/testing/faults/schedulers.ts";
import { expect, test } from "vitest";
import { type FaultRow, faultsTable, holds, rowHolds, rowsTable } from "./table.ts";
import { clockRow, schedulersRow } from "./time-rows.ts";

const run = (changed: Partial<KillRun> = {}): KillRun => ({
  kills: 30,
  sent: 4,
  unconfirmed: 26,
  unconfirmedButTaken: 6,
  twice: 0,
  lost: 0,
  unknown: 0,
  ...changed,
});

test("the table first lists lost and duplicated emails, then unconfirmed ones", () => {
  expect(faultsTable(run(), 30).split("\n")[2]).toBe(
    "| 30 emails, each worker killed while it handed one over | 30 | **0** ✓ | **0** ✓ | **0** ✓ | 26 | 6 | 4 |",
  );
});

test.each<[string, Partial<KillRun>, boolean]>([
  ["a run with unconfirmed emails passes", {}, true],
  ["a run with a lost email fails", { lost: 1 }, false],
  ["a run with an email sent twice fails", { twice: 1 }, false],
  ["a run with an unknown email fails", { unknown: 1 }, false],
  ["a run with fewer kills than planned fails", { kills: 29 }, false],
])("%s", (_, changed, expected) => expect(holds(run(changed), 30)).toBe(expected));

test("failures are marked in the table", () => {
  expect(faultsTable(run({ lost: 1, kills: 29 }), 30)).toContain("| 29 ✗ | **1** ✗ |");
});

const row = (changed: Partial<FaultRow> = {}, verdict: Partial<FaultRow["verdict"]> = {}): FaultRow => ({
  what: "4 processes killed",
  backMs: 12_600,
  backBarMs: 30_000,
  also: [{ words: "1 worker", holds: true }],
  ...changed,
  verdict: {
    jobs: 12,
    lost: 0,
    doubled: 0,
    emailsTwice: 0,
    unconfirmed: 1,
    quotaWrong: 0,
    stuck: 0,
    failed: 0,
    ...verdict,
  },
});

test("the row of a fault states its damage and how soon work continued", () => {
  expect(rowsTable([row()]).split("\n")[2]).toBe(
    "| 4 processes killed | 12 | **0** ✓ | **0** ✓ | **0** ✓ | **0** ✓ | **0** ✓ | **0** ✓ | 1 | 12.6 s ✓ | 1 worker ✓ |",
  );
});

test.each<[string, FaultRow, boolean]>([
  ["a row with an unconfirmed email passes", row(), true],
  ["a row with a failed job fails", row({}, { failed: 1 }), false],
  ["a row with too long an interruption fails", row({ backMs: 31_000 }), false],
  ["a row with an unfulfilled further condition fails", row({ also: [{ words: "0 worker", holds: false }] }), false],
  ["a row without jobs fails", row({}, { jobs: 0 }), false],
])("%s", (_, given, expected) => expect(rowHolds(given)).toBe(expected));

const scheduled = (changed: Partial<SchedulersRun> = {}): SchedulersRun => ({
  ...row({}, { unconfirmed: 0 }).verdict,
  workers: 2,
  minutes: 10,
  tasks: 6,
  twice: 0,
  missed: 0,
  reminders: 1,
  countsWrong: 0,
  ...changed,
});

test("the row of two schedulers states how often a task ran twice or not at all", () => {
  expect(rowsTable([schedulersRow(scheduled({ twice: 2 }))])).toContain(
    "2 workers ✓; 6 tasks every minute, 2 times twice, 0 times missed ✗; 1 reminder ✓; 0 counts wrong ✓",
  );
});

test.each<[string, Partial<SchedulersRun>, boolean]>([
  ["each task once passes", {}, true],
  ["a task that ran twice fails", { twice: 1 }, false],
  ["a task that did not run fails", { missed: 1 }, false],
  ["a second reminder fails", { reminders: 2 }, false],
  ["a count that was added twice fails", { countsWrong: 1 }, false],
  ["a run with only one worker fails", { workers: 1 }, false],
])("two schedulers: %s", (_, changed, expected) => expect(rowHolds(schedulersRow(scheduled(changed)))).toBe(expected));

test.each<[string, Partial<ClockRun>, boolean]>([
  ["all three moves without an unconfirmed email pass", {}, true],
  ["a missing move fails", { moves: 2 }, false],
  ["an unconfirmed email fails", { unconfirmed: 1 }, false],
  ["too long an interruption fails", { backMs: 31_000 }, false],
])("a clock that moves: %s", (_, changed, expected) => {
  const moved = { ...row({}, { unconfirmed: 0 }).verdict, backMs: 9_000, moves: 3, ...changed };
  expect(rowHolds(clockRow(moved, 30_000))).toBe(expected);
});
