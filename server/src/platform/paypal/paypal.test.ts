import { afterAll, beforeAll, expect, test } from "vitest";
import { type InventedPayPal, startInventedPayPal } from "../../app/demo/providers/paypal/invented-paypal.ts";
import { openPayPal } from "./paypal.ts";

let invented: InventedPayPal;
beforeAll(async () => {
  invented = await startInventedPayPal();
});
afterAll(() => invented.close());

const client = () => {
  const { PAYPAL_URL: url, PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = invented.env;
  const { PAYPAL_SCRIPT_URL: scriptUrl, PAYPAL_WEBHOOK_ID: webhookId } = invented.env;
  return openPayPal({ url, clientId, clientSecret, webhookId, scriptUrl });
};

/** @returns PayPal's ids of an order and of its capture */
async function paid(id: string, duePence: number) {
  const payPal = client();
  const words = { description: "Solo", brand: "Sheaf", returnUrl: "http://a.example", cancelUrl: "http://a.example" };
  const made = await payPal.create({ id, duePence, ...words });
  invented.approve(made.id);
  await payPal.capture(made.id, id);
  const [unit] = (await payPal.get(made.id)).purchase_units;
  return { orderId: made.id, captureId: unit?.payments.captures[0]?.id ?? "" };
}

test("refunds once per request id, and never more than was paid", async () => {
  const payPal = client();
  const { orderId, captureId } = await paid("one", 2400);

  const first = await payPal.refund(captureId, 1000, "request-1");
  const again = await payPal.refund(captureId, 1000, "request-1");

  expect(again).toEqual(first);
  const [unit] = (await payPal.get(orderId)).purchase_units;
  expect(unit?.payments.refunds).toMatchObject([{ id: first.id, status: "COMPLETED", amount: { value: "10.00" } }]);
  await expect(payPal.refund(captureId, 1401, "request-2")).rejects.toMatchObject({ issue: "REFUND_AMOUNT_EXCEEDED" });
  await payPal.refund(captureId, 1400, "request-3");
  await expect(payPal.refund(captureId, 1, "request-4")).rejects.toMatchObject({ issue: "CAPTURE_FULLY_REFUNDED" });
});

test("the report contains payments and refunds between two times, over several pages", async () => {
  const payPal = client();
  const from = new Date();
  const { captureId } = await paid("two", 900);
  const refund = await payPal.refund(captureId, 300, "request-5");

  const moved = await payPal.transactions(from, new Date(Date.now() + 1000));

  expect(moved).toEqual([
    { id: captureId, about: null, orderId: "two", pence: 900, status: "S", at: expect.any(Date) },
    { id: refund.id, about: captureId, orderId: "two", pence: -300, status: "S", at: expect.any(Date) },
  ]);
  expect(await payPal.transactions(new Date(0), new Date(1))).toEqual([]);
  for (let count = 0; count < 500; count++) await payPal.refund(captureId, 1, `penny-${count}`);
  expect(await payPal.transactions(from, new Date(Date.now() + 1000))).toHaveLength(502);
});
