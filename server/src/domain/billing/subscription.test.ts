import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../testing/recorded-db.ts";
import { record } from "../audit/service.ts";
import { fulfil, priceOf } from "./orders/purchase.ts";
import { type OpenPeriod, openPeriods, type PlanRow, startNext } from "./periods/periods.ts";
import { membersOverLimit } from "./seats/seats.ts";
import { buyWithCredit, cancel, getBilling, getQuote, planForSale, startNextPeriod } from "./subscription.ts";
import { plans } from "./table.ts";

vi.mock("./ledger/ledger.ts", () => ({ creditOf: async () => 120 }));
vi.mock("./orders/purchase.ts", () => ({ fulfil: vi.fn(), priceOf: vi.fn() }));
vi.mock("./periods/periods.ts", () => ({
  isFree: (plan: PlanRow) => plan.pricePence === 0,
  openPeriods: vi.fn(),
  startNext: vi.fn(),
}));
vi.mock("./seats/seats.ts", () => ({ fitMembers: vi.fn(), membersOverLimit: vi.fn() }));
vi.mock("../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../practices/service.ts", () => ({ lockPractice: vi.fn() }));
vi.mock("../../platform/events/events.ts", () => ({ announce: vi.fn() }));

const actor = { practiceId: "p", userId: "u", address: "::1" };
const at = new Date("2026-11-20T10:00:00Z");

function period(used: number, allowed = 150, pricePence = 900): OpenPeriod {
  const times = { id: "period", startsAt: at, endsAt: new Date("2026-12-20T10:00:00Z") };
  return {
    period: { ...times, documentsUsed: used, documentsAllowed: allowed } as OpenPeriod["period"],
    plan: { slug: "solo", name: "Solo", pricePence } as PlanRow,
    now: at,
  };
}
/** A database with one plan, and with or without a cancellation. */
const database = ({
  plan = { slug: "solo", name: "Solo", position: 0, maxUsers: 3 } as Partial<PlanRow> | null,
  cancelled = 0,
} = {}) =>
  recordedDb(({ text }) => {
    if (text.includes("count(*)")) return [{ count: text.includes(`from "cancellations"`) ? cancelled : 0 }];
    return text.includes(`from "plans"`) && plan ? [rowOf(plans, plan)] : [];
  });

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(openPeriods).mockResolvedValue([period(150), period(0)]);
  vi.mocked(membersOverLimit).mockResolvedValue([]);
});

test("the billing page lists credit and paid periods", async () => {
  const shown = { id: "period", plan: { slug: "solo", name: "Solo" }, startsAt: at.toISOString() };
  const times = { ...shown, endsAt: "2026-12-20T10:00:00.000Z", documentsAllowed: 150 };
  expect(await getBilling(database().db, "p")).toMatchObject({
    creditPence: 120,
    canStartNext: true,
    periods: [
      { ...times, documentsUsed: 150 },
      { ...times, documentsUsed: 0 },
    ],
  });
});

test.each([
  ["the running one has a document left", [period(149), period(0)], false],
  ["the running one is used up", [period(150), period(0)], true],
  ["more was used than is allowed", [period(151), period(0)], true],
  ["nothing else is paid", [period(150)], false],
  ["nothing is paid", [], false],
  ["the next one is free", [period(150), period(0, 25, 0)], false],
  ["the running one is free", [period(25, 25, 0), period(0)], true],
])("the next period can be started early if %s", async (_, open, canStart) => {
  vi.mocked(openPeriods).mockResolvedValue(open);
  expect((await getBilling(database().db, "p")).canStartNext).toBe(canStart);
  const started = startNextPeriod(database().db, actor);
  if (!canStart) await expect(started).rejects.toMatchObject({ code: "no-next-period" });
  else await started;
  expect(startNext).toHaveBeenCalledTimes(canStart ? 1 : 0);
});

test.each([
  [0, false],
  [1, true],
])("with %i cancellations the billing page says that the plan is cancelled: %s", async (cancelled, isShown) => {
  expect(await getBilling(database({ cancelled }).db, "p")).toMatchObject({ cancelled: isShown });
});

test("a quote is the price less the credit, with the members it would suspend", async () => {
  const price = { buys: "period", pricePence: 900, creditPence: 120, startsAt: at, endsAt: at } as const;
  vi.mocked(priceOf).mockResolvedValue(price);
  vi.mocked(membersOverLimit).mockResolvedValue(["Ben"]);
  expect(await getQuote(database().db, "p", "solo")).toMatchObject({
    duePence: 780,
    creditPence: 120,
    suspends: ["Ben"],
  });
  expect(vi.mocked(membersOverLimit).mock.calls[0]?.slice(1)).toEqual(["p", 3]);
});

test.each([
  ["unknown", null],
  ["hidden", { slug: "free", position: null }],
] as const)("a plan that is %s is not for sale", async (_, plan) => {
  await expect(planForSale(database({ plan }).db, "x")).rejects.toMatchObject({ code: "not-found" });
});

test("the first plan of the list is for sale", async () => {
  expect(await planForSale(database().db, "solo")).toMatchObject({ slug: "solo", position: 0 });
});

test.each([
  [899, false],
  [900, true],
])("a credit of which %i pay for a plan of 900 buys it: %s", async (creditPence, isBought) => {
  vi.mocked(priceOf).mockResolvedValue({ buys: "period", pricePence: 900, creditPence, startsAt: at, endsAt: at });
  vi.mocked(fulfil).mockResolvedValue({ paymentId: "pay", outcome: "period", paidUntil: at });
  const bought = buyWithCredit(database().db, actor, "solo");
  if (!isBought) await expect(bought).rejects.toMatchObject({ code: "payment-needed" });
  else expect(await bought).toMatchObject({ creditPence: 120 });
  expect(fulfil).toHaveBeenCalledTimes(isBought ? 1 : 0);
  if (isBought) expect(vi.mocked(fulfil).mock.calls[0]?.[1]).toMatchObject({ amountPence: 0, method: "credit" });
});

test("a cancellation is stored and recorded once something is paid", async () => {
  const { db, statements } = database();
  await cancel(db, actor);
  expect(statements.some(({ text }) => text.startsWith(`insert into "cancellations"`))).toBe(true);
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "subscription.cancelled" });
  vi.mocked(openPeriods).mockResolvedValue([]);
  await expect(cancel(db, actor)).rejects.toMatchObject({ code: "no-subscription" });
});
