import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type InventedOrder, openOrderStore, refusal, viewOf } from "./order-store.ts";
import { reportOf } from "./report.ts";

const pounds = (value: string) => ({ currency_code: "GBP", value });
const input = (value = "24.00") => ({
  purchase_units: [{ custom_id: "order-1", amount: pounds(value) }] as [
    { custom_id: string; amount: ReturnType<typeof pounds> },
  ],
  application_context: { return_url: "https://shop.example/back", cancel_url: "https://shop.example/no" },
});

function paid(value = "24.00") {
  const store = openOrderStore();
  const order = store.create(input(value));
  order.status = "APPROVED";
  expect(store.captureOrder(order, "COMPLETED")).toBeUndefined();
  return { store, order };
}

test("a new order is not approved, has no payments and names neither shop nor goods", () => {
  const order = openOrderStore().create(input());
  expect(order).toMatchObject({
    status: "CREATED",
    declines: false,
    description: "",
    brand: "",
    captures: [],
    refunds: [],
  });
  expect(order.id).toMatch(/^[0-9A-F]{16}$/);
});

test("an order is captured once, and only after the payer has approved it with a card that is not declined", () => {
  const store = openOrderStore();
  const order = store.create(input());
  expect(store.captureOrder(order, "COMPLETED")).toBe("ORDER_NOT_APPROVED");
  order.status = "APPROVED";
  expect(store.captureOrder(order, "INSTRUMENT_DECLINED")).toBe("INSTRUMENT_DECLINED");
  order.declines = true;
  expect(store.captureOrder(order, "COMPLETED")).toBe("INSTRUMENT_DECLINED");
  order.declines = false;
  expect(store.captureOrder(order, "PENDING", pounds("23.00"))).toBeUndefined();
  expect(order).toMatchObject({ status: "COMPLETED", captures: [{ status: "PENDING", amount: pounds("23.00") }] });
  expect(store.captureOrder(order, "COMPLETED")).toBe("ORDER_ALREADY_CAPTURED");
  expect(order.captures).toHaveLength(1);
  expect(store.ofCapture(order.captures[0]?.id ?? "")).toBe(order);
  expect(store.ofCapture("another")).toBeUndefined();
});

test("a part of a payment can be refunded, then the rest, and nothing beyond", () => {
  const { store, order } = paid("24.00");
  expect(store.refundCapture(order, pounds("24.01"), "COMPLETED")).toBe("REFUND_AMOUNT_EXCEEDED");
  expect(store.refundCapture(order, pounds("23.99"), "COMPLETED")).toMatchObject({ amount: pounds("23.99") });
  expect(order.captures[0]?.status).toBe("PARTIALLY_REFUNDED");
  expect(store.refundCapture(order, pounds("0.02"), "COMPLETED")).toBe("REFUND_AMOUNT_EXCEEDED");
  expect(store.refundCapture(order, pounds("0.01"), "COMPLETED")).toMatchObject({ status: "COMPLETED" });
  expect(order.captures[0]?.status).toBe("REFUNDED");
  expect(store.refundCapture(order, pounds("0.01"), "COMPLETED")).toBe("CAPTURE_FULLY_REFUNDED");
});

test("a refund that is still under way does not change the payment yet", () => {
  const { store, order } = paid("9.00");
  store.refundCapture(order, pounds("9.00"), "PENDING");
  expect(order.captures[0]?.status).toBe("COMPLETED");
  for (const refund of order.refunds) refund.status = "COMPLETED";
  store.updateCaptures(order);
  expect(order.captures[0]?.status).toBe("REFUNDED");
});

test("an order that was never captured cannot be refunded", () => {
  const store = openOrderStore();
  expect(() => store.refundCapture(store.create(input()), pounds("1.00"), "COMPLETED")).toThrow("Nothing was captured");
});

test("orders are kept for the next start in a file that only this user can read", () => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-paypal-"));
  const file = join(folder, "orders.json");
  const store = openOrderStore(file);
  expect(store.all()).toEqual([]);
  const order = store.create(input());
  store.save();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(openOrderStore(file).find(order.id)).toEqual(order);
  rmSync(folder, { recursive: true });
});

test("an order without a file is not kept", () => {
  const store = openOrderStore();
  store.create(input());
  expect(() => store.save()).not.toThrow();
  expect(openOrderStore().all()).toEqual([]);
});

test("a refusal has status 422 unless another is given, and names the issue", () => {
  expect(refusal("TOO_LATE")).toMatchObject({ status: 422, answer: { details: [{ issue: "TOO_LATE" }] } });
  expect(refusal("GONE", 404).status).toBe(404);
});

test("the view of an order links to the page on which it is approved", () => {
  const order = openOrderStore().create(input());
  expect(viewOf(order, "http://127.0.0.1:4000")).toMatchObject({
    status: "CREATED",
    purchase_units: [{ custom_id: "order-1", amount: pounds("24.00") }],
    links: [{ rel: "approve", href: `http://127.0.0.1:4000/checkoutnow?token=${order.id}` }],
  });
});

const at = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`;
const orderAt = (minute: number, more: Partial<InventedOrder> = {}): InventedOrder => ({
  ...openOrderStore().create(input()),
  captures: [{ id: `C${minute}`, status: "COMPLETED", amount: pounds("9.00"), at: at(minute) }],
  ...more,
});
const report = (orders: InventedOrder[], query: Record<string, string> = {}) =>
  reportOf(orders, new URLSearchParams({ start_date: at(0), end_date: at(5), ...query }));
const idsOf = ({ transaction_details }: ReturnType<typeof reportOf>) =>
  transaction_details.map(({ transaction_info }) => transaction_info.transaction_id);

test("a report holds the transactions from its first to its last moment", () => {
  const orders = [0, 3, 5, 6].map((minute) => orderAt(minute));
  expect(idsOf(report(orders))).toEqual(["C0", "C3", "C5"]);
  expect(idsOf(report(orders, { start_date: at(1) }))).toEqual(["C3", "C5"]);
});

test("a report is read in pages, of 100 transactions unless another size is given", () => {
  const five = [1, 2, 3, 4, 5].map((minute) => orderAt(minute));
  const second = report(five, { page: "2", page_size: "2" });
  expect(idsOf(second)).toEqual(["C3", "C4"]);
  expect(second).toMatchObject({ page: 2, total_items: 5, total_pages: 3 });
  expect(idsOf(report(five, { page: "3", page_size: "2" }))).toEqual(["C5"]);
  expect(report([])).toMatchObject({ page: 1, total_items: 0, total_pages: 1, transaction_details: [] });
  const many = Array.from({ length: 101 }, () => orderAt(1));
  expect(report(many)).toMatchObject({ total_items: 101, total_pages: 2 });
  expect(report(many).transaction_details).toHaveLength(100);
});

test("refunds and reversals stand in a report as money that went back", () => {
  const refund = { id: "R1", amount: pounds("4.00"), at: at(2) };
  const orders = [
    orderAt(1, { refunds: [{ ...refund, status: "PENDING" }] }),
    orderAt(3, { captures: [{ id: "C3", status: "REVERSED", amount: pounds("9.00"), at: at(3) }] }),
  ];
  expect(
    report(orders).transaction_details.map(({ transaction_info: info }) => [
      ...[info.transaction_id, info.transaction_event_code, info.transaction_amount.value, info.transaction_status],
    ]),
  ).toEqual([
    ["C1", "T0006", "9.00", "S"],
    ["R1", "T1107", "-4.00", "P"],
    ["C3", "T0006", "9.00", "V"],
    ["C3R", "T1106", "-9.00", "S"],
  ]);
  const done = orderAt(1, { refunds: [{ ...refund, status: "COMPLETED" }] });
  expect(report([done]).transaction_details[1]?.transaction_info.transaction_status).toBe("S");
});
