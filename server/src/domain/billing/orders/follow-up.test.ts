import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import { PayPalError } from "../../../platform/paypal/paypal-call.ts";
import { orders } from "../table.ts";
import { followUp, isGenuine, type OrderRef } from "./follow-up.ts";
import { settle } from "./settle.ts";

const payPal = vi.hoisted(() => ({ get: vi.fn(), capture: vi.fn(), orderOf: vi.fn(), verify: vi.fn() }));
vi.mock("../../../platform/paypal/paypal-client.ts", () => ({
  payPalOf: () => payPal,
  translatePayPalErrors: (_: unknown, work: () => Promise<unknown>) => work(),
}));
vi.mock("./settle.ts", () => ({ settle: vi.fn() }));

beforeEach(() => {
  vi.resetAllMocks();
  payPal.get.mockResolvedValue({ id: "PP", status: "COMPLETED" });
});

async function follow(ref: OrderRef, isKnown = true) {
  const { db, statements } = recordedDb(() => (isKnown ? [rowOf(orders, { id: "order", payPalId: "PP" })] : []));
  await followUp({ db, config: {} } as never, ref);
  return statements.map(({ text, values }) => [text.includes("::text") ? "id" : "paypal", ...values]);
}

test.each([
  ["PayPal's id", { payPalId: "PP" }, [["paypal", "PP"]]],
  ["our id", { orderId: "order" }, [["id", "order"]]],
  ["both ids", { payPalId: "PP", orderId: "order" }, [["paypal", "PP"]]],
  ["our id and a capture", { orderId: "order", captureId: "CAP" }, [["id", "order"]]],
])("an order is found by %s without asking PayPal for it", async (_, ref, asked) => {
  expect(await follow(ref)).toEqual(asked);
  expect(payPal.orderOf).not.toHaveBeenCalled();
  expect(settle).toHaveBeenCalledOnce();
});

test("an order is found by its capture alone by asking PayPal", async () => {
  payPal.orderOf.mockResolvedValue("PP");
  expect(await follow({ captureId: "CAP" })).toEqual([["paypal", "PP"]]);
  expect(payPal.orderOf).toHaveBeenCalledWith("CAP");
});

test("an event that names no order is ignored, and so is a capture that PayPal does not know", async () => {
  expect(await follow({})).toEqual([]);
  payPal.orderOf.mockResolvedValue(undefined);
  expect(await follow({ captureId: "CAP" })).toEqual([]);
  expect(payPal.get).not.toHaveBeenCalled();
});

test("an order that is not ours is not asked for", async () => {
  await follow({ payPalId: "PP" }, false);
  expect(payPal.get).not.toHaveBeenCalled();
  expect(settle).not.toHaveBeenCalled();
});

test("an approved order is captured and read again", async () => {
  payPal.get.mockResolvedValueOnce({ id: "PP", status: "APPROVED" });
  payPal.capture.mockResolvedValue(undefined);
  await follow({ payPalId: "PP" });
  expect(payPal.capture).toHaveBeenCalledWith("PP", "order");
  expect(vi.mocked(settle).mock.calls[0]?.[1]).toEqual({ id: "PP", status: "COMPLETED" });
});

test("an order in another state is settled as it is", async () => {
  await follow({ payPalId: "PP" });
  expect(payPal.capture).not.toHaveBeenCalled();
  expect(payPal.get).toHaveBeenCalledOnce();
});

test("a declined capture leaves the order open, any other failure is reported", async () => {
  payPal.get.mockResolvedValue({ id: "PP", status: "APPROVED" });
  payPal.capture.mockRejectedValueOnce(new PayPalError(422, "INSTRUMENT_DECLINED"));
  await follow({ payPalId: "PP" });
  expect(settle).toHaveBeenCalledOnce();
  for (const error of [new PayPalError(500, ""), new PayPalError(421, ""), new TypeError("broken")]) {
    payPal.capture.mockRejectedValueOnce(error);
    await expect(follow({ payPalId: "PP" })).rejects.toBe(error);
  }
  expect(settle).toHaveBeenCalledOnce();
});

test.each([true, false])("PayPal decides whether an event is genuine: %s", async (answer) => {
  payPal.verify.mockResolvedValue(answer);
  expect(await isGenuine({ config: {} } as never, {}, Buffer.from("x"))).toBe(answer);
});
