import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { letDaysPass, periodsOf } from "../../../../testing/billing/time.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { databaseNow } from "../../../platform/db/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { lockPractice } from "../../practices/service.ts";
import { creditOf } from "../ledger/ledger.ts";
import { recordManualPayment } from "../ledger/payments.ts";
import { undoPurchase } from "../orders/reverse-payment.ts";
import { payments, periods } from "../table.ts";
import { dayMs } from "./arithmetic.ts";
import { grantDays } from "./grant.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const db = () => server.services.db;

/** Buys 30 days, or an upgrade if the plan is dearer than the running one. */
async function pay(who: SignedIn, planSlug: string): Promise<{ paymentId: string; buys: "period" | "upgrade" }> {
  const { practiceId } = who;
  const { buys } = (await who.get(`/api/billing/quote?plan=${planSlug}`)).json();
  const payment = { practiceId, planSlug, buys, reference: newId() };
  const { paymentId } = await db().transaction((tx) => recordManualPayment(tx, payment));
  return { paymentId, buys };
}

async function startNext(who: SignedIn): Promise<boolean> {
  await db()
    .update(periods)
    .set({ documentsUsed: periods.documentsAllowed })
    .where(eq(periods.practiceId, who.practiceId));
  return (await who.post("/api/billing/start-next-period")).statusCode === 200;
}

/** Reverses a purchase, as a full refund does. */
const giveBack = ({ practiceId }: SignedIn, paymentId: string) =>
  db().transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.practiceId, practiceId), eq(payments.id, paymentId)));
    if (payment) await undoPurchase(tx, payment);
  });

/**
 * A model of the practice's paid days: each payment's own days as they would be if no period were ever started early,
 * in order and counted from now.
 */
class PaidDays {
  own: { paymentId: string | null; isFree: boolean; from: number; until: number }[] = [];

  get until(): number {
    return this.own.at(-1)?.until ?? 0;
  }

  pass(days: number): void {
    this.own = this.own.map((each) => ({ ...each, from: each.from - days, until: each.until - days }));
  }

  /** Adds days after all others, but before free ones. */
  add(paymentId: string | null, days: number, isFree = false): void {
    const behind = isFree ? [] : this.own.filter((each) => each.isFree && each.until > 0);
    this.own = this.own.filter((each) => !behind.includes(each));
    this.own.push({ paymentId, isFree, ...this.next(days) });
    for (const each of behind) this.own.push({ ...each, ...this.next(each.until - Math.max(0, each.from)) });
  }

  giveBack(paymentId: string): void {
    const index = this.own.findIndex((each) => each.paymentId === paymentId);
    if (index < 0) return;
    const behind = this.own.splice(index).slice(1);
    for (const each of behind) this.own.push({ ...each, ...this.next(each.until - Math.max(0, each.from)) });
  }

  private next(days: number): { from: number; until: number } {
    const from = Math.max(0, this.until);
    return { from, until: from + days };
  }
}

/** A seeded generator of random numbers: every run gives the same sequence. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test("random purchases, grants, upgrades, early starts and refunds lose no day, give none away, and never make periods overlap", async () => {
  const slugs = ["solo", "small-firm", "growth"];
  let [early, back] = [0, 0];
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const next = numbers(seed);
    const anna = await signIn(server, { plan: null });
    const { practiceId } = anna;
    const days = new PaidDays();
    const paid: string[] = [];
    for (let step = 0; step < 30; step++) {
      const act = next(11);
      if (act < 2) {
        const gone = next(30 * 24) / 24;
        await letDaysPass(db(), practiceId, gone);
        days.pass(gone);
      } else if (act < 4) {
        if (await startNext(anna)) early++;
      } else if (act < 6) {
        // May be a payment that was refunded before: PayPal may reverse a payment for which a credit was given.
        const paymentId = paid[next(paid.length)];
        if (!paymentId) continue;
        await giveBack(anna, paymentId);
        days.giveBack(paymentId);
        back++;
      } else if (act === 6) {
        const last = (await periodsOf(db(), practiceId)).filter(({ endsAt }) => endsAt > new Date()).at(-1);
        const some = 1 + next(70);
        const planSlug = last ? undefined : "free-forever";
        const { plan } = await db().transaction((tx) => grantDays(tx, { practiceId, days: some, planSlug }));
        days.add(null, some, plan.pricePence === 0);
      } else {
        const { paymentId, buys } = await pay(anna, slugs[next(3)] ?? "solo");
        paid.push(paymentId);
        if (buys === "period") days.add(paymentId, 30);
      }
      await expectDays(practiceId, days);
    }
    expect(paid.length).toBeGreaterThan(3);
    expect(await creditOf(db(), practiceId)).toBe(0);
  }
  expect(early).toBeGreaterThan(5);
  expect(back).toBeGreaterThan(20);
});

async function expectDays(practiceId: string, { until }: PaidDays): Promise<void> {
  const rows = (await periodsOf(db(), practiceId)).filter(({ startsAt, endsAt }) => endsAt > startsAt);
  const now = await databaseNow(db());
  const lastingMs = rows.reduce((sum, { startsAt, endsAt }) => sum + endsAt.getTime() - startsAt.getTime(), 0);
  expect(lastingMs).toBe(rows.reduce((sum, { allottedMs }) => sum + allottedMs, 0));
  const daysAhead = ((rows.at(-1)?.endsAt ?? now).getTime() - now.getTime()) / dayMs;
  // The tolerance covers the time that the requests took.
  expect(Math.abs(Math.max(0, daysAhead) - Math.max(0, until))).toBeLessThan(0.1);
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (!before) continue;
    expect(row.startsAt.getTime()).toBeGreaterThanOrEqual(before.endsAt.getTime());
    if (row.endsAt > now && before.endsAt > now) expect(row.startsAt).toEqual(before.endsAt);
  }
  const running = rows.find(({ endsAt }) => endsAt > now);
  if (running) expect(running.startsAt.getTime()).toBeLessThanOrEqual(now.getTime());
}
