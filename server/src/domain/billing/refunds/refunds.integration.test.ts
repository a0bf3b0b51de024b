import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { refundSteps } from "../../../../testing/billing/refund-steps.ts";
import { rewriteLedger } from "../../../../testing/billing/rewrite-ledger.ts";
import { letDaysPass, periodsOf } from "../../../../testing/billing/time.ts";
import { join } from "../../../../testing/members.ts";
import { signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { startInventedPayPal } from "../../../app/demo/providers/paypal/invented-paypal.ts";
import { newId } from "../../../platform/ids.ts";
import { users } from "../../accounts/table.ts";
import { payments, periods } from "../table.ts";
import { openRefunds } from "./open-refunds.ts";

let payPal: Awaited<ReturnType<typeof startInventedPayPal>>;
let server: TestServer;
beforeAll(async () => {
  payPal = await startInventedPayPal();
  server = await startTestServer({ env: payPal.env });
});
afterAll(async () => {
  await server.close();
  await payPal.close();
});
afterEach(() => {
  payPal.faults.length = 0;
  Object.assign(payPal.next, { capture: "COMPLETED", refund: "COMPLETED", amount: undefined });
});

const {
  ledgerOf,
  db,
  lastPayment,
  ledger,
  outcome,
  use,
  decide,
  codeOf,
  suspendedOf,
  payManually,
  giveCredit,
  ask,
  payOnline,
  paidOnline,
} = refundSteps(
  () => server,
  () => payPal,
);

describe("the preview of a refund", () => {
  test.each([
    [0, "full"],
    [49, "full"],
    [50, "credit"],
    [250, "credit"],
    [251, "denied"],
  ])("[S9.11] with %i of 500 documents used is %s", async (used, expected) => {
    const anna = await signIn(server);
    await use(anna, used);
    const paymentId = await lastPayment(anna);
    const [period] = await periodsOf(db(), anna.practiceId);

    expect((await outcome(anna, paymentId)).json()).toEqual({
      paymentId,
      outcome: expected,
      documentsUsed: used,
      documentsAllowed: 500,
      paidAt: expect.any(String),
      refundPence: 2400,
      creditPence: 2640,
      returnsTo: null,
      suspends: [],
      endsPeriod: { startsAt: period?.startsAt.toISOString(), endsAt: period?.endsAt.toISOString() },
    });
    const asked = await anna.post("/api/refunds", { paymentId, refundAs: "money" });
    expect(asked.statusCode).toBe(expected === "denied" ? 409 : 201);
  });

  test("more than 30 days after the payment is too late, and a request is refused with the reason", async () => {
    const anna = await signIn(server);
    const paymentId = await lastPayment(anna);
    await rewriteLedger(db(), (tx) =>
      tx
        .update(payments)
        .set({ recordedAt: sql`now() - interval '30 days 1 minute'` })
        .where(eq(payments.id, paymentId)),
    );
    expect((await outcome(anna, paymentId)).json().outcome).toBe("too-late");
    const asked = await anna.post("/api/refunds", { paymentId, refundAs: "money" });
    expect(asked.json()).toEqual({ code: "refund-not-possible", message: expect.stringContaining("30 days old") });
  });

  test("lists the members that the plan before the upgrade has no seats for, and granting the refund suspends only them", async () => {
    const { anna } = await paidOnline("solo");
    await payOnline(anna, "small-firm");
    await join(server, anna, "Ben");
    await join(server, anna, "Cleo");
    expect((await outcome(anna, await lastPayment(anna))).json()).toMatchObject({
      returnsTo: "Solo Practitioner",
      suspends: ["Cleo Miller", "Ben Miller"],
    });

    const { id } = await ask(anna);
    expect((await openRefunds(db())).find((request) => request.id === id)?.now?.suspends).toHaveLength(2);
    await decide(id, "money");

    expect(await suspendedOf(anna)).toEqual(["Ben", "Cleo"]);
  });

  test("lists the members that a smaller plan paid ahead would suspend, without those suspended already", async () => {
    const anna = await signIn(server, { plan: "small-firm" });
    const running = await lastPayment(anna);
    await join(server, anna, "Ben");
    const cleo = await join(server, anna, "Cleo");
    await payManually(anna, "solo");
    await db().update(users).set({ suspendedAt: new Date() }).where(eq(users.id, cleo.userId));

    expect((await outcome(anna, running)).json().suspends).toEqual(["Ben Miller"]);
    expect((await outcome(anna, await lastPayment(anna))).json().suspends).toEqual([]);
  });

  test("lists no plan and no members for an upgrade that a later one is based on", async () => {
    const { anna } = await paidOnline("solo");
    await payOnline(anna, "small-firm");
    const upgrade = await lastPayment(anna);
    await join(server, anna, "Ben");
    await giveCredit(anna, 10_000);
    expect((await anna.post("/api/billing/buy-with-credit", { plan: "growth" })).statusCode).toBe(200);

    expect((await outcome(anna, upgrade)).json()).toMatchObject({ returnsTo: null, suspends: [] });
  });

  test("for the payment of another practice returns 404", async () => {
    const paymentId = await lastPayment(await signIn(server));
    expect((await outcome(await signIn(server), paymentId)).statusCode).toBe(404);
  });
});

describe("a refund request", () => {
  test("is returned and listed, and blocks a second one until it is withdrawn", async () => {
    const anna = await signIn(server);
    const request = await ask(anna, "credit");
    expect(request).toMatchObject({
      state: "pending",
      requestedBy: "Anna Okafor",
      refundAs: "credit",
      outcome: "full",
    });
    const again = await anna.post("/api/refunds", { paymentId: request.paymentId, refundAs: "money" });
    expect(again.json().code).toBe("refund-already-requested");

    expect((await anna.delete(`/api/refunds/${request.id}`)).statusCode).toBe(204);
    expect((await anna.delete(`/api/refunds/${request.id}`)).json().code).toBe("refund-decided");
    await ask(anna);

    const states = (await anna.get("/api/refunds")).json().map(({ state }: { state: string }) => state);
    expect(states).toEqual(["pending", "withdrawn"]);
  });

  test("is shown to administrators with the state at the request and the current state", async () => {
    const anna = await signIn(server);
    const { id } = await ask(anna);
    await use(anna, 300);
    const mine = (await openRefunds(db())).find((request) => request.id === id);
    expect(mine).toMatchObject({
      practice: { id: anna.practiceId, name: "Okafor & Co" },
      reason: "Not for us",
      outcome: "full",
      documentsUsed: 0,
      now: { outcome: "denied", documentsUsed: 300 },
    });
  });
});

describe("a decision", () => {
  test("for money refunds it through PayPal and ends the period, and PayPal's webhook event changes nothing more", async () => {
    const { anna, made } = await paidOnline();
    const { id } = await ask(anna);

    expect(await decide(id, "money")).toMatchObject({ state: "granted-money", answer: "As you asked" });
    const [capture] = payPal.orderOf(made.payPalOrderId).captures;
    expect(capture?.status).toBe("REFUNDED");
    await payPal.deliver(server.app, payPal.becomes(made.payPalOrderId, "REFUNDED"));

    expect(await ledger(anna)).toEqual([
      ["payment", 2400, 0],
      ["refund", -2400, 0],
    ]);
    expect((await anna.get("/api/subscription")).json().status).toBe("expired");
    expect(await codeOf(decide(id, "credit"))).toBe("refund-decided");
  });

  test("for the money of a bank transfer needs the reference of the return transfer, each accepted once", async () => {
    const anna = await signIn(server);
    const { id } = await ask(anna);
    expect(await codeOf(decide(id, "money"))).toBe("bad-request");
    const other = await signIn(server);
    await decide((await ask(other)).id, "money", "BACK 1");

    await expect(decide(id, "money", "BACK 1")).rejects.toMatchObject({
      code: "reference-entered",
      message: expect.stringContaining("for £24.00. If this is another transfer, add its date"),
    });
    expect((await decide(id, "money", "BACK 2")).state).toBe("granted-money");

    const [newest] = await ledgerOf(anna);
    expect(newest).toMatchObject({ kind: "refund", amountPence: -2400, method: "manual", reference: "BACK 2" });
  });

  test("[S9.12] for a credit gives 110 per cent and ends the period; the credit buys the next one", async () => {
    const { anna } = await paidOnline();
    const { id } = await ask(anna, "credit");
    expect((await decide(id, "credit")).state).toBe("granted-credit");

    expect((await anna.get("/api/billing")).json()).toMatchObject({ creditPence: 2640, periods: [] });
    expect((await outcome(anna, await lastPayment(anna))).json().code).toBe("refund-not-possible");
    expect((await anna.post("/api/billing/buy-with-credit", { plan: "small-firm" })).statusCode).toBe(200);
    expect((await anna.get("/api/billing")).json()).toMatchObject({ creditPence: 240 });
  });

  test("to deny it changes nothing, and no further request is accepted for the payment", async () => {
    const anna = await signIn(server);
    const { id } = await ask(anna);
    expect(await decide(id, "deny")).toMatchObject({ state: "denied", answer: "As you asked" });
    expect((await anna.get("/api/subscription")).json().status).toBe("active");
    const again = await anna.post("/api/refunds", { paymentId: await lastPayment(anna), refundAs: "money" });
    expect(again.json().code).toBe("refund-not-possible");
  });

  test("is one line in the practice's audit log, and so is a refund without a request", async () => {
    const { anna, made } = await paidOnline();
    const lastEntries = async () => {
      const log: { who: string; what: string; subjectId: string }[] = (await anna.get("/api/audit-log?limit=2")).json();
      return log.map(({ who, what, subjectId }) => (subjectId === first ? `${who}: ${what}` : what));
    };
    const first = await lastPayment(anna);
    await payPal.deliver(server.app, payPal.refund(made.payPalOrderId, "4.00"));
    expect((await lastEntries())[0]).toBe("Sheaf: Recorded that money of a payment went back");
    await decide((await ask(anna)).id, "deny");
    expect(await lastEntries()).toEqual([
      "Sheaf: Refused a refund, by the operator",
      "Anna Okafor: Asked for a payment back",
    ]);

    await payManually(anna, "solo");
    await decide((await ask(anna)).id, "credit");
    expect(await lastEntries()).toEqual(["Granted a refund as credit, by the operator", "Asked for a payment back"]);
    const ben = await signIn(server);
    await decide((await ask(ben)).id, "money", `BACK ${ben.username}`);
    const [newest, asked] = (await ben.get("/api/audit-log")).json();
    expect([newest.what, asked.what]).toEqual(["Granted a refund, by the operator", "Asked for a payment back"]);
  });

  test("is made once, even if several administrators decide and the owner withdraws at the same time", async () => {
    for (let turn = 0; turn < 4; turn++) {
      const { anna } = await paidOnline();
      const { id } = await ask(anna);

      const results = await Promise.all([
        ...(["money", "credit", "deny", "money"] as const).map((decision) => codeOf(decide(id, decision))),
        anna.delete(`/api/refunds/${id}`).then((answer) => (answer.statusCode === 204 ? "done" : answer.json().code)),
      ]);

      expect(results.filter((result) => result === "done")).toHaveLength(1);
      expect((await ledger(anna)).length).toBeLessThanOrEqual(2);
    }
  });

  test("on an upgrade returns the periods to their previous plan; only then can the plan itself be refunded", async () => {
    const { anna } = await paidOnline("solo");
    const base = await lastPayment(anna);
    await use(anna, 140);
    await payOnline(anna, "growth");
    expect((await outcome(anna, base)).json()).toMatchObject({ message: expect.stringContaining("Growth Practice") });
    const upgrade = await lastPayment(anna);
    expect((await outcome(anna, upgrade)).json()).toMatchObject({
      outcome: "full",
      documentsUsed: 0,
      documentsAllowed: 1350,
      refundPence: 4100,
      endsPeriod: null,
      returnsTo: "Solo Practitioner",
    });
    const { id } = await ask(anna);
    await decide(id, "money");

    expect((await anna.get("/api/usage")).json()).toMatchObject({ documentsAllowed: 150, documentsUsedThisMonth: 140 });
    expect((await outcome(anna, base)).json().outcome).toBe("denied");
  });
});

test("the refund of a period paid ahead does not change the running one", async () => {
  const anna = await signIn(server);
  await use(anna, 400);
  await payManually(anna, "small-firm");
  await decide((await ask(anna)).id, "money", `RETURN ${anna.username}`);
  expect((await anna.get("/api/billing")).json().periods).toMatchObject([{ documentsUsed: 400 }]);
});

test("an expired subscription shows the plan that ran last, not one that was refunded before it began", async () => {
  const anna = await signIn(server, { plan: "growth" });
  await payManually(anna, "solo");
  await decide((await ask(anna)).id, "money", `RETURN ${anna.username}`);
  await letDaysPass(db(), anna.practiceId, 31);
  // Reproduces rows of an earlier version: both periods end at the same time, so their order in the database is
  // undefined. The row updated last usually comes last.
  const rows = await periodsOf(db(), anna.practiceId);
  const [ran, never] = ["growth", "solo"].map((slug) => rows.find(({ plan }) => plan === slug));
  if (!ran || !never) throw new Error("A period is not there");
  const { endsAt } = ran;
  await db().update(periods).set({ startsAt: endsAt, endsAt }).where(eq(periods.id, never.id));
  await db().update(periods).set({ id: newId() }).where(eq(periods.id, ran.id));
  expect((await anna.get("/api/subscription")).json()).toMatchObject({ status: "expired", plan: { slug: "growth" } });
});
