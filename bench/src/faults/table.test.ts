import type { KillRun } from "@sheaf/server/delivery/testing/kill-run.ts";
import { expect, test } from "vitest";
import { faultsTable, holds } from "./table.ts";

const run = (changed: Partial<KillRun> = {}): KillRun => ({
  ...{ kills: 30, sent: 4, unconfirmed: 26, unconfirmedButTaken: 6, twice: 0, lost: 0, unknown: 0 },
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
