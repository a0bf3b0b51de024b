import { expect, test } from "vitest";
import { orderOfEvent } from "./event-order.ts";

const order = (event: unknown) => orderOfEvent(Buffer.from(JSON.stringify(event)));
const capture = "https://api.paypal.com/v2/payments/captures/CAP1";

test("the event of an order names the order itself", () => {
  expect(order({ event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: "PP1", custom_id: "own" } })).toEqual({
    payPalId: "PP1",
  });
});

test("the event of a payment names its order by both ids", () => {
  const resource = {
    id: "CAP1",
    custom_id: "own",
    supplementary_data: { related_ids: { order_id: "PP1" } },
    links: [{ rel: "self", href: capture }],
  };
  expect(order({ event_type: "PAYMENT.CAPTURE.COMPLETED", resource })).toEqual({ payPalId: "PP1", orderId: "own" });
});

test("the event of a refund names the payment that is above it", () => {
  const links = [
    { rel: "self", href: "https://api.paypal.com/v2/payments/captures/OTHER" },
    { rel: "up", href: "https://api.paypal.com/v2/checkout/orders/PP1" },
    { rel: "up", href: capture },
  ];
  expect(order({ event_type: "PAYMENT.CAPTURE.REFUNDED", resource: { id: "REF1", links } })).toEqual({
    captureId: "CAP1",
  });
});

test.each([
  {},
  null,
  { event_type: "CHECKOUT.ORDER.APPROVED" },
  { event_type: 1, resource: {} },
  { event_type: "PAYMENT.CAPTURE.REFUNDED", resource: {} },
])("the event %j names no order", (event) => {
  expect(order(event)).toEqual({});
});
