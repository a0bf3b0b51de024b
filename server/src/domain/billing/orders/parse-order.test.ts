import { expect, test } from "vitest";
import { parseOrder } from "./parse-order.ts";

type Capture = { status: string; id?: string; amount?: object };
const pounds = { currency_code: "GBP", value: "12.00" };

/** Returns what PayPal's answer says about an order of 12 pounds. */
function parse(captures: Capture[], { state = "created", refunds = [] as object[], custom = "order" } = {}) {
  const all = captures.map((capture) => ({ id: "CAP", amount: pounds, ...capture }));
  const unit = { custom_id: custom, payments: { captures: all, refunds } };
  return parseOrder({ id: "order", state, duePence: 1_200 } as never, { purchase_units: [unit] } as never);
}

test.each([
  ["created", [], "created"],
  ["created", [{ status: "PENDING" }], "pending"],
  ["created", [{ status: "DECLINED" }], "denied"],
  ["created", [{ status: "PENDING" }, { status: "DECLINED" }], "denied"],
  ["created", [{ status: "DECLINED" }, { status: "PENDING" }], "pending"],
  ["pending", [{ status: "DECLINED" }], "denied"],
  ["denied", [{ status: "PENDING" }], "pending"],
  ["denied", [], "denied"],
  ["paid", [{ status: "DECLINED" }], "paid"],
  ["refunded", [{ status: "PENDING" }], "refunded"],
  ["mismatch", [], "mismatch"],
])("an order that is %s is, with the payments %j, %s", (state, captures, next) => {
  expect(parse(captures, { state })).toEqual({ paid: false, state: next });
});

test.each(["COMPLETED", "PARTIALLY_REFUNDED"])("a payment that is %s is paid, without a return", (status) => {
  expect(parse([{ status: "DECLINED" }, { status }])).toEqual({ paid: true, captureId: "CAP", returns: [] });
});

test.each(["REFUNDED", "REVERSED"])("a payment that is %s was paid, and has come back as a whole", (status) => {
  const returns = [{ reference: "Return of CAP", pence: 1_200 }];
  expect(parse([{ status }])).toEqual({ paid: true, captureId: "CAP", returns });
});

test("completed refunds of a payment are its returns", () => {
  const refunds = [
    { id: "R1", status: "COMPLETED", amount: { currency_code: "GBP", value: "2.50" } },
    { id: "R2", status: "PENDING", amount: pounds },
    { id: "R3", status: "COMPLETED", amount: { currency_code: "USD", value: "1.00" } },
  ];
  expect(parse([{ status: "PARTIALLY_REFUNDED" }], { refunds })).toMatchObject({
    returns: [
      { reference: "R1", pence: 250 },
      { reference: "R3", pence: 0 },
    ],
  });
  expect(parse([{ status: "REFUNDED" }], { refunds })).toMatchObject({ returns: { length: 3 } });
});

test.each([
  ["COMPLETED", "mismatch"],
  ["REFUNDED", "refunded"],
  ["REVERSED", "refunded"],
])("a payment that is %s, of another order or amount, makes the order a %s", (status, state) => {
  expect(parse([{ status }], { custom: "another" })).toEqual({ paid: false, state });
  const amount = { currency_code: "GBP", value: "12.01" };
  expect(parse([{ status, amount }])).toEqual({ paid: false, state });
});

test("an order without any purchase keeps its state", () => {
  const row = { id: "order", state: "created", duePence: 1_200 };
  expect(parseOrder(row as never, { purchase_units: [] } as never)).toEqual({ paid: false, state: "created" });
});
