import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import type { OrderRow } from "../orders/order.ts";
import type { OrderPayment } from "../orders/parse-order.ts";
import { parseOrder } from "../orders/parse-order.ts";
import { orders } from "../table.ts";
import { sendClaimLink } from "./claim-links.ts";
import { settleGuest } from "./settle-guest.ts";

vi.mock("../orders/parse-order.ts", () => ({ parseOrder: vi.fn() }));
vi.mock("./claim-links.ts", () => ({ sendClaimLink: vi.fn() }));
beforeEach(() => void vi.clearAllMocks());

/** Settles a visitor's order of 9 pounds. Returns the result, what was recorded and the state that was stored. */
async function settle(now: OrderPayment, order: Partial<OrderRow> | null = {}, entered: number[] = []) {
  vi.mocked(parseOrder).mockReturnValue(now);
  const recorded = [...entered];
  const { db, statements } = recordedDb(({ text, values }) => {
    if (text.includes(`from "orders"`)) {
      return order ? [rowOf(orders, { id: "order", state: "created", duePence: 900, ...order })] : [];
    }
    if (text.startsWith(`insert into "guest_payments"`)) {
      recorded.push(values.find((value) => typeof value === "number") as number);
    }
    return text.includes("sum(") ? [[recorded.reduce((sum, pence) => sum + pence, 0)]] : [];
  });
  const result = await settleGuest({ db } as never, "order", {} as never);
  const stored = statements.find(({ text }) => text.startsWith("update"))?.values[0];
  return { result, recorded, stored };
}

const paid = (...pence: number[]): OrderPayment => ({
  paid: true,
  captureId: "CAP",
  returns: pence.map((each, index) => ({ reference: `R${index}`, pence: each })),
});

test("an order that is not known, or that a practice has claimed since, is left alone", async () => {
  expect((await settle(paid(), null)).result).toBeUndefined();
  const { result, recorded } = await settle(paid(), { practiceId: "p" });
  expect([result, recorded]).toEqual(["claimed", []]);
});

test("a paid order is recorded, stored as completed, and its claim link is sent", async () => {
  const { result, recorded, stored } = await settle(paid());
  expect(result).toMatchObject({ id: "order", state: "completed" });
  expect([recorded, stored]).toEqual([[900], "completed"]);
  expect(sendClaimLink).toHaveBeenCalledOnce();
});

test("an order whose state is the same is not stored, and no second link is sent", async () => {
  const { result, stored } = await settle(paid(), { state: "completed" });
  expect(result).toMatchObject({ state: "completed" });
  expect(stored).toBeUndefined();
  expect(sendClaimLink).not.toHaveBeenCalled();
});

test.each(["pending", "denied"] as const)("an order that is %s gets that state and no link", async (state) => {
  const { recorded, stored } = await settle({ paid: false, state });
  expect([recorded, stored]).toEqual([[], state]);
  expect(sendClaimLink).not.toHaveBeenCalled();
});

test.each([
  ["a part", [400], [900, -400], "completed"],
  ["all but a penny", [899], [900, -899], "completed"],
  ["all", [900], [900, -900], "refunded"],
  ["more than was paid, in two parts", [400, 600], [900, -400, -500], "refunded"],
  ["all, and then more", [900, 100], [900, -900], "refunded"],
  ["nothing", [0], [900], "completed"],
])(
  "of an order of 900 that returned %s, never more than was paid is recorded",
  async (_, returns, recorded, stored) => {
    expect(await settle(paid(...returns))).toMatchObject({ recorded, stored });
  },
);
