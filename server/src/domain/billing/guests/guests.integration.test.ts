import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { periodsOf } from "../../../../testing/billing/time.ts";
import { type Client, newClient } from "../../../../testing/client.ts";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { linkIn, type MailServer, startMailServer } from "../../../../testing/mail/mail-server.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { type InventedPayPal, startInventedPayPal } from "../../../app/demo/providers/paypal/invented-paypal.ts";
import { newId } from "../../../platform/ids.ts";
import { orders } from "../table.ts";
import { renewClaims } from "./claim-links.ts";
import { forgetGuests } from "./forget.task.ts";
import { guestPayments } from "./table.ts";
import { mismatchedOrders, unclaimedOrders } from "./unclaimed.ts";

let payPal: InventedPayPal;
let inbox: MailServer;
let server: TestServer;
let visitor: Client;
beforeAll(async () => {
  payPal = await startInventedPayPal();
  inbox = await startMailServer();
  const env = { ...payPal.env, SMTP_URL: inbox.url, PUBLIC_URL: "https://sheaf.example" };
  server = await startTestServer({ worker: fakeEngine(), env });
  visitor = newClient(server.app);
});
afterAll(async () => {
  await server.close();
  await inbox.close();
  await payPal.close();
});
afterEach(() => {
  payPal.faults.length = 0;
  Object.assign(payPal.next, { capture: "COMPLETED", amount: undefined });
});

interface GuestOrder {
  id: string;
  payPalOrderId: string;
  claimToken: string;
  email: string;
}

async function order(plan = "small-firm"): Promise<GuestOrder> {
  const email = `guest-${newId().slice(-12)}@example.com`;
  const answer = await visitor.post("/api/guest-orders", { plan, email });
  expect(answer.statusCode).toBe(201);
  return { ...answer.json(), email };
}
const capture = ({ id, claimToken }: GuestOrder) => visitor.post(`/api/guest-orders/${id}/capture`, { claimToken });
async function paid(plan?: string): Promise<GuestOrder> {
  const made = await order(plan);
  payPal.approve(made.payPalOrderId);
  expect((await capture(made)).json().state).toBe("completed");
  return made;
}
const check = ({ claimToken }: GuestOrder) => visitor.post("/api/claims/check", { claimToken });
const claim = (who: SignedIn, { claimToken }: GuestOrder) => who.post("/api/claims", { claimToken });

/** Signs up, as the page after a payment does. */
async function register(claimToken: string) {
  const client = newClient(server.app);
  const username = `gus-${newId().slice(-12)}`;
  const answer = await client.post("/api/register", {
    username,
    password: "correct horse battery staple",
    email: `${username}@example.com`,
    claimToken,
    firstName: "Gus",
    lastName: "Guest",
  });
  return { client, answer };
}
const ledger = async (who: Pick<Client, "get">) =>
  (await who.get("/api/payments"))
    .json()
    .map((row: { kind: string; amountPence: number }) => [row.kind, row.amountPence]);

describe("a visitor who pays first", () => {
  test("[S1.15] has the plan as soon as they sign up", async () => {
    const made = await order();
    expect(made).toMatchObject({ state: "created", duePence: 2400, approveUrl: expect.stringContaining(payPal.url) });
    payPal.approve(made.payPalOrderId);
    expect((await capture(made)).json()).toMatchObject({ state: "completed", planSlug: "small-firm" });
    expect((await check(made)).json()).toEqual({
      planName: "Small Firm",
      planSlug: "small-firm",
      paidPence: 2400,
      email: made.email,
      state: "open",
    });

    const { client, answer } = await register(made.claimToken);

    expect(answer.statusCode).toBe(201);
    expect((await client.get("/api/subscription")).json()).toMatchObject({
      status: "active",
      plan: { slug: "small-firm" },
    });
    expect(await ledger(client)).toEqual([["payment", 2400]]);
  });

  test("and closes the browser after approving has the payment captured by PayPal's webhook event, and the operator can find it", async () => {
    const made = await order("solo");
    await payPal.deliver(server.app, payPal.approve(made.payPalOrderId));

    expect(await unclaimedOrders(server.services.db)).toContainEqual(
      expect.objectContaining({
        id: made.id,
        email: made.email,
        planName: "Solo Practitioner",
        duePence: 900,
        state: "completed",
      }),
    );
    const [renewed] = await renewClaims(server.services.db, made.email.toUpperCase());
    expect((await check(made)).statusCode).toBe(410);
    expect((await register(renewed?.token ?? "")).answer.statusCode).toBe(201);
    expect((await unclaimedOrders(server.services.db)).map(({ id }) => id)).not.toContain(made.id);
  });

  test("gets the claim link by email once, when the payment is completed, and it works in another browser", async () => {
    const subject = "Your payment is waiting for you";
    const made = await order();
    payPal.approve(made.payPalOrderId);
    payPal.next.capture = "PENDING";
    await capture(made);
    const late = payPal.becomes(made.payPalOrderId, "COMPLETED");
    await Promise.all([late, late, late].map((notice) => payPal.deliver(server.app, notice)));

    const mail = await inbox.to(made.email, subject);
    expect(mail.text).toContain("£24.00 for the plan Small Firm");
    const link = linkIn(mail);
    expect([link.origin, link.pathname, link.searchParams.get("payment")]).toEqual([
      "https://sheaf.example",
      "/auth",
      "success",
    ]);
    expect((await register(link.searchParams.get("claim") ?? "")).answer.statusCode).toBe(201);

    payPal.next.capture = "COMPLETED";
    await inbox.to((await paid()).email, subject);
    expect(inbox.received.filter(({ to }) => to?.[0]?.address === made.email)).toHaveLength(1);
  });

  test("and comes back before the capture has the payment captured when the claim link is checked", async () => {
    const made = await order();
    payPal.approve(made.payPalOrderId);
    expect((await check(made)).json().state).toBe("open");
  });

  test("gets one capture, one payment and one period when return page, webhook events and claim arrive at once", async () => {
    for (let turn = 0; turn < 3; turn++) {
      const made = await order();
      const anna = await signIn(server, { plan: null });
      const notice = payPal.approve(made.payPalOrderId);
      const late = payPal.becomes(made.payPalOrderId, "COMPLETED");
      const all = [notice, late, notice, late].map((one) => payPal.deliver(server.app, one));
      await Promise.all([...all, capture(made), capture(made), claim(anna, made), claim(anna, made)]);
      await claim(anna, made);

      expect(payPal.orderOf(made.payPalOrderId).captures).toHaveLength(1);
      expect(await ledger(anna)).toEqual([["payment", 2400]]);
      expect(await periodsOf(server.services.db, anna.practiceId)).toHaveLength(1);
    }
  });

  test("can sign up while PayPal holds the payment, and has the plan once it is released", async () => {
    const made = await order();
    payPal.approve(made.payPalOrderId);
    payPal.next.capture = "PENDING";
    expect((await capture(made)).json().state).toBe("pending");
    expect((await check(made)).json().state).toBe("waiting");
    const { client, answer } = await register(made.claimToken);
    expect(answer.statusCode).toBe(201);
    expect((await client.get("/api/subscription")).statusCode).toBe(404);

    for (let times = 0; times < 3; times++) {
      await payPal.deliver(server.app, payPal.becomes(made.payPalOrderId, "COMPLETED"));
    }

    expect((await client.get("/api/subscription")).json().status).toBe("active");
    expect(await ledger(client)).toEqual([["payment", 2400]]);
  });

  test("can claim the payment for an existing practice: 30 days after the paid time", async () => {
    const anna = await signIn(server, { plan: "solo" });
    const made = await paid("growth");
    expect((await claim(anna, made)).statusCode).toBe(200);
    const periods = await periodsOf(server.services.db, anna.practiceId);
    expect(periods.map(({ plan }) => plan)).toEqual(["solo", "growth"]);
    expect(periods[1]?.startsAt).toEqual(periods[0]?.endsAt);
  });
});

describe("one payment is claimed once", () => {
  test("if twenty practices and a registration claim it at once, one of them gets it", async () => {
    const made = await paid();
    const people = await Promise.all(Array.from({ length: 20 }, () => signIn(server, { plan: null })));

    const [registered, ...claims] = await Promise.all([
      register(made.claimToken).then(({ answer }) => answer.statusCode),
      ...people.map(async (who) => (await claim(who, made)).statusCode),
    ]);

    expect([registered === 201 ? 200 : registered, ...claims].sort()).toEqual([200, ...Array(20).fill(410)]);
    const [row] = await server.services.db.select().from(orders).where(eq(orders.id, made.id));
    expect(await periodsOf(server.services.db, row?.practiceId ?? "")).toHaveLength(1);
  });

  test("a link that was used or is unknown is refused with advice, and no account is created", async () => {
    const made = await paid();
    await register(made.claimToken);
    for (const token of [made.claimToken, "a token that was never given out"]) {
      const { client, answer } = await register(token);
      expect([answer.statusCode, answer.json().code]).toEqual([410, "claim-invalid"]);
      expect(answer.json().message).toContain("sign up without it");
      expect((await client.get("/api/user")).statusCode).toBe(401);
    }
  });

  test("an order that is unpaid, refunded, or paid with another amount cannot be claimed", async () => {
    const unpaid = await order();
    const reversed = await paid();
    await payPal.deliver(server.app, payPal.becomes(reversed.payPalOrderId, "REVERSED"));
    const refunded = await paid();
    await payPal.deliver(server.app, payPal.refund(refunded.payPalOrderId, "24.00"));
    const odd = await order();
    payPal.approve(odd.payPalOrderId);
    payPal.next.amount = { currency_code: "GBP", value: "0.24" };
    expect((await capture(odd)).json().state).toBe("mismatch");

    for (const one of [unpaid, reversed, refunded, odd]) expect((await check(one)).statusCode).toBe(410);

    const anna = await signIn(server, { plan: null });
    expect((await claim(anna, refunded)).statusCode).toBe(410);
    expect(await ledger(anna)).toEqual([]);
    expect(await mismatchedOrders(server.services.db)).toMatchObject([{ id: odd.id, email: odd.email }]);
  });

  test("a partial refund made before the claim is entered into the ledger too, and the rest may be refunded later", async () => {
    const made = await paid();
    await payPal.deliver(server.app, payPal.refund(made.payPalOrderId, "4.00"));
    const { client } = await register(made.claimToken);
    expect((await ledger(client)).reverse()).toEqual([
      ["payment", 2400],
      ["refund", -400],
    ]);
    expect((await client.get("/api/subscription")).json().status).toBe("active");

    await payPal.deliver(server.app, payPal.refund(made.payPalOrderId, "20.00"));

    expect(await ledger(client)).toHaveLength(3);
    expect((await client.get("/api/subscription")).json().status).toBe("expired");
  });

  test("the database refuses to change what visitors paid", async () => {
    const made = await paid();
    const { db } = server.services;
    const ofOrder = eq(guestPayments.orderId, made.id);
    await expect(db.update(guestPayments).set({ amountPence: 1 }).where(ofOrder)).rejects.toThrow();
    await expect(db.delete(guestPayments).where(ofOrder)).rejects.toThrow();
  });
});

test("one email address can create five orders in 15 minutes", async () => {
  const busy = { plan: "solo", email: `busy-${newId()}@example.com` };
  const answers = [];
  for (let count = 0; count < 6; count++) answers.push(await visitor.post("/api/guest-orders", busy));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201, 429]);
  expect(answers[5]?.headers["retry-after"]).toBeDefined();
});

test("orders that were never paid are deleted after a month, paid ones are kept", async () => {
  const [unpaid, kept] = [await order(), await paid()];
  const { db } = server.services;
  await db.update(orders).set({ createdAt: new Date(Date.now() - 31 * 24 * 3_600_000) });

  await forgetGuests.run({}, server.services, { signal: new AbortController().signal });

  expect((await capture(unpaid)).statusCode).toBe(404);
  expect((await check(kept)).statusCode).toBe(200);
});
