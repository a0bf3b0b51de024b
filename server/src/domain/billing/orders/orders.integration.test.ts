import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { letDaysPass, periodsOf } from "../../../../testing/billing/time.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { type Notice, startInventedPayPal } from "../../../app/demo/providers/paypal/invented-paypal.ts";
import { newId } from "../../../platform/ids.ts";
import { enter } from "../ledger/ledger.ts";
import { checkOpenOrders } from "./check-open-orders.task.ts";

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
  Object.assign(payPal.next, { capture: "COMPLETED", amount: undefined });
});

const dayMs = 24 * 3_600_000;
const order = async (who: SignedIn, plan = "small-firm") => {
  const answer = await who.post("/api/orders", { plan });
  expect(answer.statusCode).toBe(201);
  return answer.json();
};
const capture = (who: SignedIn, id: string) => who.post(`/api/orders/${id}/capture`);
const deliver = (notice: Notice) => payPal.deliver(server.app, notice);
const rowsOf = (who: SignedIn) => periodsOf(server.services.db, who.practiceId);
/** Kind, amount and credit of the ledger's rows, oldest first. */
const ledger = async (who: SignedIn): Promise<[string, number, number][]> =>
  (await who.get("/api/payments"))
    .json()
    .map((row: { kind: string; amountPence: number; creditPence: number }) => [
      row.kind,
      row.amountPence,
      row.creditPence,
    ])
    .reverse();
/** Creates an order that the payer has approved and that was captured. */
async function paid(who: SignedIn, plan = "small-firm") {
  const made = await order(who, plan);
  payPal.approve(made.payPalOrderId);
  expect((await capture(who, made.id)).json().state).toBe("completed");
  return made;
}

describe("paying online", () => {
  test("[S1.14] takes an order, an approval at PayPal and a capture, and buys 30 days", async () => {
    const anna = await signIn(server, { plan: null });

    const made = await order(anna);
    expect(made).toEqual({
      id: expect.any(String),
      state: "created",
      planSlug: "small-firm",
      duePence: 2400,
      payPalOrderId: expect.any(String),
      approveUrl: `${payPal.url}/checkoutnow?token=${made.payPalOrderId}`,
    });
    expect(payPal.orderOf(made.payPalOrderId)).toMatchObject({
      customId: made.id,
      amount: { currency_code: "GBP", value: "24.00" },
      returnUrl: expect.stringContaining(`/subscribe?plan=small-firm&order=${made.id}`),
    });
    const agreed = await fetch(made.approveUrl, {
      method: "POST",
      body: new URLSearchParams({ do: "approve" }),
      redirect: "manual",
    });
    expect(agreed.headers.get("location")).toContain(`order=${made.id}&token=${made.payPalOrderId}`);
    const answer = await capture(anna, made.id);

    expect([answer.statusCode, answer.json().state]).toEqual([200, "completed"]);
    expect((await anna.get("/api/subscription")).json()).toMatchObject({
      status: "active",
      plan: { slug: "small-firm" },
    });
    expect((await anna.get("/api/payments")).json()).toMatchObject([
      { kind: "payment", method: "paypal", amountPence: 2400, what: "Small Firm, 30 days" },
    ]);
  });

  test("upgrades at once for the days that are left", async () => {
    const anna = await signIn(server, { plan: "solo" });
    await letDaysPass(server.services.db, anna.practiceId, 15.5);
    const { duePence, payPalOrderId } = await paid(anna, "growth");
    expect(duePence).toBe(2050);
    expect(payPal.orderOf(payPalOrderId).description).toBe("Upgrade to Growth Practice");
    expect((await anna.get("/api/subscription")).json().plan.slug).toBe("growth");
  });

  test("uses the practice's credit first, and is refused when the credit covers the price", async () => {
    const anna = await signIn(server, { plan: null });
    const { practiceId } = anna;
    await server.services.db.transaction((tx) =>
      enter(tx, {
        practiceId,
        kind: "credit",
        amountPence: 0,
        creditPence: 1000,
        method: "credit",
        reference: newId(),
      }),
    );
    const refused = await anna.post("/api/orders", { plan: "solo" });
    expect([refused.statusCode, refused.json().code]).toEqual([409, "nothing-to-pay"]);

    await paid(anna, "small-firm");

    expect(await ledger(anna)).toEqual([
      ["credit", 0, 1000],
      ["payment", 1400, 0],
      ["credit-used", 0, -1000],
    ]);
  });

  test("gives nothing before approval or with a declined card, and can be continued afterwards", async () => {
    const anna = await signIn(server, { plan: null });
    const made = await order(anna);
    const early = await capture(anna, made.id);
    expect([early.statusCode, early.json().code]).toEqual([409, "not-approved"]);
    payPal.approve(made.payPalOrderId);
    payPal.next.capture = "INSTRUMENT_DECLINED";
    const declined = await capture(anna, made.id);
    expect([declined.statusCode, declined.json().code]).toEqual([402, "payment-declined"]);
    expect(await ledger(anna)).toEqual([]);

    payPal.next.capture = "COMPLETED";
    expect((await capture(anna, made.id)).json().state).toBe("completed");
  });

  test("for the order of another practice returns 404", async () => {
    const anna = await signIn(server, { plan: null });
    const made = await order(anna);
    payPal.approve(made.payPalOrderId);
    expect((await capture(await signIn(server), made.id)).statusCode).toBe(404);
    expect(payPal.orderOf(made.payPalOrderId).captures).toEqual([]);
  });

  test("is refused when PayPal is not set up", async () => {
    const plain = await startTestServer();
    const anna = await signIn(plain);
    const answer = await anna.post("/api/orders", { plan: "solo" });
    expect([answer.statusCode, answer.json().code]).toEqual([409, "online-payment-off"]);
    await plain.close();
  });
});

describe("an order gives its purchase once", () => {
  test("when fifty captures and three webhook events arrive at once", async () => {
    const anna = await signIn(server, { plan: null });
    const made = await order(anna);
    const approved = payPal.approve(made.payPalOrderId);
    const completed = payPal.becomes(made.payPalOrderId, "COMPLETED");

    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => capture(anna, made.id)),
      ...[approved, completed, completed].map(deliver),
    ]);

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(payPal.orderOf(made.payPalOrderId).captures).toHaveLength(1);
    expect(await ledger(anna)).toEqual([["payment", 2400, 0]]);
    expect(await rowsOf(anna)).toHaveLength(1);
  });

  test("when PayPal's response to the capture is lost, after a second capture or a webhook event", async () => {
    for (const goOn of [
      (who: SignedIn, id: string) => capture(who, id),
      (_: SignedIn, __: string, payPalId: string) => deliver(payPal.becomes(payPalId, "COMPLETED")),
    ]) {
      const anna = await signIn(server, { plan: null });
      const made = await order(anna);
      payPal.approve(made.payPalOrderId);
      payPal.faults.push({ on: `POST /v2/checkout/orders/${made.payPalOrderId}/capture`, how: "lost" });
      const unheard = await capture(anna, made.id);
      expect([unheard.statusCode, unheard.json().code]).toEqual([502, "payment-unconfirmed"]);

      expect((await goOn(anna, made.id, made.payPalOrderId)).statusCode).toBe(200);

      expect(await ledger(anna)).toEqual([["payment", 2400, 0]]);
    }
  });

  test("when the payer closes the browser after approving and only the webhook event arrives", async () => {
    const anna = await signIn(server, { plan: null });
    const made = await order(anna);

    expect((await deliver(payPal.approve(made.payPalOrderId))).statusCode).toBe(200);

    expect(await rowsOf(anna)).toHaveLength(1);
  });

  test("when the access token expired early, with one new token", async () => {
    const anna = await signIn(server, { plan: null });
    const made = await order(anna);
    payPal.approve(made.payPalOrderId);
    payPal.requests.length = 0;
    payPal.faults.push({ on: "POST /v2/checkout/orders", how: "unauthorised" });

    expect((await capture(anna, made.id)).json().state).toBe("completed");

    expect(payPal.requests.filter((route) => route.includes("oauth2"))).toHaveLength(1);
  });

  test.each([
    ["another amount", { currency_code: "GBP", value: "0.24" }],
    ["another currency", { currency_code: "USD", value: "24.00" }],
    ["an invalid amount", { currency_code: "GBP", value: "24.0" }],
  ])("and gives nothing for %s", async (_, amount) => {
    const anna = await signIn(server, { plan: null });
    const made = await order(anna);
    payPal.approve(made.payPalOrderId);
    payPal.next.amount = amount;

    expect((await capture(anna, made.id)).json().state).toBe("mismatch");

    expect(await ledger(anna)).toEqual([]);
    expect(await rowsOf(anna)).toEqual([]);
  });
});

describe("a payment that PayPal holds", () => {
  test("gives nothing until it is released", async () => {
    const anna = await signIn(server, { plan: null });
    const made = await order(anna);
    payPal.approve(made.payPalOrderId);
    payPal.next.capture = "PENDING";
    expect((await capture(anna, made.id)).json().state).toBe("pending");
    expect((await anna.get("/api/subscription")).statusCode).toBe(404);

    await deliver(payPal.becomes(made.payPalOrderId, "COMPLETED"));

    expect((await anna.get("/api/subscription")).json().status).toBe("active");
    expect(await ledger(anna)).toEqual([["payment", 2400, 0]]);
  });

  test("gives nothing when it is denied", async () => {
    const anna = await signIn(server, { plan: null });
    const made = await order(anna);
    payPal.approve(made.payPalOrderId);
    payPal.next.capture = "PENDING";
    await capture(anna, made.id);
    await deliver(payPal.becomes(made.payPalOrderId, "DECLINED"));
    expect((await capture(anna, made.id)).json().state).toBe("denied");
    expect(await ledger(anna)).toEqual([]);
  });
});

test("the task settles orders whose webhook events were lost, and one that cannot be read does not stop the others", async () => {
  const people = [];
  for (const status of ["PENDING", "COMPLETED", "COMPLETED"] as const) {
    const anna = await signIn(server, { plan: null });
    const made = await order(anna);
    payPal.approve(made.payPalOrderId);
    if (status === "PENDING") {
      payPal.next.capture = status;
      await capture(anna, made.id);
      payPal.becomes(made.payPalOrderId, "COMPLETED");
      payPal.next.capture = "COMPLETED";
    }
    people.push({ anna, payPalId: made.payPalOrderId });
  }
  payPal.faults.push({ on: `GET /v2/checkout/orders/${people[1]?.payPalId}`, how: "broken" });

  await checkOpenOrders.run({}, server.services, { signal: new AbortController().signal });

  const entered = await Promise.all(people.map(async ({ anna }) => (await ledger(anna)).length));
  expect(entered).toEqual([1, 0, 1]);
});

describe("a refund", () => {
  test("of a payment before a renewal ends its own period, and the renewal starts at once with its full length", async () => {
    const anna = await signIn(server, { plan: null });
    const first = await paid(anna, "small-firm");
    await paid(anna, "solo");
    await letDaysPass(server.services.db, anna.practiceId, 10);

    const notice = payPal.refund(first.payPalOrderId, "24.00");
    for (const one of [notice, notice, notice]) expect((await deliver(one)).statusCode).toBe(200);

    expect(await ledger(anna)).toEqual([
      ["payment", 2400, 0],
      ["payment", 900, 0],
      ["refund", -2400, 0],
    ]);
    const [ended, running] = await rowsOf(anna);
    expect(running?.startsAt).toEqual(ended?.endsAt);
    expect((running?.endsAt.getTime() ?? 0) - (running?.startsAt.getTime() ?? 0)).toBe(30 * dayMs);
    expect((await anna.get("/api/subscription")).json()).toMatchObject({ status: "active", plan: { slug: "solo" } });
  });

  test("in parts ends the period with the last part", async () => {
    const anna = await signIn(server, { plan: null });
    const made = await paid(anna);
    await deliver(payPal.refund(made.payPalOrderId, "10.00"));
    expect((await anna.get("/api/subscription")).json().status).toBe("active");
    await deliver(payPal.refund(made.payPalOrderId, "14.00"));
    expect((await anna.get("/api/subscription")).json().status).toBe("expired");
    expect((await ledger(anna)).map(([, pence]) => pence)).toEqual([2400, -1000, -1400]);
  });

  test("by a reversal is entered once, even before PayPal lists its refunds", async () => {
    const anna = await signIn(server, { plan: null });
    const made = await paid(anna);
    const reversed = payPal.becomes(made.payPalOrderId, "REVERSED");
    await deliver(reversed);
    await deliver(payPal.refund(made.payPalOrderId, "24.00"));
    await deliver(reversed);
    expect((await ledger(anna)).map(([, pence]) => pence)).toEqual([2400, -2400]);
    expect((await anna.get("/api/subscription")).json().status).toBe("expired");
  });

  test("of a purchase that used credit returns the credit", async () => {
    const anna = await signIn(server, { plan: null });
    const { practiceId } = anna;
    const row = { practiceId, kind: "credit" as const, amountPence: 0, creditPence: 1000, method: "credit" as const };
    await server.services.db.transaction((tx) => enter(tx, { ...row, reference: newId() }));
    const made = await paid(anna);
    await deliver(payPal.refund(made.payPalOrderId, "14.00"));
    expect((await anna.get("/api/billing")).json()).toMatchObject({ creditPence: 1000, periods: [] });
  });
});

describe("a webhook event", () => {
  test("that was changed, is unsigned or forged, or is invalid, is refused and changes nothing", async () => {
    const anna = await signIn(server, { plan: null });
    const made = await order(anna);
    const good = payPal.approve(made.payPalOrderId);
    const forged: Notice[] = [
      { ...good, body: good.body.replace("APPROVED", "COMPLETED") },
      // The same JSON value, but not the bytes that were signed.
      { ...good, body: JSON.stringify(JSON.parse(good.body)) },
      { ...good, headers: { ...good.headers, "paypal-transmission-sig": "forged" } },
      { ...good, headers: { "content-type": "application/json" } },
      { ...good, body: '{}, "verification": {}' },
      { ...good, body: "" },
    ];
    for (const notice of forged) {
      const answer = await deliver(notice);
      expect([answer.statusCode, answer.json().code]).toEqual([401, "forged-event"]);
    }
    expect(payPal.orderOf(made.payPalOrderId).captures).toEqual([]);
    expect((await deliver(good)).statusCode).toBe(200);
  });

  test("for an order whose practice was deleted is accepted and changes nothing", async () => {
    const anna = await signIn(server, { plan: null });
    const made = await order(anna);
    const { practiceId } = anna;
    await anna.post("/api/account/delete", { currentPassword: anna.password, practiceName: "Okafor & Co" });
    expect((await deliver(payPal.approve(made.payPalOrderId))).statusCode).toBe(200);
    expect(await periodsOf(server.services.db, practiceId)).toEqual([]);
  });

  test("while PayPal's API fails is refused, so that PayPal sends it again", async () => {
    const anna = await signIn(server, { plan: null });
    const made = await order(anna);
    const notice = payPal.approve(made.payPalOrderId);
    payPal.faults.push({ on: `GET /v2/checkout/orders/${made.payPalOrderId}`, how: "broken" });
    expect((await deliver(notice)).statusCode).toBe(502);
    expect((await deliver(notice)).statusCode).toBe(200);
    expect(await ledger(anna)).toEqual([["payment", 2400, 0]]);
  });

  test("may arrive three times and in any order, and the ledger is correct", async () => {
    for (let turn = 0; turn < 6; turn++) {
      const anna = await signIn(server, { plan: null });
      const made = await order(anna);
      payPal.next.capture = "PENDING";
      const notices = [payPal.approve(made.payPalOrderId)];
      await capture(anna, made.id);
      notices.push(payPal.becomes(made.payPalOrderId, "COMPLETED"));
      notices.push(payPal.refund(made.payPalOrderId, "4.00"), payPal.refund(made.payPalOrderId, "20.00"));
      const shuffled = [...notices, ...notices, ...notices].map(
        (_, index, all) => all[(index * 7 + turn * 5) % all.length],
      );

      await Promise.all(shuffled.map((notice) => notice && deliver(notice)));

      expect((await ledger(anna)).map(([kind, pence]) => [kind, pence])).toEqual([
        ["payment", 2400],
        ["refund", -400],
        ["refund", -2000],
      ]);
      const [row] = await rowsOf(anna);
      expect(row && row.endsAt <= new Date()).toBe(true);
    }
  });
});
