import { noLimit } from "@sheaf/contracts/plan-facts.ts";
import { expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../testing/recorded-db.ts";
import type { Tx } from "../../platform/db/connect.ts";
import {
  findRunningPlan,
  findShortage,
  getSubscription,
  getUsage,
  requireActive,
  reserveDocuments,
  reserveMore,
  returnDocuments,
} from "./service.ts";
import { periods, plans } from "./table.ts";

const endsAt = new Date("2026-12-04T23:30:00Z");
const lastEnd = new Date("2027-01-04T23:30:00Z");

interface State {
  used?: number;
  allowed?: number;
  active?: boolean;
  isOwn?: boolean;
  /** Whether an UPDATE of the period finds it. */
  updates?: boolean;
  none?: boolean;
}

/** A database with one period of a practice. */
function having({ used = 0, allowed = 500, active = true, isOwn = false, updates = false, none = false }: State = {}) {
  const times = { startsAt: new Date("2026-11-05T23:30:00Z"), endsAt };
  const period = rowOf(periods, { id: "period", documentsUsed: used, documentsAllowed: allowed, ...times });
  const plan = rowOf(plans, { name: "Small Firm", slug: "small-firm", maxFileBytes: 25 });
  const { db, statements } = recordedDb(({ text }) => {
    if (text.startsWith("update")) return updates ? [["period", null]] : [];
    if (none) return [];
    if (text.includes("over ()")) return [[active, ...plan, ...period, lastEnd, isOwn]];
    return [text.includes(`"plans"`) ? [...period, ...plan] : [...period, active]];
  });
  return { db, tx: db as unknown as Tx, statements };
}

test.each([
  [true, "active"],
  [false, "expired"],
])("a subscription whose period runs (%s) is %s", async (active, status) => {
  expect(await getSubscription(having({ active, used: 3 }).db, "p")).toMatchObject({
    status,
    periodEndsAt: endsAt.toISOString(),
    currentPeriodEnd: lastEnd.toISOString(),
    documentsUsedThisMonth: 3,
  });
});

test("unlimited use is paid until its own end", async () => {
  expect(await getSubscription(having({ isOwn: true }).db, "p")).toMatchObject({
    currentPeriodEnd: endsAt.toISOString(),
  });
});

test.each([
  [499, true, 1, true],
  [500, true, 0, false],
  [501, true, 0, false],
  [499, false, 1, false],
])("with %i of 500 documents used and a running period (%s), %i are left", async (used, active, left, canCreate) => {
  const countFiles = vi.fn();
  expect(await getUsage(having({ used, active }).db, "p", countFiles)).toMatchObject({
    documentsUsedThisMonth: used,
    documentsRemaining: left,
    canCreateDocument: canCreate,
    maxFileBytes: 25,
  });
  expect(countFiles).not.toHaveBeenCalled();
});

test("unlimited use counts the files of the month", async () => {
  const usage = await getUsage(having({ used: 7, allowed: noLimit }).db, "p", async () => 12);
  expect(usage).toMatchObject({ documentsUsedThisMonth: 12, documentsRemaining: noLimit, canCreateDocument: true });
  expect(
    (await getUsage(having({ used: 7, allowed: noLimit - 1 }).db, "p", async () => 12)).documentsUsedThisMonth,
  ).toBe(7);
});

test("only a running period is active, and a practice that never paid needs a subscription", async () => {
  await expect(requireActive(having().db, "p")).resolves.toBeUndefined();
  await expect(requireActive(having({ active: false }).db, "p")).rejects.toMatchObject({
    code: "subscription-expired",
  });
  await expect(requireActive(having({ none: true }).db, "p")).rejects.toMatchObject({ code: "subscription-needed" });
  await expect(getSubscription(having({ none: true }).db, "p")).rejects.toMatchObject({ code: "no-subscription" });
});

test("the running plan is described, and there is none without a period", async () => {
  expect(await findRunningPlan(having().db, "p")).toMatchObject({ name: "Small Firm" });
  expect(await findRunningPlan(having({ none: true }).db, "p")).toBeUndefined();
});

test("documents are taken from the period that has room for them", async () => {
  const { tx, statements } = having({ updates: true });
  expect(await reserveDocuments(tx, "p", 3)).toEqual({ periodId: "period" });
  expect(statements).toHaveLength(1);
  expect(statements[0]?.text).toContain(`"documents_used" + $`);
});

test.each([
  [3, 500, "All 500 documents of your plan are used until 4 December 2026."],
  [3, 501, "All 500 documents of your plan are used until 4 December 2026."],
  [3, 499, "This upload has 3 documents, but only 1 is left of your plan's 500 until 4 December 2026."],
  [1_500, 498, "This upload has 1,500 documents, but only 2 are left of your plan's 500"],
])("%i documents with %i of 500 used are refused with what is left", async (count, used, words) => {
  const message = expect.stringContaining(words);
  await expect(reserveDocuments(having({ used }).tx, "p", count)).rejects.toMatchObject({
    code: "quota-reached",
    message,
  });
});

test("documents of an expired subscription are refused for that reason", async () => {
  const { tx } = having({ active: false });
  await expect(reserveDocuments(tx, "p", 1)).rejects.toMatchObject({ code: "subscription-expired" });
});

test("for a sample or for no documents nothing is taken", async () => {
  const { tx, statements } = having();
  expect([await reserveMore(tx, "p", null, 3), await reserveMore(tx, "p", "period", 0)]).toEqual([null, null]);
  await returnDocuments(tx, "p", null, 3);
  expect(statements).toEqual([]);
});

test("more documents are taken from the job's own period, or the shortage is returned", async () => {
  expect(await reserveMore(having({ updates: true }).tx, "p", "period", 1)).toBeNull();
  const short = { left: 2, allowed: 500, endsAt: "4 December 2026", isRunning: true };
  expect(await reserveMore(having({ used: 498 }).tx, "p", "period", 3)).toEqual(short);
});

test("a period of which more was used than is allowed has nothing left, and an unknown one is an error", async () => {
  const { db } = having({ used: 510, active: false });
  expect(await findShortage(db, "p", "period")).toMatchObject({ left: 0, isRunning: false });
  await expect(findShortage(having({ none: true }).db, "p", "period")).rejects.toThrow("does not exist");
});

test("documents are returned to a period that has used as many, or it is an error", async () => {
  await expect(returnDocuments(having({ updates: true }).tx, "p", "period", 3)).resolves.toBeUndefined();
  await expect(returnDocuments(having().tx, "p", "period", 3)).rejects.toThrow("3 documents cannot be returned");
});
