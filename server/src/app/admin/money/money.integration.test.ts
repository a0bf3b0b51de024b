import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { administrator, type SignedInAdmin } from "../../../../testing/admin/administrator.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { keepDifferences } from "../../../domain/billing/reconcile/differences.ts";
import { refundRequests } from "../../../domain/billing/refunds/table.ts";
import { periods } from "../../../domain/billing/table.ts";
import { newId } from "../../../platform/ids.ts";
import { type InventedPayPal, startInventedPayPal } from "../../demo/providers/paypal/invented-paypal.ts";

let payPal: InventedPayPal;
let server: TestServer;
let pat: SignedInAdmin;
beforeAll(async () => {
  payPal = await startInventedPayPal();
  server = await startTestServer({ env: payPal.env });
  pat = await administrator(server);
});
afterAll(async () => {
  await server.close();
  await payPal.close();
});

const money = async () => (await pat.get("/api/admin/money")).json();
const payerOf = ({ practiceId, userId }: SignedIn) => ({ id: practiceId, name: "Okafor & Co", ownerId: userId });

async function requestRefund(who: SignedIn) {
  const [payment] = (await who.get("/api/payments")).json();
  return (await who.post("/api/refunds", { paymentId: payment.id, refundAs: "money", reason: "Closing down" })).json();
}

test("the list is empty in a new installation", async () => {
  expect(await money()).toEqual({ refunds: [], differences: [], unclaimed: [], mismatched: [] });
});

test("a refund request is listed with its practice, its state when requested and its state now, until it is decided", async () => {
  const { db } = server.services;
  const anna = await signIn(server);
  const { id } = await requestRefund(anna);
  await db.update(periods).set({ documentsUsed: 60 }).where(eq(periods.practiceId, anna.practiceId));

  const [request] = (await money()).refunds;
  expect(request).toMatchObject({
    id,
    practice: payerOf(anna),
    byTransfer: true,
    paying: false,
    reason: "Closing down",
    outcome: "full",
    documentsUsed: 0,
    documentsAllowed: 500,
    refundPence: 2400,
    now: { outcome: "credit", documentsUsed: 60, creditPence: 2640 },
  });

  await db.update(refundRequests).set({ payingSince: new Date() }).where(eq(refundRequests.id, id));
  expect((await money()).refunds[0].paying).toBe(true);
  await db.update(refundRequests).set({ payingSince: null }).where(eq(refundRequests.id, id));
  await pat.post(`/api/admin/refunds/${id}/decide`, { reason: "As the policy says", decision: "credit" });
  expect((await money()).refunds).toEqual([]);
});

test("a difference names its practice, even after the practice was deleted and has no page any more", async () => {
  const { db } = server.services;
  const anna = await signIn(server);
  const { practiceId, userId, username } = anna;
  const at = new Date("2026-11-18T09:30:00Z");
  const lost = { kind: "ours-missing" as const, reference: "5TY", oursPence: null, theirsPence: -2400, practiceId, at };
  await db.transaction((tx) => keepDifferences(tx, [lost], []));

  const [difference] = (await money()).differences;
  expect(difference).toEqual({
    id: expect.any(String),
    kind: "ours-missing",
    reference: "5TY",
    oursPence: null,
    theirsPence: -2400,
    practice: payerOf(anna),
    happenedAt: at.toISOString(),
    foundAt: expect.any(String),
  });

  await pat.post(`/api/admin/users/${userId}/delete`, { reason: "Asked by letter", username });
  expect((await money()).differences).toMatchObject([{ practice: { ...payerOf(anna), ownerId: null } }]);
});

test("a difference closed by hand is only listed again if its amount changes", async () => {
  const { db } = server.services;
  const at = new Date("2026-11-18T09:30:00Z");
  const lost = { kind: "ours-missing" as const, reference: "7BZ", oursPence: null, practiceId: null, at };
  const nightly = (theirsPence: number) => db.transaction((tx) => keepDifferences(tx, [{ ...lost, theirsPence }], []));
  const listed = async () =>
    (await money()).differences.filter(({ reference }: { reference: string }) => reference === "7BZ");
  await nightly(-2400);
  const [{ id }] = await listed();
  const close = () => pat.post(`/api/admin/differences/${id}/close`, { reason: "Entered by hand" });

  expect((await close()).statusCode).toBe(204);
  expect((await close()).json().code).toBe("difference-not-found");
  await nightly(-2400);
  expect(await listed()).toEqual([]);
  const [action] = (await pat.get("/api/admin/actions?limit=1")).json();
  expect(action).toMatchObject({ what: "Closed the difference with PayPal about 7BZ", reason: "Entered by hand" });

  await nightly(-1200);
  expect(await listed()).toMatchObject([{ theirsPence: -1200 }]);
  const [again] = await listed();
  await pat.post(`/api/admin/differences/${again.id}/close`, { reason: "Entered by hand" });
});

test("a payment made before signing up is listed until it is claimed", async () => {
  const anna = await signIn(server, { plan: null });
  const made = (await anna.post("/api/guest-orders", { plan: "solo", email: "guest@example.com" })).json();
  expect((await money()).unclaimed).toEqual([]);
  payPal.approve(made.payPalOrderId);
  await anna.post(`/api/guest-orders/${made.id}/capture`, { claimToken: made.claimToken });

  const { unclaimed } = await money();
  expect(unclaimed).toEqual([
    {
      id: made.id,
      email: "guest@example.com",
      planName: "Solo Practitioner",
      duePence: 900,
      state: "completed",
      payPalOrderId: made.payPalOrderId,
      createdAt: expect.any(String),
    },
  ]);
  expect(JSON.stringify(unclaimed)).not.toContain(made.claimToken);

  await anna.post("/api/claims", { claimToken: made.claimToken });
  expect((await money()).unclaimed).toEqual([]);
});

test("an order paid with a wrong amount is listed until the payment is refunded", async () => {
  const anna = await signIn(server, { plan: null });
  const made = (await anna.post("/api/orders", { plan: "small-firm" })).json();
  payPal.approve(made.payPalOrderId);
  payPal.next.amount = { currency_code: "GBP", value: "20.00" };
  await anna.post(`/api/orders/${made.id}/capture`);

  expect((await money()).mismatched).toEqual([
    {
      id: made.id,
      email: null,
      practice: payerOf(anna),
      planName: "Small Firm",
      duePence: 2400,
      payPalOrderId: made.payPalOrderId,
      createdAt: expect.any(String),
    },
  ]);

  await payPal.deliver(server.app, payPal.refund(made.payPalOrderId, "20.00"));
  expect((await money()).mismatched).toEqual([]);
  expect((await anna.get("/api/payments")).json()).toEqual([]);
});

test("the quote for a practice equals the one its owner sees, and a transfer of that amount upgrades the plan", async () => {
  const anna = await signIn(server, { plan: "solo" });
  const priced = (slug: string) => pat.get(`/api/admin/practices/${anna.practiceId}/quote?plan=${slug}`);
  const seen = (await anna.get("/api/billing/quote?plan=small-firm")).json();
  const quote = (await priced("small-firm")).json();
  expect(quote).toEqual({ ...seen, startsAt: quote.startsAt });
  expect(quote).toMatchObject({ buys: "upgrade", duePence: 1500 });

  const transfer = { reason: "Seen on the statement", plan: "small-firm", amountPence: quote.duePence };
  await pat.post(`/api/admin/practices/${anna.practiceId}/payments`, { ...transfer, reference: newId() });
  expect((await anna.get("/api/payments")).json()).toMatchObject([{ buys: "upgrade", amountPence: 1500 }, {}]);
  expect((await priced("small-firm")).json()).toMatchObject({ buys: "period", duePence: 2400 });
  expect((await priced("platinum")).statusCode).toBe(404);
  expect((await pat.get(`/api/admin/practices/${newId()}/quote?plan=solo`)).json().code).toBe("practice-not-found");
});
