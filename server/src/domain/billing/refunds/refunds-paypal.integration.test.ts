import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { refundSteps } from "../../../../testing/billing/refund-steps.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { startInventedPayPal } from "../../../app/demo/providers/paypal/invented-paypal.ts";
import { finishRefunds } from "./finish.task.ts";
import { refundRequests } from "./table.ts";

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

const { db, ledger, decide, codeOf, ask, paidOnline } = refundSteps(
  () => server,
  () => payPal,
);

describe("when PayPal", () => {
  test("makes the refund and its response is lost, only money can be chosen again, and the money is sent once", async () => {
    const { anna, made } = await paidOnline();
    const { id } = await ask(anna);
    payPal.faults.push({ on: "POST /v2/payments/captures", how: "lost" });
    expect(await codeOf(decide(id, "money"))).toBe("refund-failed");
    expect(await codeOf(decide(id, "money"))).toBe("refund-decided");
    expect((await anna.delete(`/api/refunds/${id}`)).json().code).toBe("refund-decided");
    await passThreeMinutes(id);
    expect(await codeOf(decide(id, "credit"))).toBe("refund-decided");

    await finishRefunds.run({}, server.services, { signal: new AbortController().signal });

    expect((await anna.get("/api/refunds")).json()).toMatchObject([{ state: "granted-money" }]);
    expect(payPal.orderOf(made.payPalOrderId).refunds).toHaveLength(1);
    expect((await ledger(anna)).at(-1)).toEqual(["refund", -2400, 0]);
  });

  test("makes the refund and this process crashes, the webhook event alone closes the request", async () => {
    const { anna, made } = await paidOnline();
    const { id } = await ask(anna);
    payPal.faults.push({ on: "POST /v2/payments/captures", how: "lost" });
    await codeOf(decide(id, "money"));

    await payPal.deliver(server.app, payPal.becomes(made.payPalOrderId, "REFUNDED"));

    expect((await anna.get("/api/refunds")).json()).toMatchObject([{ state: "granted-money", answer: "As you asked" }]);
    expect((await ledger(anna)).length).toBe(2);
  });

  test("refuses the refund, the request stays open for another decision", async () => {
    const { anna } = await paidOnline();
    const { id } = await ask(anna);
    payPal.faults.push({ on: "POST /v2/payments/captures", how: "unauthorised" });
    payPal.faults.push({ on: "POST /v2/payments/captures", how: "unauthorised" });
    expect(await codeOf(decide(id, "money"))).toBe("refund-failed");
    expect((await decide(id, "credit")).state).toBe("granted-credit");
  });

  test("sends the money later, the period ends once it is sent", async () => {
    const { anna, made } = await paidOnline();
    const { id } = await ask(anna);
    payPal.next.refund = "PENDING";
    expect((await decide(id, "money")).state).toBe("granted-money");
    expect((await anna.get("/api/subscription")).json().status).toBe("active");
    await payPal.deliver(server.app, payPal.refundsComplete(made.payPalOrderId));
    expect((await anna.get("/api/subscription")).json().status).toBe("expired");
    expect((await ledger(anna)).length).toBe(2);
  });

  test("reverses a payment for which a credit was given, the credit is removed", async () => {
    const { anna, made } = await paidOnline();
    await decide((await ask(anna, "credit")).id, "credit");
    await payPal.deliver(server.app, payPal.becomes(made.payPalOrderId, "REVERSED"));
    expect((await anna.get("/api/billing")).json().creditPence).toBe(0);
  });
});

const passThreeMinutes = (id: string) =>
  db()
    .update(refundRequests)
    .set({ payingSince: sql`${refundRequests.payingSince} - interval '3 minutes'` })
    .where(eq(refundRequests.id, id));
