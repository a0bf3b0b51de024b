import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { letDaysPass } from "../../../../testing/billing/time.ts";
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

/** Records a reversal: the payer gets the money back without a refund request. */
const reverse = ({ practiceId }: SignedIn, id: string) =>
  db().transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.practiceId, practiceId), eq(payments.id, id)));
    if (payment) expect(await recordRefund(tx, payment, newId(), payment.amountPence)).toBe(true);
  });

const later = ({ practiceId }: SignedIn, days: number) => letDaysPass(db(), practiceId, days);

/** Uses up the running period and starts the next one. */
async function startNext(who: SignedIn): Promise<void> {
  const [running] = (await who.get("/api/billing")).json().periods;
  await db()
    .update(periods)
    .set({ documentsUsed: periods.documentsAllowed })
    .where(and(eq(periods.practiceId, who.practiceId), eq(periods.id, running.id)));
  expect((await who.post("/api/billing/start-next-period")).statusCode).toBe(200);
}

/** Lists the running and the following periods: plan, documents used, first and last day counted from now. */
async function openPeriods(who: SignedIn): Promise<[plan: string, used: number, from: number, until: number][]> {
  const { periods: open } = (await who.get("/api/billing")).json();
  const days = (at: string) => Math.round((Date.parse(at) - Date.now()) / dayMs) || 0;
  return open.map(
    (each: { plan: { slug: string }; documentsUsed: number; startsAt: string; endsAt: string }) =>
      [each.plan.slug, each.documentsUsed, days(each.startsAt), days(each.endsAt)] as const,
  );
}

/** Creates a practice that started its next period on day 10, two days ago. */
async function startedEarly(first: string, ...ahead: string[]) {
  const anna = await signIn(server, { plan: null });
  const ids = [await pay(anna, first)];
  for (const plan of ahead) ids.push(await pay(anna, plan));
  await later(anna, 10);
  await startNext(anna);
  await later(anna, 2);
  return { anna, ids: ids as [string, string, string] };
}

test("refunding a period that was started early returns the remaining days of the period before it", async () => {
  const { anna, ids } = await startedEarly("solo", "solo");
  await db().update(periods).set({ documentsUsed: 7 }).where(eq(periods.paymentId, ids[1]));
  const { endsPeriod } = (await anna.get(`/api/refunds/outcome?payment=${ids[1]}`)).json();
  const day = (at: string) => Math.round((Date.parse(at) - Date.now()) / dayMs);
  expect([day(endsPeriod.startsAt), day(endsPeriod.endsAt)]).toEqual([18, 48]);

  await reverse(anna, ids[1]);

  expect(await openPeriods(anna)).toEqual([["solo", 150, -12, 18]]);
  expect((await anna.get("/api/subscription")).json().status).toBe("active");
  // Documents used of the refunded period do not count as used of the one before it.
  expect((await anna.get("/api/usage")).json()).toMatchObject({
    documentsUsedThisMonth: 150,
    canCreateDocument: false,
  });
});

test("a later period moves up with its full length when an earlier one is refunded, and can be started early too", async () => {
  const { anna, ids } = await startedEarly("solo", "solo", "small-firm");
  await reverse(anna, ids[1]);
  expect(await openPeriods(anna)).toEqual([
    ["solo", 150, -12, 18],
    ["small-firm", 0, 18, 48],
  ]);

  expect((await anna.post("/api/billing/start-next-period")).statusCode).toBe(200);
  expect(await openPeriods(anna)).toEqual([["small-firm", 0, 0, 48]]);
  await reverse(anna, ids[2]);
  expect(await openPeriods(anna)).toEqual([["solo", 150, -12, 18]]);
  await reverse(anna, ids[0]);
  expect(await openPeriods(anna)).toEqual([]);
});

test("once a period's own days have begun, a refund removes only those that are left", async () => {
  const { anna, ids } = await startedEarly("solo", "solo", "solo");
  await later(anna, 28);
  await reverse(anna, ids[1]);
  expect(await openPeriods(anna)).toEqual([["solo", 0, 0, 30]]);
});

test("refunding a period that was cut short removes the days that the next one took over", async () => {
  const { anna, ids } = await startedEarly("solo", "solo", "small-firm");
  const { endsPeriod } = (await anna.get(`/api/refunds/outcome?payment=${ids[0]}`)).json();
  expect(endsPeriod).not.toBeNull();
  await reverse(anna, ids[0]);
  expect(await openPeriods(anna)).toEqual([
    ["solo", 0, -2, 30],
    ["small-firm", 0, 30, 60],
  ]);
  await reverse(anna, ids[1]);
  expect(await openPeriods(anna)).toEqual([["small-firm", 0, 0, 30]]);
});

test("refunding a period that was cut short has no effect once its own days are over", async () => {
  const { anna, ids } = await startedEarly("solo", "solo");
  await later(anna, 20);
  await reverse(anna, ids[0]);
  expect(await openPeriods(anna)).toEqual([["solo", 0, -22, 28]]);
});

test("refunding the middle one of three periods removes its days", async () => {
  const { anna, ids } = await startedEarly("solo", "solo", "growth");
  await startNext(anna);
  await later(anna, 3);
  expect(await openPeriods(anna)).toEqual([["growth", 0, -3, 75]]);

  await reverse(anna, ids[1]);
  expect(await openPeriods(anna)).toEqual([["growth", 0, -3, 45]]);
  await reverse(anna, ids[2]);
  expect(await openPeriods(anna)).toEqual([["solo", 150, -15, 15]]);
});

test("after a refund the plan of the period before applies again: the preview lists the members it suspends, and a refunded upgrade stays refunded", async () => {
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
  expect(await openPeriods(cleo)).toEqual([["solo", 0, 0, 50]]);
  await reverse(cleo, second);
  expect(await openPeriods(cleo)).toEqual([["solo", 1500, -10, 20]]);
});
