import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rewriteLedger } from "../../../../testing/billing/rewrite-ledger.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { startInventedPayPal } from "../../../app/demo/providers/paypal/invented-paypal.ts";
import { guestPayments } from "../guests/table.ts";
import { enter } from "../ledger/ledger.ts";
import { payments } from "../table.ts";
import { openDifferences } from "./differences.ts";
import { reconcile } from "./reconcile.task.ts";

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

const run = () => reconcile.run({}, server.services, { signal: new AbortController().signal });
const twoDaysAgo = () => new Date(Date.now() - 2 * 24 * 3_600_000).toISOString();

/** Makes a payment two days old, both at PayPal and in the ledger. */
async function paid(who: SignedIn): Promise<{ payPalOrderId: string; captureId: string; id: string }> {
  const { id, payPalOrderId } = (await who.post("/api/orders", { plan: "small-firm" })).json();
  payPal.approve(payPalOrderId);
  await who.post(`/api/orders/${id}/capture`);
  const [capture] = payPal.orderOf(payPalOrderId).captures;
  if (!capture) throw new Error("Nothing was captured");
  capture.at = twoDaysAgo();
  await agePayments(who);
  return { payPalOrderId, captureId: capture.id, id };
}

const agePayments = (who: SignedIn) =>
  rewriteLedger(server.services.db, (tx) =>
    tx
      .update(payments)
      .set({ recordedAt: sql`now() - interval '2 days'` })
      .where(eq(payments.practiceId, who.practiceId)),
  );

test("an entry that only PayPal or only the ledger has is reported once, and closed when both agree", async () => {
  const anna = await signIn(server, { plan: null });
  const good = await paid(anna);
  await run();
  expect(await openDifferences(server.services.db)).toEqual([]);

  // PayPal refunded a payment, and its webhook event was lost.
  payPal.refund(good.payPalOrderId, "24.00");
  const [refund] = payPal.orderOf(good.payPalOrderId).refunds;
  if (refund) refund.at = twoDaysAgo();
  // The ledger has an entry that PayPal does not know.
  const row = { practiceId: anna.practiceId, kind: "refund" as const, amountPence: -100, method: "paypal" as const };
  await server.services.db.transaction((tx) => enter(tx, { ...row, reference: "UNKNOWN" }));
  await agePayments(anna);
  await run();
  await run();

  const open = await openDifferences(server.services.db);
  expect(open).toHaveLength(2);
  const ours = { practiceId: anna.practiceId, practiceName: "Okafor & Co" };
  expect(open).toContainEqual(
    expect.objectContaining({ ...ours, kind: "ours-missing", reference: refund?.id, theirsPence: -2400 }),
  );
  expect(open).toContainEqual(
    expect.objectContaining({ ...ours, kind: "theirs-missing", reference: "UNKNOWN", oursPence: -100 }),
  );

  await anna.post(`/api/orders/${good.id}/capture`);
  await run();
  expect(await openDifferences(server.services.db)).toMatchObject([{ reference: "UNKNOWN" }]);
});

/** Makes a visitor's payment of this many days ago, both at PayPal and in our records. */
async function guestPaid(visitor: SignedIn, days: number): Promise<{ claimToken: string }> {
  const made = (await visitor.post("/api/guest-orders", { plan: "solo", email: "guest@example.com" })).json();
  payPal.approve(made.payPalOrderId);
  await visitor.post(`/api/guest-orders/${made.id}/capture`, { claimToken: made.claimToken });
  const [capture] = payPal.orderOf(made.payPalOrderId).captures;
  if (!capture) throw new Error("Nothing was captured");
  const at = new Date(Date.now() - days * 24 * 3_600_000);
  capture.at = at.toISOString();
  await rewriteLedger(server.services.db, (tx) =>
    tx.update(guestPayments).set({ recordedAt: at }).where(eq(guestPayments.reference, capture.id)),
  );
  return made;
}

test("a visitor's payment is no difference, neither before it is claimed nor when it is claimed weeks later", async () => {
  const before = await openDifferences(server.services.db);
  const visitor = await signIn(server, { plan: null });
  await guestPaid(visitor, 2);
  const { claimToken } = await guestPaid(visitor, 40);
  expect((await visitor.post("/api/claims", { claimToken })).statusCode).toBe(200);
  await agePayments(visitor);
  await run();
  expect(await openDifferences(server.services.db)).toEqual(before);
});
