import { expect, test } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import type { Difference } from "./compare.ts";
import { closeDifference, keepDifferences } from "./differences.ts";
import { differences } from "./table.ts";

const found: Difference = {
  kind: "amount",
  reference: "CAP",
  oursPence: 900,
  theirsPence: 800,
  practiceId: "p",
  at: new Date("2026-11-20T10:00:00Z"),
};

/** Stores a difference beside one that was settled by hand and those that are open. Returns what is written. */
async function kept({ settled = {} as Partial<Difference>, open = [] as string[], agreed = [] as string[] }) {
  const { db, statements } = recordedDb(({ text }) => {
    if (!text.startsWith("select")) return [];
    if (text.includes("is null"))
      return open.map((reference) => rowOf(differences, { id: `id-${reference}`, reference }));
    return [rowOf(differences, { ...found, ...settled, closedManually: true })];
  });
  await keepDifferences(db as unknown as Tx, [found], agreed);
  const written = (start: string) => statements.filter(({ text }) => text.startsWith(start));
  return { inserted: written("insert").length, closed: written("update").map(({ values }) => values) };
}

test("a difference that was settled by hand is not reported again", async () => {
  expect(await kept({})).toEqual({ inserted: 0, closed: [] });
});

test.each([
  ["kind", { kind: "ours-missing" }],
  ["reference", { reference: "OTHER" }],
  ["amount in the ledger", { oursPence: 901 }],
  ["amount at PayPal", { theirsPence: 801 }],
] as [string, Partial<Difference>][])(
  "a difference that was settled with another %s is reported",
  async (_, settled) => {
    expect((await kept({ settled })).inserted).toBe(1);
  },
);

test("open differences that agree by now are closed, the others stay", async () => {
  expect((await kept({ open: ["A", "B", "C"], agreed: ["A", "C", "D"] })).closed).toEqual([["id-A", "id-C"]]);
  expect((await kept({ open: ["A"], agreed: [] })).closed).toEqual([]);
});

test("closing a difference by hand marks it as settled, and returns nothing when it is not open", async () => {
  const { db, statements } = recordedDb(() => [["CAP"]]);
  expect(await closeDifference(db as unknown as Tx, "d")).toBe("CAP");
  expect(statements[0]?.values).toEqual([true, "d"]);
  expect(await closeDifference(recordedDb().db as unknown as Tx, "d")).toBeNull();
});
