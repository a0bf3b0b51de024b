import { fallbackPlans, hiddenPlan } from "@sheaf/contracts/plan-facts.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { newId } from "../../platform/ids.ts";
import { auditLog } from "../audit/table.ts";
import { recordManualPayment } from "./ledger/payments.ts";
import { seedPlans } from "./plans.ts";
import { planOf, requireActive, reserveDocuments, returnDocuments } from "./service.ts";
import { payments, periods, plans } from "./table.ts";

const hourMs = 3_600_000;
const periodMs = 30 * 24 * hourMs;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const pay = (practiceId: string, planSlug = "small-firm", reference = `BACS ${newId()}`) =>
  server.services.db.transaction((tx) => recordManualPayment(tx, { practiceId, planSlug, reference }));
const reserve = (practiceId: string, count: number) =>
  server.services.db.transaction((tx) => reserveDocuments(tx, practiceId, count));
const giveBack = (practiceId: string, periodId: string, count: number) =>
  server.services.db.transaction((tx) => returnDocuments(tx, practiceId, periodId, count));
const periodsOf = (practiceId: string) =>
  server.services.db.select().from(periods).where(eq(periods.practiceId, practiceId)).orderBy(periods.startsAt);

/** Moves the practice's periods into the past by this many days. */
const pass = (practiceId: string, days: number) => {
  const earlier = sql.raw(`interval '${days * 24} hours'`);
  return server.services.db
    .update(periods)
    .set({ startsAt: sql`${periods.startsAt} - ${earlier}`, endsAt: sql`${periods.endsAt} - ${earlier}` })
    .where(eq(periods.practiceId, practiceId));
};
const use = (practiceId: string, documentsUsed: number) =>
  server.services.db.update(periods).set({ documentsUsed }).where(eq(periods.practiceId, practiceId));
const usage = async (who: SignedIn) => (await who.get("/api/usage")).json();
const subscription = async (who: SignedIn) => (await who.get("/api/subscription")).json();

describe("the plans", () => {
  test("[S3.2] for sale are listed without a session, in order and with all fields", async () => {
    const answer = await newClient(server.app).get("/api/subscription-plans");

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(fallbackPlans.map((plan) => ({ id: expect.any(String), ...plan })));
  });

  test("are updated to the contract when seeded again, and keep their ids", async () => {
    const { db } = server.services;
    const before = await db.select().from(plans).orderBy(plans.slug);
    await db.update(plans).set({ pricePence: 1, name: "Old name" }).where(eq(plans.slug, "solo"));

    await seedPlans(db);

    expect(await db.select().from(plans).orderBy(plans.slug)).toEqual(before);
    expect(before.map((plan) => plan.slug)).toEqual(["free-forever", "growth", "own-practice", "small-firm", "solo"]);
  });
});

describe("without a subscription", () => {
  test("[D23] subscription and usage return 404, plans are still listed", async () => {
    const anna = await signIn(server, { plan: null });

    for (const path of ["/api/subscription", "/api/usage"]) {
      const answer = await anna.get(path);
      expect([answer.statusCode, answer.json().code]).toEqual([404, "no-subscription"]);
    }
    expect((await anna.get("/api/subscription-plans")).json()).toHaveLength(3);
  });

  test("no document can be made", async () => {
    const { practiceId } = await signIn(server, { plan: null });
    const { db } = server.services;

    await expect(requireActive(db, practiceId)).rejects.toMatchObject({ code: "subscription-needed", status: 402 });
    await expect(planOf(db, practiceId)).rejects.toMatchObject({ code: "subscription-needed" });
    await expect(reserve(practiceId, 1)).rejects.toMatchObject({ code: "subscription-needed" });
  });
});

test.each([["/api/subscription"], ["/api/usage"]])("%s returns 401 without a session", async (path) => {
  expect((await newClient(server.app).get(path)).statusCode).toBe(401);
});

describe("a subscription that was just paid", () => {
  test("[S3.4] is active and returned with all fields", async () => {
    const anna = await signIn(server);
    const [, smallFirm] = fallbackPlans;

    const answer = await subscription(anna);

    expect(answer).toEqual({
      status: "active",
      plan: { id: expect.any(String), ...smallFirm },
      currentPeriodStart: expect.any(String),
      periodEndsAt: answer.currentPeriodEnd,
      currentPeriodEnd: expect.any(String),
      documentsUsedThisMonth: 0,
    });
    expect(Date.parse(answer.currentPeriodEnd) - Date.parse(answer.currentPeriodStart)).toBe(periodMs);
  });

  test("[S3.11] has its full allowance, returned with all fields", async () => {
    const anna = await signIn(server);

    const { currentPeriodEnd } = await subscription(anna);
    expect(await usage(anna)).toEqual({
      documentsUsedThisMonth: 0,
      documentsAllowed: 500,
      documentsRemaining: 500,
      canCreateDocument: true,
      periodEndsAt: currentPeriodEnd,
      currentPeriodEnd,
      maxFileBytes: 25 * 1_048_576,
    });
  });

  test("can be used in the same transaction as the payment", async () => {
    const { practiceId } = await signIn(server, { plan: null });

    await server.services.db.transaction(async (tx) => {
      await recordManualPayment(tx, { practiceId, planSlug: "solo", reference: newId() });
      await reserveDocuments(tx, practiceId, 1);
    });

    expect(await periodsOf(practiceId)).toMatchObject([{ documentsUsed: 1 }]);
  });

  test("has the file size limit of its plan", async () => {
    const { practiceId } = await signIn(server, { plan: "growth" });
    expect(await planOf(server.services.db, practiceId)).toMatchObject({
      slug: "growth",
      maxFileBytes: 50 * 1_048_576,
    });
  });

  test("[D24] may be the hidden plan, granted by hand", async () => {
    const anna = await signIn(server, { plan: "free-forever" });
    expect((await subscription(anna)).plan).toEqual({ id: expect.any(String), ...hiddenPlan });
  });
});

describe("an expired subscription", () => {
  test("[S4.14] is reported as expired from the moment its period ends", async () => {
    const anna = await signIn(server);

    await pass(anna.practiceId, 29.99);
    expect((await subscription(anna)).status).toBe("active");
    await pass(anna.practiceId, 0.02);
    expect((await subscription(anna)).status).toBe("expired");
  });

  test("shows the numbers of the last period and allows no more documents", async () => {
    const anna = await signIn(server);
    await reserve(anna.practiceId, 7);
    await pass(anna.practiceId, 31);
    const { db } = server.services;

    expect(await subscription(anna)).toMatchObject({ plan: { slug: "small-firm" }, documentsUsedThisMonth: 7 });
    expect(await usage(anna)).toMatchObject({
      documentsUsedThisMonth: 7,
      documentsAllowed: 500,
      documentsRemaining: 493,
      canCreateDocument: false,
    });
    await expect(requireActive(db, anna.practiceId)).rejects.toMatchObject({
      code: "subscription-expired",
      status: 402,
    });
    await expect(reserve(anna.practiceId, 1)).rejects.toMatchObject({ code: "subscription-expired" });
  });

  test("[S1.16] is active again as soon as it is paid, for 30 days from now", async () => {
    const anna = await signIn(server);
    await pass(anna.practiceId, 45);

    await pay(anna.practiceId);

    const startsAt = (await periodsOf(anna.practiceId))[1]?.startsAt ?? new Date(0);
    expect(Math.abs(startsAt.getTime() - Date.now())).toBeLessThan(60_000);
    expect(await subscription(anna)).toMatchObject({ status: "active", documentsUsedThisMonth: 0 });
    await reserve(anna.practiceId, 1);
  });
});

describe("paying early", () => {
  test("adds a period directly after the paid ones, with its own allowance", async () => {
    const anna = await signIn(server);
    await reserve(anna.practiceId, 10);
    const before = await subscription(anna);

    await pay(anna.practiceId);
    await pay(anna.practiceId);

    const [first, second, third] = await periodsOf(anna.practiceId);
    expect(second?.startsAt).toEqual(first?.endsAt);
    expect(third?.startsAt).toEqual(second?.endsAt);
    expect((third?.endsAt.getTime() ?? 0) - (first?.startsAt.getTime() ?? 0)).toBe(3 * periodMs);
    const after = await subscription(anna);
    expect(after.documentsUsedThisMonth).toBe(10);
    expect(after.currentPeriodStart).toBe(before.currentPeriodStart);
    const ends = { periodEndsAt: first?.endsAt.toISOString(), currentPeriodEnd: third?.endsAt.toISOString() };
    expect(after).toMatchObject(ends);
    expect(await usage(anna)).toMatchObject({ documentsAllowed: 500, ...ends });
  });

  test("the next period begins with no documents used and with the plan that was paid for it", async () => {
    const anna = await signIn(server);
    await reserve(anna.practiceId, 10);
    await pay(anna.practiceId, "solo");

    await pass(anna.practiceId, 30);

    expect(await subscription(anna)).toMatchObject({
      status: "active",
      plan: { slug: "solo" },
      documentsUsedThisMonth: 0,
    });
    expect(await usage(anna)).toMatchObject({
      documentsUsedThisMonth: 0,
      documentsAllowed: 150,
      documentsRemaining: 150,
    });
  });

  test("several times at once buys consecutive periods", async () => {
    const { practiceId } = await signIn(server, { plan: null });

    await Promise.all(Array.from({ length: 5 }, () => pay(practiceId)));

    const rows = await periodsOf(practiceId);
    expect(rows).toHaveLength(5);
    for (const [index, row] of rows.entries()) {
      if (index > 0) expect(row.startsAt).toEqual(rows[index - 1]?.endsAt);
    }
  });
});

describe("recording a payment", () => {
  test("adds a row to the ledger and an entry to the audit log", async () => {
    const { practiceId } = await signIn(server, { plan: null });
    const reference = `BACS ${newId()}`;

    const { paymentId } = await pay(practiceId, "growth", reference);

    const { db } = server.services;
    expect(await db.select().from(payments).where(eq(payments.id, paymentId))).toMatchObject([
      { practiceId, amountPence: 5000, currency: "GBP", method: "manual", reference },
    ]);
    expect(await db.select().from(auditLog).where(eq(auditLog.subjectId, paymentId))).toMatchObject([
      { practiceId, userId: null, action: "payment.recorded", detail: { plan: "growth" } },
    ]);
  });

  test("accepts a reference once, even when it is recorded several times at once", async () => {
    const { practiceId } = await signIn(server, { plan: null });
    const reference = `BACS ${newId()}`;

    const settled = await Promise.allSettled(
      ["", " ", "\n"].map((blank) => pay(practiceId, "solo", `${blank}${reference}${blank}`)),
    );

    const refused = settled.filter((one) => one.status === "rejected");
    expect(refused).toHaveLength(2);
    expect(refused[0]?.reason).toMatchObject({
      code: "reference-entered",
      message: expect.stringContaining("recorded already"),
    });
    expect(await periodsOf(practiceId)).toHaveLength(1);
  });

  test("refuses an unknown plan, an unknown practice and an empty reference", async () => {
    const { practiceId } = await signIn(server, { plan: null });

    await expect(pay(practiceId, "platinum")).rejects.toMatchObject({ code: "not-found" });
    await expect(pay(newId())).rejects.toMatchObject({ code: "not-found" });
    await expect(pay(practiceId, "solo", " ")).rejects.toMatchObject({ code: "bad-request" });
    expect(await periodsOf(practiceId)).toEqual([]);
  });
});

describe("the allowance", () => {
  test("gives its last document to exactly one of 200 concurrent uploads", async () => {
    const anna = await signIn(server);
    await use(anna.practiceId, 499);

    const settled = await Promise.allSettled(Array.from({ length: 200 }, () => reserve(anna.practiceId, 1)));

    const refused = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(199);
    for (const reason of refused) expect(reason).toMatchObject({ code: "quota-reached", status: 402 });
    expect((await usage(anna)).documentsUsedThisMonth).toBe(500);
  });

  test("is never exceeded by concurrent uploads", async () => {
    const anna = await signIn(server);
    await use(anna.practiceId, 480);

    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => reserve(anna.practiceId, 3)));

    expect(settled.filter((one) => one.status === "fulfilled")).toHaveLength(6);
    expect(await usage(anna)).toMatchObject({
      documentsUsedThisMonth: 498,
      documentsRemaining: 2,
      canCreateDocument: true,
    });
  });

  test("is not reduced by an upload that is too large for it, and the refusal states what is left", async () => {
    const anna = await signIn(server);
    await use(anna.practiceId, 498);

    await expect(reserve(anna.practiceId, 3)).rejects.toThrow(
      /^This upload has 3 documents, but only 2 are left of your plan's 500 until \d+ \w+ \d{4}\. Upload fewer, or upgrade\.$/,
    );
    await reserve(anna.practiceId, 2);
    await expect(reserve(anna.practiceId, 1)).rejects.toThrow(/^All 500 documents of your plan are used until /);
    expect(await usage(anna)).toMatchObject({ documentsRemaining: 0, canCreateDocument: false });
  });

  test("is not reduced when the job's transaction fails", async () => {
    const anna = await signIn(server);

    await server.services.db
      .transaction(async (tx) => {
        await reserveDocuments(tx, anna.practiceId, 5);
        throw new Error("the job could not be made");
      })
      .catch(() => {});

    expect((await usage(anna)).documentsUsedThisMonth).toBe(0);
  });

  test("is returned to the period that paid, even after its end", async () => {
    const anna = await signIn(server);
    const { periodId } = await reserve(anna.practiceId, 5);
    await pay(anna.practiceId);
    await pass(anna.practiceId, 30);
    await reserve(anna.practiceId, 1);

    await giveBack(anna.practiceId, periodId, 2);

    expect((await periodsOf(anna.practiceId)).map((row) => row.documentsUsed)).toEqual([3, 1]);
  });

  test("accepts no more returned documents than were used, and none from another practice", async () => {
    const anna = await signIn(server);
    const stranger = await signIn(server);
    const { periodId } = await reserve(anna.practiceId, 2);

    await expect(giveBack(anna.practiceId, periodId, 3)).rejects.toThrow("3 documents cannot be returned");
    await expect(giveBack(stranger.practiceId, periodId, 1)).rejects.toThrow("cannot be returned");
    expect((await usage(anna)).documentsUsedThisMonth).toBe(2);
  });

  test("is separate for each practice", async () => {
    const anna = await signIn(server);
    const stranger = await signIn(server);

    await reserve(anna.practiceId, 4);

    expect((await usage(stranger)).documentsUsedThisMonth).toBe(0);
  });
});
