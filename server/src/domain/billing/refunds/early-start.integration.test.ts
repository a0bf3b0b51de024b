import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pass } from "../../../../testing/billing/time.ts";
import { join } from "../../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { newId } from "../../../platform/ids.ts";
import { lockPractice } from "../../practices/service.ts";
import { recordManualPayment } from "../ledger/payments.ts";
import { recordRefund } from "../orders/reverse-payment.ts";
import { payments, periods } from "../table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const db = () => server.services.db;
const dayMs = 24 * 3_600_000;

async function pay({ practiceId }: SignedIn, planSlug: string, buys: "period" | "upgrade" = "period"): Promise<string> {
  const payment = { practiceId, planSlug, buys, reference: newId() };
  return (await db().transaction((tx) => recordManualPayment(tx, payment))).paymentId;
}

/** The payer takes the money back, and nobody is asked. */
const reverse = ({ practiceId }: SignedIn, id: string) =>
  db().transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.practiceId, practiceId), eq(payments.id, id)));
    if (payment) expect(await recordRefund(tx, payment, newId(), payment.amountPence)).toBe(true);
  });

const later = ({ practiceId }: SignedIn, days: number) => pass(db(), practiceId, days);

/** Whatever runs is used up, and the next period begins. */
async function startNext(who: SignedIn): Promise<void> {
  const [running] = (await who.get("/api/billing")).json().periods;
  await db()
    .update(periods)
    .set({ documentsUsed: periods.documentsAllowed })
    .where(and(eq(periods.practiceId, who.practiceId), eq(periods.id, running.id)));
  expect((await who.post("/api/billing/start-next-period")).statusCode).toBe(200);
}

/** What runs and follows: the plan, documents used, and the days from now on on which each begins and ends. */
async function standing(who: SignedIn): Promise<[plan: string, used: number, from: number, until: number][]> {
  const { periods: open } = (await who.get("/api/billing")).json();
  const days = (at: string) => Math.round((Date.parse(at) - Date.now()) / dayMs) || 0;
  return open.map(
    (each: { plan: { slug: string }; documentsUsed: number; startsAt: string; endsAt: string }) =>
      [each.plan.slug, each.documentsUsed, days(each.startsAt), days(each.endsAt)] as const,
  );
}

/** On day 10 the next period was started, and it is day 12. */
async function startedEarly(first: string, ...ahead: string[]) {
  const anna = await signIn(server, { plan: null });
  const ids = [await pay(anna, first)];
  for (const plan of ahead) ids.push(await pay(anna, plan));
  await later(anna, 10);
  await startNext(anna);
  await later(anna, 2);
  return { anna, ids: ids as [string, string, string] };
}

test("the days of the period before it are still there when a period that was started early goes back", async () => {
  const { anna, ids } = await startedEarly("solo", "solo");
  await db().update(periods).set({ documentsUsed: 7 }).where(eq(periods.paymentId, ids[1]));
  const { endsPeriod } = (await anna.get(`/api/refunds/outcome?payment=${ids[1]}`)).json();
  const day = (at: string) => Math.round((Date.parse(at) - Date.now()) / dayMs);
  expect([day(endsPeriod.startsAt), day(endsPeriod.endsAt)]).toEqual([18, 48]);

  await reverse(anna, ids[1]);

  expect(await standing(anna)).toEqual([["solo", 150, -12, 18]]);
  expect((await anna.get("/api/subscription")).json().status).toBe("active");
  // What was used of the period that went back is not used of the one before it.
  expect((await anna.get("/api/usage")).json()).toMatchObject({
    documentsUsedThisMonth: 150,
    canCreateDocument: false,
  });
});

test("what was paid after it moves up, whole, and can be started early in its turn", async () => {
  const { anna, ids } = await startedEarly("solo", "solo", "small-firm");
  await reverse(anna, ids[1]);
  expect(await standing(anna)).toEqual([
    ["solo", 150, -12, 18],
    ["small-firm", 0, 18, 48],
  ]);

  expect((await anna.post("/api/billing/start-next-period")).statusCode).toBe(200);
  expect(await standing(anna)).toEqual([["small-firm", 0, 0, 48]]);
  await reverse(anna, ids[2]);
  expect(await standing(anna)).toEqual([["solo", 150, -12, 18]]);
  await reverse(anna, ids[0]);
  expect(await standing(anna)).toEqual([]);
});

test("once its own days have begun, only those that are left go", async () => {
  const { anna, ids } = await startedEarly("solo", "solo", "solo");
  await later(anna, 28);
  await reverse(anna, ids[1]);
  expect(await standing(anna)).toEqual([["solo", 0, 0, 30]]);
});

test("the period that was cut short goes back with the days that the next one took over", async () => {
  const { anna, ids } = await startedEarly("solo", "solo", "small-firm");
  const { endsPeriod } = (await anna.get(`/api/refunds/outcome?payment=${ids[0]}`)).json();
  expect(endsPeriod).not.toBeNull();
  await reverse(anna, ids[0]);
  expect(await standing(anna)).toEqual([
    ["solo", 0, -2, 30],
    ["small-firm", 0, 30, 60],
  ]);
  await reverse(anna, ids[1]);
  expect(await standing(anna)).toEqual([["small-firm", 0, 0, 30]]);
});

test("the period that was cut short goes back without effect once its days are over", async () => {
  const { anna, ids } = await startedEarly("solo", "solo");
  await later(anna, 20);
  await reverse(anna, ids[0]);
  expect(await standing(anna)).toEqual([["solo", 0, -22, 28]]);
});

test("of three periods in a row the middle one goes back, its days with it", async () => {
  const { anna, ids } = await startedEarly("solo", "solo", "growth");
  await startNext(anna);
  await later(anna, 3);
  expect(await standing(anna)).toEqual([["growth", 0, -3, 75]]);

  await reverse(anna, ids[1]);
  expect(await standing(anna)).toEqual([["growth", 0, -3, 45]]);
  await reverse(anna, ids[2]);
  expect(await standing(anna)).toEqual([["solo", 150, -15, 15]]);
});

test("the plan of the period before it holds again: whom it suspends is told before, and an upgrade that went back stays back", async () => {
  const { anna, ids } = await startedEarly("solo", "small-firm");
  const ben = await join(server, anna, "Ben");
  expect((await anna.get(`/api/refunds/outcome?payment=${ids[1]}`)).json().suspends).toEqual(["Ben Miller"]);
  await reverse(anna, ids[1]);
  expect((await ben.get("/api/user")).statusCode).toBe(401);

  const cleo = await signIn(server, { plan: null });
  await pay(cleo, "solo");
  const second = await pay(cleo, "solo");
  const upgrade = await pay(cleo, "growth", "upgrade");
  await later(cleo, 10);
  await startNext(cleo);
  await reverse(cleo, upgrade);
  expect(await standing(cleo)).toEqual([["solo", 0, 0, 50]]);
  await reverse(cleo, second);
  expect(await standing(cleo)).toEqual([["solo", 1500, -10, 20]]);
});
