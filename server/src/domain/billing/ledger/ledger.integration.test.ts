import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rewriteLedger } from "../../../../testing/billing/rewrite-ledger.ts";
import { signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { newId } from "../../../platform/ids.ts";
import { payments } from "../table.ts";
import { creditOf, enter } from "./ledger.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const add = (row: Parameters<typeof enter>[1]) => server.services.db.transaction((tx) => enter(tx, row));
const credit = (practiceId: string, creditPence: number, reference: string = newId()) =>
  add({
    practiceId,
    kind: creditPence > 0 ? ("credit" as const) : ("credit-used" as const),
    amountPence: 0,
    creditPence,
    method: "credit" as const,
    reference,
  });

test("the ledger is returned with all fields, newest first, with the credit left after each row", async () => {
  const anna = await signIn(server, { plan: "small-firm" });
  await credit(anna.practiceId, 990);
  await credit(anna.practiceId, -400);

  const answer = await anna.get("/api/payments");

  expect(answer.statusCode).toBe(200);
  const nothing = { id: expect.any(String), at: expect.any(String), currency: "GBP", reference: expect.any(String) };
  const none = { buys: null, planSlug: null, period: null, amountPence: 0, method: "credit" };
  const { currentPeriodStart, currentPeriodEnd } = (await anna.get("/api/subscription")).json();
  expect(answer.json()).toEqual([
    { ...nothing, ...none, kind: "credit-used", what: "Credit used", creditPence: -400, creditLeftPence: 590 },
    { ...nothing, ...none, kind: "credit", what: "Credit", creditPence: 990, creditLeftPence: 990 },
    {
      ...nothing,
      kind: "payment",
      what: "Small Firm, 30 days",
      buys: "period",
      planSlug: "small-firm",
      amountPence: 2400,
      creditPence: 0,
      creditLeftPence: 0,
      method: "manual",
      period: { startsAt: currentPeriodStart, endsAt: currentPeriodEnd },
    },
  ]);
  expect(await creditOf(server.services.db, anna.practiceId)).toBe(590);
});

test("rows entered in the same millisecond stay in the order of entry", async () => {
  const anna = await signIn(server, { plan: null });
  const first = await credit(anna.practiceId, 990);
  const second = await credit(anna.practiceId, -400);
  await rewriteLedger(server.services.db, async (tx) => {
    // Ids made in the same millisecond have no defined order: here the later row has the smaller id.
    const [smaller, larger] = [first, second].map(String).toSorted();
    for (const [id, kind, creditPence, micros] of [
      [larger, "credit", 990, "000100"],
      [smaller, "credit-used", -400, "000200"],
    ] as const) {
      const recordedAt = sql`${`2026-01-01 10:00:00.${micros}Z`}::timestamptz`;
      await tx
        .update(payments)
        .set({ kind, creditPence, recordedAt })
        .where(eq(payments.id, String(id)));
    }
  });

  const rows: { creditPence: number; creditLeftPence: number }[] = (await anna.get("/api/payments")).json();

  expect(rows.map(({ creditPence, creditLeftPence }) => [creditPence, creditLeftPence])).toEqual([
    [-400, 590],
    [990, 990],
  ]);
});

test("the ledger can be read page by page, each row once", async () => {
  const anna = await signIn(server, { plan: null });
  for (let pence = 1; pence <= 5; pence++) await credit(anna.practiceId, pence);

  const seen: number[] = [];
  for (let url: string | undefined = "/api/payments?limit=2"; url; ) {
    const page = await anna.get(url);
    expect(page.headers["x-total-count"]).toBe("5");
    seen.push(...page.json().map((row: { creditPence: number }) => row.creditPence));
    url = /<(.*?)>/.exec(String(page.headers.link ?? ""))?.[1];
  }

  expect(seen).toEqual([5, 4, 3, 2, 1]);
});

test("a practice cannot see the ledger of another", async () => {
  const anna = await signIn(server);
  const stranger = await signIn(server, { plan: null });
  const [{ id }] = (await anna.get("/api/payments")).json();

  expect((await stranger.get("/api/payments")).json()).toEqual([]);
  expect((await stranger.get(`/api/payments?cursor=${id}`)).json()).toEqual([]);
});

test("a reference is entered once per method", async () => {
  const anna = await signIn(server, { plan: null });
  const reference = newId();

  const ids = await Promise.all([1, 2, 3].map(() => credit(anna.practiceId, 100, reference)));

  expect(ids.filter((id) => id !== null)).toHaveLength(1);
  expect(await creditOf(server.services.db, anna.practiceId)).toBe(100);
});

describe("the database", () => {
  const refusal = { cause: { message: "Rows of the ledger are never changed" } };

  test("refuses to change, delete or truncate rows of the ledger", async () => {
    const { db } = server.services;
    const { practiceId } = await signIn(server);
    const own = eq(payments.practiceId, practiceId);
    const before = await db.select().from(payments).where(own);

    await expect(db.update(payments).set({ amountPence: 1 }).where(own)).rejects.toMatchObject(refusal);
    await expect(db.delete(payments).where(own)).rejects.toMatchObject(refusal);
    await expect(db.execute(sql`truncate payments`)).rejects.toMatchObject(refusal);

    expect(before).toHaveLength(1);
    expect(await db.select().from(payments).where(own)).toEqual(before);
  });

  test("allows a row to be deleted after seven years, but still not changed", async () => {
    const { db } = server.services;
    const { practiceId } = await signIn(server, { plan: null });
    await credit(practiceId, 5);
    const own = eq(payments.practiceId, practiceId);
    await rewriteLedger(db, (tx) =>
      tx.update(payments).set({ recordedAt: sql`now() - interval '7 years 1 day'` }).where(own),
    );

    await expect(db.update(payments).set({ creditPence: 6 }).where(own)).rejects.toMatchObject(refusal);
    await db.delete(payments).where(own);

    expect(await db.$count(payments, own)).toBe(0);
  });

  test.each([
    ["a payment with a negative amount", { kind: "payment", buys: "period", amountPence: -1 }],
    ["a payment that buys nothing", { kind: "payment", amountPence: 900 }],
    ["a credit with negative pence", { kind: "credit", amountPence: 0, creditPence: -1 }],
    ["a use of credit with positive pence", { kind: "credit-used", amountPence: 0, creditPence: 1 }],
    ["a refund with a positive amount", { kind: "refund", amountPence: 1 }],
    ["an adjustment without amount, credit or plan", { kind: "adjustment", amountPence: 0 }],
  ] as const)("refuses %s", async (_, row) => {
    const { practiceId } = await signIn(server, { plan: null });
    await expect(add({ ...row, practiceId, method: "credit", reference: newId() })).rejects.toMatchObject({
      cause: { constraint: "payments_signs" },
    });
  });
});
