import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { followUp } from "../orders/follow-up.ts";
import type { OrderRow } from "../orders/order.ts";
import { recordRefund } from "../orders/reverse-payment.ts";
import { enterPaymentOnce } from "../orders/settle.ts";
import { orders, plans } from "../table.ts";
import { checkClaim, claimIn } from "./claims.ts";
import { guestPayments } from "./table.ts";

vi.mock("../orders/follow-up.ts", () => ({ followUp: vi.fn(async () => {}) }));
vi.mock("../orders/reverse-payment.ts", () => ({ recordRefund: vi.fn() }));
vi.mock("../orders/settle.ts", () => ({ enterPaymentOnce: vi.fn(async () => ({ id: "payment" })) }));
vi.mock("../../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../../../platform/events/events.ts", () => ({ announce: vi.fn() }));
beforeEach(() => void vi.clearAllMocks());

function stored(order: Partial<OrderRow> | null, moves: [string, number][] = []) {
  const row = { id: "order", practiceId: null, state: "completed" as const, duePence: 900, ...order };
  const plan = rowOf(plans, { name: "Solo", slug: "solo" });
  return recordedDb(({ text }) => {
    if (text.includes(`from "guest_payments"`)) {
      return moves.map(([reference, amountPence]) => rowOf(guestPayments, { reference, amountPence }));
    }
    return text.includes(`from "orders"`) && order ? [[...rowOf(orders, row), ...plan]] : [];
  });
}
const check = (order: Partial<OrderRow> | null, payPal: object | undefined = {}) =>
  checkClaim({ db: stored(order).db, config: { payPal }, log: { warn: vi.fn() } } as never, "token");

test.each([
  ["completed", "open"],
  ["pending", "waiting"],
] as const)("a visitor's order that is %s can be claimed: it is %s", async (state, shown) => {
  const claim = { planName: "Solo", planSlug: "solo", paidPence: 900, email: "a@b.example", state: shown };
  expect(await check({ state, guestEmail: "a@b.example" })).toEqual(claim);
});

test("an order without an address is claimed with an empty one", async () => {
  expect(await check({ guestEmail: null })).toMatchObject({ email: "" });
});

test.each([
  ["unknown", null, "newest link"],
  ["claimed", { practiceId: "p" }, "added to a practice already"],
  ["created", { state: "created" }, "Nothing was paid"],
  ["denied", { state: "denied" }, "Nothing was paid"],
  ["refunded", { state: "refunded" }, "went back"],
  ["mismatch", { state: "mismatch" }, "Another amount"],
] as [string, Partial<OrderRow> | null, string][])("an order that is %s cannot be claimed", async (_, order, words) => {
  await expect(check(order)).rejects.toMatchObject({ code: "claim-invalid", message: expect.stringContaining(words) });
});

test.each([
  ["created", null, true, 1],
  ["pending", null, true, 1],
  ["completed", null, true, 0],
  ["denied", null, true, 0],
  ["created", "p", true, 0],
  ["pending", null, false, 0],
] as const)(
  "for an order that is %s, of practice %s, PayPal (set up: %s) is asked %i times",
  async (state, practiceId, isOn, times) => {
    await check({ state, practiceId }, isOn ? {} : (null as never)).catch(() => {});
    expect(followUp).toHaveBeenCalledTimes(times);
  },
);

test("if PayPal does not answer, the stored state counts", async () => {
  vi.mocked(followUp).mockRejectedValueOnce(new Error("no answer"));
  expect(await check({ state: "pending" })).toMatchObject({ state: "waiting" });
});

const actor = { practiceId: "p", userId: "u", address: "::1" };

test("claiming a completed order enters its payment and then what came back, as positive amounts", async () => {
  const { db, statements } = stored({}, [
    ["CAP", 900],
    ["R1", -400],
    ["R2", -100],
  ]);
  await claimIn(db as unknown as Tx, actor, "token");
  expect(vi.mocked(enterPaymentOnce).mock.calls.map(([, ...rest]) => [rest[0], rest[2]])).toEqual([["p", "CAP"]]);
  expect(vi.mocked(recordRefund).mock.calls.map(([, ...rest]) => rest)).toEqual([
    [{ id: "payment" }, "R1", 400],
    [{ id: "payment" }, "R2", 100],
  ]);
  expect(statements[0]?.text).toContain("for update");
  expect(statements.some(({ text }) => text.startsWith(`update "orders"`))).toBe(true);
});

test("claiming an order that PayPal still holds enters nothing yet", async () => {
  expect(await claimIn(stored({ state: "pending" }).db as unknown as Tx, actor, "token")).toMatchObject({
    state: "waiting",
  });
  expect(enterPaymentOnce).not.toHaveBeenCalled();
});

test("a completed order without a payment is an error, not a free plan", async () => {
  await expect(claimIn(stored({}).db as unknown as Tx, actor, "token")).rejects.toThrow("has no payment");
});
