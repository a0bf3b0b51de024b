import { expect, test } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { periods, plans } from "../table.ts";
import { dayMs } from "./arithmetic.ts";
import {
  addPeriod,
  endPeriodOf,
  openPeriods,
  type PlanRow,
  paidPeriods,
  startNext,
  upgradedAllowance,
  upgradePeriods,
} from "./periods.ts";

const now = new Date("2026-11-20T10:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
const firm = { id: "firm", slug: "firm", pricePence: 2_400, documentsPerMonth: 500 } as PlanRow;
const free = { id: "free", slug: "free", pricePence: 0, documentsPerMonth: 25 } as PlanRow;

interface Stored {
  id: string;
  from: number;
  to: number;
  plan?: PlanRow;
  allotted?: number;
}

/** A database with periods from and to a day, counted from now, of which the next one begins on this day. */
function having(stored: Stored[], nextDay = 0) {
  const { db, statements } = recordedDb(({ text, values }) => {
    if (text.includes("max(")) return [[inDays(nextDay)]];
    if (text.startsWith("insert")) {
      const hours = Number(values[Number(/hours => \$(\d+)/.exec(text)?.[1]) - 1]);
      return [[inDays(nextDay), inDays(nextDay + hours / 24)]];
    }
    if (!text.startsWith("select")) return [];
    return stored.map(({ id, from, to, plan = firm, allotted = to - from }) => {
      const times = { startsAt: inDays(from), endsAt: inDays(to), allottedMs: allotted * dayMs };
      return [
        ...rowOf(periods, { practiceId: "p", id, paymentId: id.toUpperCase(), ...times }),
        ...rowOf(plans, plan),
        now,
      ];
    });
  });
  /** The days to which periods were moved, with their own days. */
  const moved = () =>
    statements
      .filter(({ text }) => text.startsWith("update"))
      .map(({ text, values }) => {
        const columns = [...text.matchAll(/"(\w+)" = \$(\d+)/g)];
        const value = (name: string) => values[Number(columns.find(([, column]) => column === name)?.[2]) - 1];
        const day = (name: string) => (Date.parse(String(value(name))) - now.getTime()) / dayMs;
        return [value("id"), day("starts_at"), day("ends_at"), Number(value("allotted_ms")) / dayMs];
      });
  return { tx: db as unknown as Tx, statements, moved };
}

const add = (tx: Tx, plan: PlanRow, days?: number) =>
  addPeriod(tx, { practiceId: "p", paymentId: "pay", plan, id: "new", ...(days === undefined ? {} : { days }) });

test.each([
  [firm, undefined, 30, 500],
  [firm, 1, 1, 17],
  [firm, 3, 3, 50],
  [free, 30, 30, 25],
  [free, 7, 7, 6],
])("a period of $0.slug for $1 days lasts $2 days and allows $3 documents", async (plan, days, lasts, documents) => {
  const { tx, statements } = having([]);
  expect(await add(tx, plan, days)).toEqual({ startsAt: now, endsAt: inDays(lasts) });
  const { values } = statements.find(({ text }) => text.startsWith("insert")) ?? {};
  expect(values).toEqual(expect.arrayContaining([lasts * dayMs, lasts * 24, documents]));
});

test("a bought period goes before the free ones, which move behind it in their order", async () => {
  const stored = [
    { id: "past", from: -40, to: -10, plan: free },
    { id: "paid", from: -10, to: 5 },
    { id: "ending", from: 5, to: 5.5, plan: free },
    { id: "later", from: 5.5, to: 20, plan: free },
  ];
  const { tx, moved } = having(stored, 5);
  await add(tx, firm);
  expect(moved()).toEqual([
    ["ending", 35, 35.5, 0.5],
    ["later", 35.5, 50, 14.5],
  ]);
});

test("of a free period that runs, only what is left is moved", async () => {
  const { tx, moved } = having([{ id: "running", from: -10, to: 20, plan: free }]);
  await add(tx, firm);
  expect(moved()).toEqual([["running", 30, 50, 20]]);
});

test("a free period that was stretched keeps its own days", async () => {
  const { tx, moved } = having([{ id: "long", from: 0, to: 40, plan: free, allotted: 30 }]);
  await add(tx, firm);
  expect(moved()).toEqual([["long", 30, 70, 30]]);
});

test("a free period that ends at the moment in which the bought one begins stays", async () => {
  const { tx, moved } = having([{ id: "over", from: -30, to: 0, plan: free }]);
  await add(tx, firm);
  expect(moved()).toEqual([]);
});

test("a free period moves no other", async () => {
  const { tx, moved } = having([{ id: "later", from: 0, to: 20, plan: free }], 20);
  await add(tx, free);
  expect(moved()).toEqual([]);
});

test("periods that ended are listed for as many days as asked for, and without free ones when only paid ones are", async () => {
  const { tx, statements } = having([
    { id: "a", from: 0, to: 30 },
    { id: "b", from: 30, to: 40, plan: free },
  ]);
  expect((await openPeriods(tx, "p")).map(({ period }) => period.id)).toEqual(["a", "b"]);
  expect((await paidPeriods(tx, "p", 14)).map(({ period }) => period.id)).toEqual(["a"]);
  await openPeriods(tx, "p", 14);
  await paidPeriods(tx, "p");
  expect(statements.map(({ values }) => values.at(-1))).toEqual([0, 336, 336, 0]);
});

test.each([
  [150, 150, 500, 500],
  [5, 150, 500, 17],
  [50, 500, 1_500, 150],
])("an upgrade of a period of %i documents from %i to %i a month allows %i", (documentsAllowed, from, to, allowed) => {
  const period = { documentsAllowed } as never;
  const plan = { documentsPerMonth: from } as PlanRow;
  expect(upgradedAllowance({ period, plan, now }, { documentsPerMonth: to } as PlanRow)).toBe(allowed);
});

test("ending what a payment bought changes its period and those behind it alone", async () => {
  const { tx, moved } = having([
    { id: "a", from: -40, to: -10 },
    { id: "b", from: -10, to: 20 },
    { id: "c", from: 20, to: 50 },
  ]);
  await endPeriodOf(tx, "p", "B");
  expect(moved()).toEqual([
    ["b", -10, 0, 10],
    ["c", 0, 30, 30],
  ]);
});

test("without any period nothing ends", async () => {
  const { tx, moved } = having([]);
  await endPeriodOf(tx, "p", "B");
  expect(moved()).toEqual([]);
});

test("an upgrade gives each covered period the dearer plan and its share of the allowance", async () => {
  const { tx, statements } = having([]);
  const covered = [150, 5].map((documentsAllowed, index) => ({
    period: { practiceId: "p", id: `period-${index}`, documentsAllowed },
    plan: { documentsPerMonth: 150 },
    now,
  }));
  await upgradePeriods(tx, covered as never, firm);
  expect(statements.map(({ values }) => values)).toEqual([
    ["firm", 500, "p", "period-0"],
    ["firm", 17, "p", "period-1"],
  ]);
});

test("the next period begins at the moment in which the running one is ended", async () => {
  const { tx, statements } = having([]);
  const open = (id: string) => ({ period: { practiceId: "p", id }, now }) as never;
  await startNext(tx, open("running"), open("next"));
  expect(statements.map(({ text, values }) => [/set "(\w+)"/.exec(text)?.[1], ...values])).toEqual([
    ["ends_at", now.toISOString(), "p", "running"],
    ["starts_at", now.toISOString(), "p", "next"],
  ]);
});

test("a database that returns no start or no period is an error", async () => {
  await expect(add(recordedDb().db as unknown as Tx, firm)).rejects.toThrow("no start");
  const starting = recordedDb(({ text }) => (text.includes("max(") ? [[now]] : [])).db as unknown as Tx;
  await expect(add(starting, firm)).rejects.toThrow("no row");
});
