import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb } from "../../../../testing/recorded-db.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { creditOf, enter, enterCredit } from "../ledger/ledger.ts";
import {
  addPeriod,
  type OpenPeriod,
  openPeriods,
  type PlanRow,
  paidPeriods,
  upgradePeriods,
} from "../periods/periods.ts";
import { recordPeriodUpgrades } from "../refunds/period-upgrades.ts";
import { fitMembers } from "../seats/seats.ts";
import { fulfil, type Price, type Purchase, priceOf, purchaseOf } from "./purchase.ts";

vi.mock("../ledger/ledger.ts", () => ({ creditOf: vi.fn(), enter: vi.fn(), enterCredit: vi.fn() }));
vi.mock("../periods/periods.ts", () => ({
  addPeriod: vi.fn(),
  openPeriods: vi.fn(),
  paidPeriods: vi.fn(),
  upgradePeriods: vi.fn(),
}));
vi.mock("../refunds/period-upgrades.ts", () => ({ recordPeriodUpgrades: vi.fn() }));
vi.mock("../seats/seats.ts", () => ({ fitMembers: vi.fn() }));

const now = new Date("2026-11-16T12:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);
const solo = { id: "solo", pricePence: 900 } as PlanRow;
const firm = { id: "firm", pricePence: 2_400 } as PlanRow;

/** A paid period from one day to another, counted from now. */
const period = (plan: PlanRow, from: number, to: number): OpenPeriod => ({
  period: { startsAt: inDays(from), endsAt: inDays(to) } as OpenPeriod["period"],
  plan,
  now,
});

/** Says which periods are paid, and how much credit the practice has. */
function given({ paid = [] as OpenPeriod[], credit = 0 }) {
  vi.mocked(paidPeriods).mockResolvedValue(paid);
  vi.mocked(openPeriods).mockResolvedValue(paid);
  vi.mocked(creditOf).mockResolvedValue(credit);
}

const { db, statements } = recordedDb(({ text }) => (text.includes("as now") ? [{ now: now.toISOString() }] : []));
const tx = db as unknown as Tx;
beforeEach(() => {
  vi.clearAllMocks();
  statements.length = 0;
  vi.mocked(enter).mockResolvedValue("pay");
  given({});
});

test.each([
  [0, 0],
  [500, 500],
  [900, 900],
  [5_000, 900],
])(
  "without a paid plan, 30 days from now cost the plan's price, of which a credit of %i pays %i",
  async (credit, part) => {
    given({ credit });
    const days = { startsAt: now, endsAt: inDays(30) };
    expect(await priceOf(db, "p", solo)).toEqual({ buys: "period", pricePence: 900, creditPence: part, ...days });
  },
);

test.each([
  ["the same plan", firm],
  ["a cheaper plan", solo],
])("%s as the running one adds 30 days behind the paid ones", async (_, plan) => {
  given({ paid: [period(firm, -15, 15), period(firm, 15, 45)] });
  expect(await priceOf(db, "p", plan)).toMatchObject({ buys: "period", startsAt: inDays(45), endsAt: inDays(75) });
});

test.each([
  [0, 0],
  [500, 500],
  [1_000, 750],
])("a dearer plan is an upgrade of the paid days, of which a credit of %i pays %i", async (credit, part) => {
  given({ paid: [period(solo, -15, 10), period(firm, 10, 20), period(solo, 20, 25)], credit });
  const days = { startsAt: now, endsAt: inDays(25) };
  expect(await priceOf(db, "p", firm)).toEqual({ buys: "upgrade", pricePence: 750, creditPence: part, ...days });
});

test("an upgrade in the moment in which the paid time ends costs nothing", async () => {
  given({ paid: [period(solo, -30, 0)] });
  expect(await priceOf(db, "p", firm)).toMatchObject({ buys: "upgrade", pricePence: 0, creditPence: 0 });
});

const buying = (price: Partial<Price>, amountPence: number): Purchase => ({
  practiceId: "p",
  plan: firm,
  price: { buys: "period", creditPence: 0, endsAt: inDays(15), ...price },
  amountPence,
  method: "paypal",
  reference: "CAP",
});
const entered = () => vi.mocked(enterCredit).mock.calls.map(([, { kind, creditPence }]) => [kind, creditPence]);

test("a payment that was entered before buys nothing again", async () => {
  vi.mocked(enter).mockResolvedValue(null);
  expect(await fulfil(tx, buying({}, 2_400))).toBeNull();
  expect(addPeriod).not.toHaveBeenCalled();
  expect(statements).toEqual([]);
});

test("a payment is entered, buys its days, takes a cancellation back and fits the members", async () => {
  given({ paid: [period(firm, 0, 30), period(firm, 30, 60)] });
  expect(await fulfil(tx, buying({}, 2_400))).toEqual({ paymentId: "pay", outcome: "period", paidUntil: inDays(60) });
  expect(vi.mocked(enter).mock.calls[0]?.[1]).toMatchObject({
    kind: "payment",
    buys: "period",
    amountPence: 2_400,
    reference: "CAP",
  });
  expect(addPeriod).toHaveBeenCalledWith(tx, expect.objectContaining({ paymentId: "pay", plan: firm }));
  expect(entered()).toEqual([]);
  expect(statements.map(({ text }) => text)).toEqual([expect.stringContaining(`delete from "cancellations"`)]);
  expect(fitMembers).toHaveBeenCalledWith(tx, "p");
});

test.each([
  [300, "period", [["credit-used", -300]]],
  [299, "credit", [["credit", 2_100]]],
])("days priced with a credit of 300 become, at a credit of %i, a %s", async (credit, outcome, entries) => {
  given({ credit });
  expect(await fulfil(tx, buying({ creditPence: 300 }, 2_100))).toMatchObject({ outcome, paidUntil: null });
  expect(entered()).toEqual(entries);
  expect(addPeriod).toHaveBeenCalledTimes(outcome === "period" ? 1 : 0);
});

test("credit entries name the payment that they belong to", async () => {
  given({ credit: 300, paid: [period(solo, -15, 15)] });
  await fulfil(tx, buying({ buys: "upgrade", creditPence: 300 }, 500));
  expect(vi.mocked(enterCredit).mock.calls.map(([, { reference }]) => reference)).toEqual([
    "For payment pay",
    "From payment pay",
  ]);
});

test.each([
  [750, 0, "upgrade", []],
  [749, 0, "credit", [["credit", 749]]],
  [800, 0, "upgrade", [["credit", 50]]],
  [450, 300, "upgrade", [["credit-used", -300]]],
  [449, 300, "credit", [["credit", 449]]],
  [450, 301, "credit", [["credit", 450]]],
])(
  "an upgrade for 750, paid with %i in money and %i of a credit of 300, becomes: %s",
  async (amount, creditPence, outcome, entries) => {
    given({ paid: [period(solo, -15, 15)], credit: 300 });
    expect(await fulfil(tx, buying({ buys: "upgrade", creditPence }, amount))).toMatchObject({ outcome });
    expect(entered()).toEqual(entries);
    expect(upgradePeriods).toHaveBeenCalledTimes(outcome === "upgrade" ? 1 : 0);
  },
);

test("an upgrade covers cheaper periods up to the end that was priced", async () => {
  const [running, dearer, last, later] = [
    period(solo, -15, 5),
    period(firm, 5, 10),
    period(solo, 10, 15),
    period(solo, 15, 16),
  ];
  given({ paid: [running, dearer, last, later] });
  await fulfil(tx, buying({ buys: "upgrade" }, 500));
  expect(upgradePeriods).toHaveBeenCalledWith(tx, [running, last], firm);
  expect(recordPeriodUpgrades).toHaveBeenCalledWith(tx, "pay", [running, last], firm);
  expect(entered()).toEqual([]);
});

test("an upgrade for which no cheaper period is left becomes a credit", async () => {
  given({ paid: [period(firm, -15, 15)] });
  expect(await fulfil(tx, buying({ buys: "upgrade" }, 500))).toMatchObject({ outcome: "credit" });
  expect(entered()).toEqual([["credit", 500]]);
});

test.each([
  [700, { buys: "period", creditPence: 200 }],
  [900, { buys: "period", creditPence: 0 }],
  [800, null],
  [699, null],
  [0, null],
])("with a credit of 200, a transfer of %i for a plan of 900 is worth %o", async (amount, purchase) => {
  given({ credit: 200 });
  const found = await purchaseOf(tx, "p", solo, amount);
  if (purchase) expect(found).toMatchObject(purchase);
  else expect(found).toBeNull();
});

test("a transfer of nothing buys nothing, even if the credit covers the price", async () => {
  given({ credit: 900 });
  expect(await purchaseOf(tx, "p", solo, 0)).toBeNull();
});

test.each([
  ["today's price", 750, 0, { buys: "upgrade", creditPence: 0 }],
  ["yesterday's price", 800, 0, { buys: "upgrade", creditPence: 0 }],
  ["the price of 14 days ago", 1_450, 0, { buys: "upgrade", creditPence: 0 }],
  ["the price of 15 days ago", 1_500, 0, null],
  ["tomorrow's price", 700, 0, null],
  ["the price of 30 days", 2_400, 0, { buys: "period", creditPence: 0 }],
  ["today's price less the credit", 650, 100, { buys: "upgrade", creditPence: 100 }],
  ["today's full price despite a credit", 750, 100, { buys: "upgrade", creditPence: 0 }],
  ["yesterday's price less the credit", 700, 100, { buys: "upgrade", creditPence: 100 }],
  ["nothing, with a credit of yesterday's price", 0, 800, null],
  ["another amount", 777, 100, null],
])("of an upgrade, a transfer of %s (%i, credit %i) is worth %o", async (_, amount, credit, purchase) => {
  given({ paid: [period(solo, -30, 15)], credit });
  const found = await purchaseOf(tx, "p", firm, amount);
  if (purchase) expect(found).toMatchObject(purchase);
  else expect(found).toBeNull();
  if (credit === 0 && amount !== 750) expect(paidPeriods).toHaveBeenCalledWith(tx, "p", 14);
});
