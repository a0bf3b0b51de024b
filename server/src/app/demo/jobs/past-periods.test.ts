import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { countDocumentsInPeriod, inventPastCustomers, inventPastPeriods } from "./past-periods.ts";

const { plan } = vi.hoisted(() => ({ plan: { known: true } }));
vi.mock("../../../domain/billing/index.ts", () => ({
  findPlan: async (_tx: unknown, slug: string) =>
    plan.known ? { id: slug, slug, pricePence: 2_400, documentsPerMonth: 500 } : undefined,
}));
beforeEach(() => {
  plan.known = true;
});

const now = new Date("2026-11-23T14:20:00Z");

test("the practice has paid four periods of thirty days, one after the other, of which the last has 19 days left", async () => {
  const { db, statements } = fakeDb();
  await inventPastPeriods(db, "practice", now);
  const of = (name: string) => statements.filter(({ kind, table }) => kind === "insert" && table === name);
  const days = of("periods").map(({ values }) => {
    const { startsAt, endsAt } = values as { startsAt: Date; endsAt: Date };
    return [startsAt, endsAt].map((at) => (at.getTime() - now.getTime()) / 86_400_000);
  });
  expect(days).toEqual([
    [-101, -71],
    [-71, -41],
    [-41, -11],
    [-11, 19],
  ]);
  expect(of("payments").map(({ values }) => values)).toMatchObject(
    [1, 2, 3, 4].map((number) => ({ reference: `Demonstration practice ${number}`, amountPence: 2_400 })),
  );
  expect(statements.find(({ kind }) => kind === "update")).toMatchObject({
    table: "practices",
    values: { createdAt: new Date("2026-08-13T14:20:00Z") },
  });
});

test("a practice that has a period keeps its own", async () => {
  const { db, statements } = fakeDb(({ table }) => (table === "periods" ? [{}] : []));
  await inventPastPeriods(db, "practice", now);
  expect(statements.map(({ kind }) => kind)).toEqual(["count"]);
});

test("a demonstration without its plan cannot begin", async () => {
  plan.known = false;
  await expect(inventPastPeriods(fakeDb().db, "practice", now)).rejects.toThrow("There is no plan small-firm");
});

test("the practice's customers are all moved to its first weeks", async () => {
  const { db, statements } = fakeDb();
  await inventPastCustomers(db, "practice");
  expect(statements.map(({ sql }) => sql?.params)).toEqual([["practice", "practice"]]);
});

test("documents count in the period of their day; without one they cannot have been converted", async () => {
  expect(await countDocumentsInPeriod(fakeDb(() => [{ id: "period" }]).db, "practice", now, 3)).toBe("period");
  await expect(countDocumentsInPeriod(fakeDb().db, "practice", now, 3)).rejects.toThrow(
    "nothing paid at 2026-11-23T14:20:00.000Z",
  );
});
