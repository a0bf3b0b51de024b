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

test("the table says what was lost and doubled first, then what is in doubt", () => {
  expect(faultsTable(run(), 30).split("\n")[2]).toBe(
    "| 30 emails, each worker killed while it handed one over | 30 | **0** ✓ | **0** ✓ | **0** ✓ | 26 | 6 | 4 |",
  );
});

test.each<[string, Partial<KillRun>, boolean]>([
  ["doubts are allowed", {}, true],
  ["a lost email is not", { lost: 1 }, false],
  ["nor one that went out twice", { twice: 1 }, false],
  ["nor one that nobody knows", { unknown: 1 }, false],
  ["and a kill that did not happen proves nothing", { kills: 29 }, false],
])("%s", (_, changed, expected) => expect(holds(run(changed), 30)).toBe(expected));

test("what must not be stands out", () => {
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

test("a fault's row says what it cost and how soon work went on", () => {
  expect(rowsTable([row()]).split("\n")[2]).toBe(
    "| 4 processes killed | 12 | **0** ✓ | **0** ✓ | **0** ✓ | **0** ✓ | **0** ✓ | **0** ✓ | 1 | 12.6 s ✓ | 1 worker ✓ |",
  );
});

test.each<[string, FaultRow, boolean]>([
  ["an email in doubt is allowed", row(), true],
  ["a job that a person has to mend is not", row({}, { failed: 1 }), false],
  ["nor too long a break", row({ backMs: 31_000 }), false],
  ["nor what had to be so besides", row({ also: [{ words: "0 worker", holds: false }] }), false],
  ["and a run without a job proves nothing", row({}, { jobs: 0 }), false],
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

test("two schedulers' row says how often a task came twice or not at all", () => {
  expect(rowsTable([schedulersRow(scheduled({ twice: 2 }))])).toContain(
    "2 workers ✓; 6 tasks every minute, 2 times twice, 0 times missed ✗; 1 reminder ✓; 0 counts wrong ✓",
  );
});

test.each<[string, Partial<SchedulersRun>, boolean]>([
  ["each tick once is right", {}, true],
  ["twice is not", { twice: 1 }, false],
  ["nor not at all", { missed: 1 }, false],
  ["nor a second reminder", { reminders: 2 }, false],
  ["nor a count that was folded twice", { countsWrong: 1 }, false],
  ["one worker alone proves nothing", { workers: 1 }, false],
])("of two schedulers, %s", (_, changed, expected) =>
  expect(rowHolds(schedulersRow(scheduled(changed)))).toBe(expected),
);

test.each<[string, Partial<ClockRun>, boolean]>([
  ["all three moves without a doubt", {}, true],
  ["a move that no process followed", { moves: 2 }, false],
  ["an email in doubt", { unconfirmed: 1 }, false],
  ["work that rested", { backMs: 31_000 }, false],
])("of a clock that moves, %s", (_, changed, expected) => {
  const moved = { ...row({}, { unconfirmed: 0 }).verdict, backMs: 9_000, moves: 3, ...changed };
  expect(rowHolds(clockRow(moved, 30_000))).toBe(expected);
});
