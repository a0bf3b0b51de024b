import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { letDaysPass } from "../../../../testing/billing/time.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { newId } from "../../../platform/ids.ts";
import { lockPractice } from "../../practices/service.ts";
import { recordManualPayment } from "../ledger/payments.ts";
import { recordRefund } from "../orders/reverse-payment.ts";
import { reserveDocuments } from "../service.ts";
import { payments } from "../table.ts";
import { grantDays } from "./grant.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const db = () => server.services.db;
const dayMs = 24 * 3_600_000;
const later = ({ practiceId }: SignedIn, days: number) => letDaysPass(db(), practiceId, days);
const use = ({ practiceId }: SignedIn, documents: number) =>
  db().transaction((tx) => reserveDocuments(tx, practiceId, documents));
const quote = async (who: SignedIn, plan: string) => (await who.get(`/api/billing/quote?plan=${plan}`)).json();

async function granted(days: number): Promise<SignedIn> {
  const anna = await signIn(server, { plan: null });
  const { practiceId } = anna;
  await db().transaction((tx) => grantDays(tx, { practiceId, days, planSlug: "free-forever" }));
  return anna;
}

/** Records a bank transfer as an administrator does; its amount determines what it buys. */
const transfer = ({ practiceId }: SignedIn, planSlug: string, amountPence: number) =>
  db().transaction((tx) => recordManualPayment(tx, { practiceId, planSlug, amountPence, reference: newId() }));

/** Lists each period: plan, documents used and allowed, first and last day counted from now. */
async function openPeriods(who: SignedIn): Promise<unknown[][]> {
  const { periods } = (await who.get("/api/billing")).json();
  return periods.map((each: Record<string, string> & { plan: { slug: string } }) => [
    each.plan.slug,
    each.documentsUsed,
    each.documentsAllowed,
    ...[each.startsAt, each.endsAt].map((at) => Math.round((Date.parse(at ?? "") - Date.now()) / dayMs) || 0),
  ]);
}

test("a year of free days has 25 documents for each 30 days, and the next 25 cannot be used early", async () => {
  const anna = await granted(365);
  await expect(use(anna, 26)).rejects.toMatchObject({ code: "quota-reached" });
  await use(anna, 25);
  await expect(use(anna, 1)).rejects.toMatchObject({ code: "quota-reached" });
  expect((await anna.get("/api/billing")).json().canStartNext).toBe(false);
  expect((await anna.post("/api/billing/start-next-period")).statusCode).toBe(409);

  await later(anna, 30);
  await use(anna, 25);

  const all = await openPeriods(anna);
  expect(all).toHaveLength(12);
  expect(all[0]).toEqual(["free-forever", 25, 25, 0, 30]);
  expect(all.at(-1)).toEqual(["free-forever", 0, 5, 330, 335]);
  const { currentPeriodEnd } = (await anna.get("/api/subscription")).json();
  const ledger = (await anna.get("/api/payments")).json();
  expect(ledger).toMatchObject([{ what: "Free Forever, days granted", period: { endsAt: currentPeriodEnd } }]);
});

test("a plan that is bought during free days begins at once, for its price, and the free days continue after it", async () => {
  const anna = await granted(40);
  await use(anna, 7);
  await later(anna, 10);
  const { startsAt, endsAt, ...price } = await quote(anna, "solo");
  expect(price).toMatchObject({ buys: "period", pricePence: 900, duePence: 900 });
  expect(Math.abs(Date.parse(startsAt) - Date.now())).toBeLessThan(dayMs / 24);
  expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(30 * dayMs);

  await transfer(anna, "solo", 900);

  expect(await openPeriods(anna)).toEqual([
    ["solo", 0, 150, 0, 30],
    ["free-forever", 7, 25, 30, 50],
    ["free-forever", 0, 9, 50, 60],
  ]);
  expect((await anna.get("/api/subscription")).json()).toMatchObject({ status: "active", plan: { slug: "solo" } });
});

test("periods paid ahead and upgrades leave the free days behind them unchanged", async () => {
  const anna = await granted(20);
  await transfer(anna, "solo", 900);
  await transfer(anna, "solo", 900);
  expect(await quote(anna, "small-firm")).toMatchObject({ buys: "upgrade", pricePence: 3000 });

  await transfer(anna, "small-firm", 3000);

  expect(await openPeriods(anna)).toEqual([
    ["small-firm", 0, 500, 0, 30],
    ["small-firm", 0, 500, 30, 60],
    ["free-forever", 0, 17, 60, 80],
  ]);
});

test("free days that were moved behind a bought period run again when its payment is refunded", async () => {
  const anna = await granted(20);
  const { practiceId } = anna;
  await later(anna, 5);
  const { paymentId } = await transfer(anna, "solo", 900);
  await later(anna, 10);

  await db().transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.practiceId, practiceId), eq(payments.id, paymentId)));
    if (payment) await recordRefund(tx, payment, newId(), 900);
  });

  expect(await openPeriods(anna)).toEqual([["free-forever", 0, 17, 0, 15]]);
  await use(anna, 1);
});
