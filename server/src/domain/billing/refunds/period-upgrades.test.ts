import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { forgetPractice, hasLedger } from "../forget.ts";
import { everyPeriod, type OpenPeriod, type PlanRow } from "../periods/periods.ts";
import { plans } from "../table.ts";
import { planAfterRevert, recordPeriodUpgrades, revertUpgrade } from "./period-upgrades.ts";
import { periodUpgrades } from "./table.ts";

vi.mock("../periods/periods.ts", async (actual) => ({ ...(await actual<object>()), everyPeriod: vi.fn() }));
beforeEach(() => void vi.clearAllMocks());

const now = new Date("2026-11-20T10:00:00Z");
const dayMs = 24 * 3_600_000;
const at = (days: number) => new Date(now.getTime() + days * dayMs);
const period = (id: string, from: number, to: number, allotted = to - from) => {
  const times = { startsAt: at(from), endsAt: at(to), allottedMs: allotted * dayMs };
  const row = { id, practiceId: "p", paymentId: id, planId: "solo", documentsAllowed: 150, ...times };
  return { period: row, plan: { documentsPerMonth: 150 }, now } as OpenPeriod;
};
const upgrade = (periodId: string, paymentId = "up") =>
  rowOf(periodUpgrades, {
    practiceId: "p",
    paymentId,
    periodId,
    fromPlanId: "solo",
    fromAllowed: 150,
    upgradedAt: now,
  });

/** Reverts an upgrade of these periods. Returns the tables that are updated, with the rows' ids. */
async function revert(upgraded: string[], later: string[] = []) {
  const { db, statements } = recordedDb(({ text, values }) => {
    if (!text.startsWith("select")) return [];
    if (!text.includes("order by")) return upgraded.map((id) => upgrade(id));
    return later.filter((id) => values.includes(id)).map((id) => upgrade(id, "later"));
  });
  await revertUpgrade(db as unknown as Tx, "p", "up");
  return {
    deleted: statements.filter(({ text }) => text.startsWith("delete")).length,
    updated: statements
      .filter(({ text }) => text.startsWith("update"))
      .map(({ text, values }) => [/"(\w+)"/.exec(text)?.[1], ...values]),
  };
}

test("periods that are not over get their former plan and allowance again", async () => {
  vi.mocked(everyPeriod).mockResolvedValue([period("past", -60, -30), period("ends", -30, 0), period("runs", 0, 30)]);
  expect(await revert(["past", "ends", "runs"])).toEqual({
    deleted: 3,
    updated: [["periods", "solo", 150, "p", "runs"]],
  });
});

test("a period that was cut short, and whose own days are not over, gets its former plan again", async () => {
  vi.mocked(everyPeriod).mockResolvedValue([period("cut", -10, -5, 30), period("next", -5, 50, 30)]);
  expect((await revert(["cut"])).updated).toEqual([["periods", "solo", 150, "p", "cut"]]);
  vi.mocked(everyPeriod).mockResolvedValue([period("cut", -40, -20, 30), period("next", -20, 30, 30)]);
  expect((await revert(["cut"])).updated).toEqual([]);
});

test("below a later upgrade, that one takes the former plan over", async () => {
  vi.mocked(everyPeriod).mockResolvedValue([period("runs", 0, 30), period("next", 30, 60)]);
  expect((await revert(["runs", "next"], ["runs"])).updated).toEqual([
    ["period_upgrades", "solo", 150, "p", "runs", "later"],
    ["periods", "solo", 150, "p", "next"],
  ]);
});

test("a payment that upgraded nothing reverts nothing", async () => {
  expect(await revert([])).toEqual({ deleted: 0, updated: [] });
  expect(everyPeriod).not.toHaveBeenCalled();
});

test.each([
  ["the last one", "up", "solo"],
  ["below a later one", "other", undefined],
])("an upgrade that is %s returns the plan before it or none", async (_, paymentId, slug) => {
  const { db } = recordedDb(() => [[paymentId, ...rowOf(plans, { slug: "solo" })]]);
  expect((await planAfterRevert(db, { practiceId: "p", periodId: "runs", paymentId: "up" }))?.slug).toBe(slug);
});

test("a period without upgrades returns to no plan", async () => {
  const asked = { practiceId: "p", periodId: "runs", paymentId: "up" };
  expect(await planAfterRevert(recordedDb().db, asked)).toBeUndefined();
});

test("an upgrade is recorded with the plans and allowances before and after", async () => {
  const { db, statements } = recordedDb();
  const to = { id: "firm", documentsPerMonth: 500 } as PlanRow;
  await recordPeriodUpgrades(db as unknown as Tx, "up", [], to);
  expect(statements).toEqual([]);
  await recordPeriodUpgrades(db as unknown as Tx, "up", [period("runs", 0, 30)], to);
  expect(statements[0]?.values).toEqual(["p", "up", "runs", "solo", 150, "firm", 500]);
});

test.each([
  [0, 0, false],
  [1, 0, true],
  [0, 1, true],
])("a practice with %i payments and %i periods has records to keep: %s", async (paid, periods, isKept) => {
  const { db } = recordedDb(({ text }) => [{ count: text.includes(`"payments"`) ? paid : periods }]);
  expect(await hasLedger(db as unknown as Tx, "p")).toBe(isKept);
});

test("of a closed practice everything but payments, receipts and bought periods is deleted", async () => {
  const { db, statements } = recordedDb();
  await forgetPractice(db as unknown as Tx, "p");
  expect(statements.map(({ text }) => /^(delete from|update) "(\w+)"/.exec(text)?.slice(1).join(" "))).toEqual([
    "delete from cancellations",
    "delete from orders",
    "delete from billing_emails",
    "delete from period_upgrades",
    "delete from refund_requests",
    "delete from periods",
    "update periods",
  ]);
});
