import { beforeEach, expect, test, vi } from "vitest";
import type { Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { lockPractice } from "../../practices/service.ts";
import { fulfil, priceOf, purchaseOf } from "../orders/purchase.ts";
import { findPlan } from "../plans.ts";
import { type ManualPayment, recordManualPayment } from "./payments.ts";
import { dottedDay, gbp, planPrice, ukDay, ukTime } from "./words.ts";

vi.mock("../orders/purchase.ts", () => ({ fulfil: vi.fn(), priceOf: vi.fn(), purchaseOf: vi.fn() }));
vi.mock("../plans.ts", () => ({ findPlan: vi.fn() }));
vi.mock("./ledger.ts", () => ({ referenceEnteredError: async () => new AppError("reference-entered", "entered") }));
vi.mock("../../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../../practices/service.ts", () => ({ lockPractice: vi.fn() }));
vi.mock("../../../platform/events/events.ts", () => ({ announce: vi.fn() }));

const endsAt = new Date("2026-12-20T10:00:00Z");
const priced = (buys: "period" | "upgrade", pricePence: number, creditPence = 0) =>
  vi.mocked(priceOf).mockResolvedValue({ buys, pricePence, creditPence, startsAt: endsAt, endsAt });

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(findPlan).mockResolvedValue({ id: "firm", slug: "firm", name: "Small Firm", pricePence: 2_400 } as never);
  vi.mocked(fulfil).mockResolvedValue({ paymentId: "pay", outcome: "period", paidUntil: endsAt });
  vi.mocked(purchaseOf).mockResolvedValue(null);
  priced("period", 2_400);
});
const pay = (change: Partial<ManualPayment> = {}) =>
  recordManualPayment({} as Tx, { practiceId: "p", planSlug: "firm", reference: " REF 1 ", ...change });
const bought = () => vi.mocked(fulfil).mock.calls[0]?.[1];

test("a transfer without an amount buys 30 days at the plan's price, without credit", async () => {
  priced("upgrade", 750, 100);
  expect(await pay()).toMatchObject({ paymentId: "pay", amountPence: 2_400, endsAt });
  expect(vi.mocked(lockPractice).mock.calls.map(([, id]) => id)).toEqual(["p"]);
  expect(bought()).toMatchObject({ reference: "REF 1", amountPence: 2_400, price: { buys: "period", creditPence: 0 } });
});

test("an upgrade is entered at its current price, and refused when there is nothing to upgrade", async () => {
  await expect(pay({ buys: "upgrade" })).rejects.toThrow("no cheaper plan running that Small Firm would replace");
  priced("upgrade", 750, 100);
  expect(await pay({ buys: "upgrade" })).toMatchObject({ amountPence: 750 });
  expect(bought()).toMatchObject({ amountPence: 750, price: { buys: "upgrade", creditPence: 0 } });
});

test("an amount decides what was bought", async () => {
  vi.mocked(purchaseOf).mockResolvedValue({ buys: "upgrade", creditPence: 50, endsAt });
  expect(await pay({ amountPence: 700 })).toMatchObject({ amountPence: 700 });
  expect(bought()).toMatchObject({ amountPence: 700, price: { buys: "upgrade", creditPence: 50 } });
});

test.each([
  ["period", 2_400, 0, "Small Firm costs £24.00 for 30 days; £7.00 is"],
  ["period", 2_400, 400, "£24.00 for 30 days, or £20.00 with the practice's credit; £7.00"],
  ["upgrade", 750, 0, "£24.00 for 30 days, or £7.50 as an upgrade today; £7.00"],
  ["upgrade", 750, 1, "£7.50 as an upgrade today, or £7.49 with the practice's credit; £7.00"],
] as const)(
  "an amount that is no price (%s for %i, credit %i) is refused with the prices",
  async (buys, price, credit, words) => {
    priced(buys, price, credit);
    const message = expect.stringContaining(words);
    await expect(pay({ amountPence: 700 })).rejects.toMatchObject({ code: "amount-differs", message });
  },
);

test("an amount of nothing is compared as well", async () => {
  await expect(pay({ amountPence: 0 })).rejects.toMatchObject({ code: "amount-differs" });
});

test.each([
  ["an empty reference", { reference: "  " }, "bad-request"],
  ["an unknown plan", { planSlug: "none" }, "not-found"],
])("a payment with %s is refused", async (_, change, code) => {
  if (code === "not-found") vi.mocked(findPlan).mockResolvedValue(undefined);
  await expect(pay(change)).rejects.toMatchObject({ code });
  expect(fulfil).not.toHaveBeenCalled();
});

test("a reference that was entered before is refused, and so is a payment whose days have just ended", async () => {
  vi.mocked(fulfil).mockResolvedValueOnce(null);
  await expect(pay()).rejects.toMatchObject({ code: "reference-entered" });
  vi.mocked(fulfil).mockResolvedValueOnce({ paymentId: "pay", outcome: "credit", paidUntil: null });
  await expect(pay()).rejects.toThrow("just ended");
});

test.each([
  [2_400, "£24.00", "£24"],
  [2_450, "£24.50", "£24.50"],
  [-2_400, "–£24.00", "–£24"],
  [0, "£0.00", "£0"],
])("%i pence are written as %s, as a plan's price %s", (pence, words, price) => {
  expect([gbp(pence), planPrice(pence)]).toEqual([words, price]);
});

test("days and times are those of the United Kingdom", () => {
  const at = new Date("2026-07-01T23:05:00Z");
  expect([ukDay(at), dottedDay(at), ukTime(at)]).toEqual(["2 July 2026", "02.07.2026", "00:05"]);
});
