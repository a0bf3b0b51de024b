import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { announce } from "../../../platform/events/events.ts";
import { record } from "../../audit/service.ts";
import { lockPractice } from "../../practices/service.ts";
import { settleGuest } from "../guests/settle-guest.ts";
import { refundsOf } from "../ledger/ledger.ts";
import { orders, payments, plans } from "../table.ts";
import type { OrderRow } from "./order.ts";
import { type OrderPayment, parseOrder } from "./parse-order.ts";
import { fulfil } from "./purchase.ts";
import { recordRefund } from "./reverse-payment.ts";
import { enterPaymentOnce, settle } from "./settle.ts";

vi.mock("../guests/settle-guest.ts", () => ({ settleGuest: vi.fn() }));
vi.mock("../ledger/ledger.ts", () => ({ refundsOf: vi.fn() }));
vi.mock("./parse-order.ts", () => ({ parseOrder: vi.fn() }));
vi.mock("./purchase.ts", () => ({ fulfil: vi.fn() }));
vi.mock("./reverse-payment.ts", () => ({ recordRefund: vi.fn() }));
vi.mock("../../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../../practices/service.ts", () => ({ lockPractice: vi.fn() }));
vi.mock("../../../platform/events/events.ts", () => ({ announce: vi.fn() }));
beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(fulfil).mockResolvedValue({ paymentId: "pay", outcome: "period", paidUntil: null });
  vi.mocked(refundsOf).mockResolvedValue(0);
});

const order = {
  id: "order",
  practiceId: "p",
  state: "created",
  duePence: 900,
  creditPence: 100,
  planId: "solo",
} as OrderRow;

function having(row: Partial<OrderRow> | null = {}, { plan = true, payment = true } = {}) {
  return recordedDb(({ text }) => {
    if (!text.startsWith("select")) return [];
    if (text.includes(`from "orders"`)) return row ? [rowOf(orders, { ...order, ...row })] : [];
    if (text.includes(`from "plans"`)) return plan ? [rowOf(plans, { id: "solo", slug: "solo" })] : [];
    return payment ? [rowOf(payments, { id: "pay", practiceId: "p", amountPence: 900 })] : [];
  });
}
const error = vi.fn();
async function settled(now: OrderPayment, row: Partial<OrderRow> | null = {}) {
  vi.mocked(parseOrder).mockReturnValue(now);
  const { db, statements } = having(row);
  const result = await settle({ db, log: { error } } as never, { id: "PP" } as never);
  return { state: result?.state, stored: statements.find(({ text }) => text.startsWith("update"))?.values[0] };
}
const paid: OrderPayment = { paid: true, captureId: "CAP", returns: [] };

test("an order that is not ours is ignored", async () => {
  expect(await settled(paid, null)).toEqual({ state: undefined, stored: undefined });
});

test("a paid order buys its plan at the price that was ordered, and is stored and announced as completed", async () => {
  expect(await settled(paid)).toEqual({ state: "completed", stored: "completed" });
  expect(vi.mocked(fulfil).mock.calls[0]?.[1]).toMatchObject({
    price: { creditPence: 100 },
    amountPence: 900,
    method: "paypal",
    reference: "CAP",
  });
  const entry = { action: "payment.recorded", subjectId: "pay", detail: { plan: "solo" } };
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject(entry);
  expect(announce).toHaveBeenCalledOnce();
  expect(vi.mocked(lockPractice).mock.calls.map(([, id]) => id)).toEqual(["p"]);
});

test("a payment that was entered before is not recorded again, and an unchanged state is not stored", async () => {
  vi.mocked(fulfil).mockResolvedValue(null);
  expect(await settled(paid, { state: "completed" })).toEqual({ state: "completed", stored: undefined });
  expect(record).not.toHaveBeenCalled();
  expect(announce).not.toHaveBeenCalled();
});

test.each([
  [-899, "completed"],
  [-900, "refunded"],
  [-901, "refunded"],
])("an order of 900 of which %i came back is %s", async (refunds, state) => {
  vi.mocked(refundsOf).mockResolvedValue(refunds);
  const returns = [
    { reference: "R1", pence: 400 },
    { reference: "R2", pence: 500 },
  ];
  expect((await settled({ ...paid, returns })).state).toBe(state);
  expect(vi.mocked(recordRefund).mock.calls.map(([, , ...rest]) => rest)).toEqual([
    ["R1", 400],
    ["R2", 500],
  ]);
});

test.each([
  ["denied", 0],
  ["mismatch", 1],
] as const)("an unpaid order that is %s buys nothing, and is logged as an error %i times", async (state, errors) => {
  error.mockClear();
  expect(await settled({ paid: false, state })).toEqual({ state, stored: state });
  expect(fulfil).not.toHaveBeenCalled();
  expect(error).toHaveBeenCalledTimes(errors);
});

test("a visitor's order is settled as such, and once more when a practice claims it in that moment", async () => {
  vi.mocked(settleGuest).mockResolvedValueOnce({ ...order, practiceId: null, state: "completed" });
  expect((await settled(paid, { practiceId: null })).state).toBe("completed");
  expect(fulfil).not.toHaveBeenCalled();
  vi.mocked(settleGuest).mockResolvedValueOnce("claimed").mockResolvedValueOnce(undefined);
  expect((await settled(paid, { practiceId: null })).state).toBeUndefined();
  expect(settleGuest).toHaveBeenCalledTimes(3);
});

test("a capture of another practice and an order without its plan are errors", async () => {
  const enter = (options: { plan?: boolean; payment?: boolean }) =>
    enterPaymentOnce(having({}, options).db as unknown as Tx, "p", order, "CAP");
  await expect(enter({ payment: false })).rejects.toThrow("another practice");
  await expect(enter({ plan: false })).rejects.toThrow("plan of an order");
});
