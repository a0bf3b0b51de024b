import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { letDaysPass, periodsOf } from "../../../testing/billing/time.ts";
import { newClient } from "../../../testing/client.ts";
import { join } from "../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { newId } from "../../platform/ids.ts";
import { lockPractice } from "../practices/service.ts";
import { enter } from "./ledger/ledger.ts";
import { recordManualPayment } from "./ledger/payments.ts";
import { fulfil, type Purchase } from "./orders/purchase.ts";
import { findPlan } from "./plans.ts";
import { fitMembersToPlans } from "./seats/fit-members.task.ts";
import { periods } from "./table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const pay = ({ practiceId }: SignedIn, planSlug: string, buys: "period" | "upgrade" = "period") =>
  server.services.db.transaction((tx) =>
    recordManualPayment(tx, { practiceId, planSlug, buys, reference: `BACS ${newId()}` }),
  );
const later = ({ practiceId }: SignedIn, days: number) => letDaysPass(server.services.db, practiceId, days);
const plansOf = async ({ practiceId }: SignedIn) =>
  (await periodsOf(server.services.db, practiceId)).map(({ plan }) => plan);
const useUp = ({ practiceId }: SignedIn) =>
  server.services.db
    .update(periods)
    .set({ documentsUsed: periods.documentsAllowed })
    .where(eq(periods.practiceId, practiceId));
const giveCredit = ({ practiceId }: SignedIn, creditPence: number) =>
  server.services.db.transaction((tx) =>
    enter(tx, { practiceId, kind: "credit", amountPence: 0, creditPence, method: "credit", reference: newId() }),
  );
const billing = async (who: SignedIn) => (await who.get("/api/billing")).json();
const quote = async (who: SignedIn, plan: string) => (await who.get(`/api/billing/quote?plan=${plan}`)).json();
const fit = () => fitMembersToPlans.run({}, server.services, { signal: new AbortController().signal });
/** Fulfils a payment of an order with these values. */
async function fulfilOrder(who: SignedIn, planSlug: string, order: Partial<Purchase> & Pick<Purchase, "price">) {
  const { db } = server.services;
  const plan = await findPlan(db, planSlug);
  if (!plan) throw new Error(`There is no plan ${planSlug}`);
  const { practiceId } = who;
  return db.transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    return fulfil(tx, { practiceId, plan, amountPence: 0, method: "paypal", reference: newId(), ...order });
  });
}

describe("the price of a plan", () => {
  test("is the price of 30 days when nothing is paid", async () => {
    const anna = await signIn(server, { plan: null });
    expect(await quote(anna, "growth")).toMatchObject({
      plan: { slug: "growth", name: "Growth Practice" },
      buys: "period",
      pricePence: 5000,
      creditPence: 0,
      duePence: 5000,
      suspends: [],
    });
  });

  test("[S4.17] is the difference for the days left when the plan is dearer than the running one", async () => {
    const anna = await signIn(server, { plan: "solo" });
    await later(anna, 15.5);
    const { currentPeriodEnd } = (await anna.get("/api/subscription")).json();
    expect(await quote(anna, "small-firm")).toMatchObject({
      buys: "upgrade",
      pricePence: 750,
      endsAt: currentPeriodEnd,
    });
  });

  test("is that of another period, less the credit, when the plan is the same or cheaper", async () => {
    const anna = await signIn(server, { plan: "small-firm" });
    await giveCredit(anna, 1000);
    const { currentPeriodEnd } = (await anna.get("/api/subscription")).json();
    expect(await quote(anna, "small-firm")).toMatchObject({
      buys: "period",
      pricePence: 2400,
      creditPence: 1000,
      duePence: 1400,
      startsAt: currentPeriodEnd,
    });
    expect(await quote(anna, "solo")).toMatchObject({ buys: "period", pricePence: 900, creditPence: 900, duePence: 0 });
  });

  test.each(["platinum", "free-forever"])("is not available for %s, which is not for sale", async (plan) => {
    const anna = await signIn(server);
    expect((await anna.get(`/api/billing/quote?plan=${plan}`)).statusCode).toBe(404);
  });
});

describe("an upgrade", () => {
  test("applies at once to all paid periods, and used documents stay counted", async () => {
    const anna = await signIn(server, { plan: "solo" });
    await pay(anna, "solo");
    await useUp(anna);
    const before = (await anna.get("/api/subscription")).json();

    await pay(anna, "growth", "upgrade");

    expect(await plansOf(anna)).toEqual(["growth", "growth"]);
    expect((await anna.get("/api/subscription")).json()).toMatchObject({
      plan: { slug: "growth" },
      documentsUsedThisMonth: 150,
      currentPeriodEnd: before.currentPeriodEnd,
    });
    expect((await anna.get("/api/usage")).json()).toMatchObject({ documentsRemaining: 1350, canCreateDocument: true });
    // 60 days at an extra £41 for each 30.
    expect((await anna.get("/api/payments")).json()[0]).toMatchObject({
      what: "Upgrade to Growth Practice",
      amountPence: 8200,
    });
  });

  test("does not change a dearer period that was paid ahead", async () => {
    const anna = await signIn(server, { plan: "solo" });
    await pay(anna, "growth");
    await pay(anna, "small-firm", "upgrade");
    expect(await plansOf(anna)).toEqual(["small-firm", "growth"]);
  });

  test("is refused when there is nothing to upgrade", async () => {
    const anna = await signIn(server, { plan: "growth" });
    await expect(pay(anna, "solo", "upgrade")).rejects.toMatchObject({ code: "bad-request" });
  });

  test("never covers a period that was bought after it was priced", async () => {
    const anna = await signIn(server, { plan: "solo" });
    const { pricePence, endsAt } = await quote(anna, "growth");
    await pay(anna, "solo");

    const price = { buys: "upgrade" as const, creditPence: 0, endsAt: new Date(endsAt) };
    expect(await fulfilOrder(anna, "growth", { price, amountPence: pricePence })).toMatchObject({ outcome: "upgrade" });

    expect(await plansOf(anna)).toEqual(["growth", "solo"]);
  });

  test("that is paid days later gives credit for the days that have passed", async () => {
    const anna = await signIn(server, { plan: "solo" });
    await later(anna, 0.5);
    const { pricePence } = await quote(anna, "small-firm");
    await later(anna, 3);
    const endsAt = new Date((await anna.get("/api/subscription")).json().currentPeriodEnd);

    await fulfilOrder(anna, "small-firm", {
      price: { buys: "upgrade", creditPence: 0, endsAt },
      amountPence: pricePence,
    });

    expect(pricePence).toBe(1500);
    expect(await billing(anna)).toMatchObject({ creditPence: 150, periods: [{ plan: { slug: "small-firm" } }] });
  });

  test("that is paid twice, or after the last period has ended, becomes credit in full", async () => {
    const anna = await signIn(server, { plan: "solo" });
    const endsAt = new Date((await anna.get("/api/subscription")).json().currentPeriodEnd);
    const order = { price: { buys: "upgrade" as const, creditPence: 0, endsAt }, amountPence: 1500 };

    expect(await fulfilOrder(anna, "small-firm", order)).toMatchObject({ outcome: "upgrade" });
    expect(await fulfilOrder(anna, "small-firm", order)).toMatchObject({ outcome: "credit" });
    await later(anna, 31);
    expect(await fulfilOrder(anna, "growth", order)).toMatchObject({ outcome: "credit", paidUntil: null });

    expect((await billing(anna)).creditPence).toBe(3000);
  });
});

describe("credit", () => {
  test("buys a plan that it covers in full, once, even if requested five times at once", async () => {
    const anna = await signIn(server, { plan: null });
    await giveCredit(anna, 1000);

    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => anna.post("/api/billing/buy-with-credit", { plan: "solo" })),
    );

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 402, 402, 402, 402]);
    expect(await billing(anna)).toMatchObject({ creditPence: 100, periods: [{ plan: { slug: "solo" } }] });
    expect((await anna.get("/api/payments")).json()).toMatchObject([
      { kind: "credit-used", creditPence: -900, creditLeftPence: 100 },
      { kind: "payment", amountPence: 0, method: "credit" },
      { kind: "credit" },
    ]);
  });

  test("that was spent in the meantime is not replaced: the money paid becomes credit and buys nothing", async () => {
    const anna = await signIn(server, { plan: null });
    const price = { buys: "period" as const, creditPence: 500, endsAt: new Date() };

    expect(await fulfilOrder(anna, "solo", { price, amountPence: 400 })).toMatchObject({ outcome: "credit" });

    expect(await billing(anna)).toMatchObject({ creditPence: 400, periods: [] });
  });
});

describe("starting the next period now", () => {
  test("gives its allowance at once and does not change the paid time", async () => {
    const anna = await signIn(server, { plan: "solo" });
    await pay(anna, "small-firm");
    await later(anna, 10);
    const before = (await anna.get("/api/subscription")).json();
    await server.services.db.update(periods).set({ documentsUsed: 150 }).where(eq(periods.documentsAllowed, 150));
    expect((await billing(anna)).canStartNext).toBe(true);

    const answers = await Promise.all([1, 2, 3].map(() => anna.post("/api/billing/start-next-period")));

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect((await anna.get("/api/subscription")).json()).toMatchObject({
      plan: { slug: "small-firm" },
      documentsUsedThisMonth: 0,
      currentPeriodEnd: before.currentPeriodEnd,
    });
    const [first, second] = await periodsOf(server.services.db, anna.practiceId);
    expect(second?.startsAt).toEqual(first?.endsAt);
  });

  test.each([
    ["documents are left", async (anna: SignedIn) => void (await pay(anna, "solo"))],
    ["nothing is paid ahead", useUp],
  ])("is refused while %s", async (_, prepare) => {
    const anna = await signIn(server, { plan: "solo" });
    await prepare(anna);
    const answer = await anna.post("/api/billing/start-next-period");
    expect([answer.statusCode, answer.json().code]).toEqual([409, "no-next-period"]);
  });
});

describe("cancelling", () => {
  test("[S4.19] keeps the service to the end, and is reversed by the owner or the next payment", async () => {
    const anna = await signIn(server);

    expect((await anna.post("/api/billing/cancel")).json().cancelled).toBe(true);
    expect((await anna.post("/api/billing/cancel")).json().cancelled).toBe(true);
    expect((await anna.get("/api/subscription")).json().status).toBe("active");
    expect((await anna.post("/api/billing/resume")).json().cancelled).toBe(false);
    await anna.post("/api/billing/cancel");
    await pay(anna, "solo");

    expect((await billing(anna)).cancelled).toBe(false);
  });

  test("is refused when nothing is paid", async () => {
    const anna = await signIn(server, { plan: null });
    expect((await anna.post("/api/billing/cancel")).statusCode).toBe(404);
  });
});

describe("a plan with fewer seats", () => {
  test("[S4.18] lists the members it will suspend, suspends the newest when it begins, and restores them when there are seats", async () => {
    const anna = await signIn(server, { plan: "small-firm" });
    const ben = await join(server, anna, "Ben");
    const cleo = await join(server, anna, "Cleo");
    expect((await quote(anna, "solo")).suspends).toEqual(["Cleo Miller", "Ben Miller"]);

    await pay(anna, "solo");
    await fit();
    expect((await ben.get("/api/user")).statusCode).toBe(200);
    await later(anna, 30);
    await fit();

    for (const [who, status] of [
      [anna, 200],
      [ben, 401],
      [cleo, 401],
    ] as const) {
      expect((await who.get("/api/user")).statusCode).toBe(status);
    }
    expect((await quote(anna, "solo")).suspends).toEqual([]);
    await pay(anna, "small-firm", "upgrade");
    for (const { username, password } of [ben, cleo]) {
      expect((await newClient(server.app).post("/api/login", { username, password })).statusCode).toBe(200);
    }
  });

  test("suspends no more members than necessary: when a member leaves, the next one is restored", async () => {
    const anna = await signIn(server, { plan: "growth" });
    const people = [];
    for (const name of ["Ben", "Cleo", "Dan"]) people.push(await join(server, anna, name));
    await pay(anna, "small-firm");
    await later(anna, 30);
    await fit();
    const suspended = async () =>
      (await anna.get("/api/members"))
        .json()
        .flatMap((member: { firstName: string; suspendedAt: string | null }) =>
          member.suspendedAt ? [member.firstName] : [],
        );
    expect(await suspended()).toEqual(["Dan"]);

    await anna.delete(`/api/members/${people[0]?.userId}`);
    await fit();

    expect(await suspended()).toEqual([]);
  });
});

test("fifty payments at once, ten of them with the same reference, buy forty-one consecutive periods", async () => {
  const anna = await signIn(server, { plan: null });
  const reference = newId();
  const price = { buys: "period" as const, creditPence: 0, endsAt: new Date() };

  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      fulfilOrder(anna, index % 2 ? "solo" : "growth", {
        price,
        amountPence: 900,
        reference: index < 10 ? reference : newId(),
      }),
    ),
  );

  const rows = await periodsOf(server.services.db, anna.practiceId);
  expect(rows).toHaveLength(41);
  for (const [index, row] of rows.entries()) if (index > 0) expect(row.startsAt).toEqual(rows[index - 1]?.endsAt);
});
