import { beforeEach, expect, test, vi } from "vitest";
import type { Tx } from "../../../platform/db/connect.ts";
import { announce } from "../../../platform/events/events.ts";
import { record } from "../../audit/service.ts";
import { creditOf, enter, enterCredit, refundsOf, sumOf } from "../ledger/ledger.ts";
import { endPeriodOf, everyPeriod, type OpenPeriod } from "../periods/periods.ts";
import { planAfterRevert, revertUpgrade } from "../refunds/period-upgrades.ts";
import { closeReturned } from "../refunds/states.ts";
import { fitMembers, membersOverLimit } from "../seats/seats.ts";
import { membersSuspendedByRefund, recordRefund, undoPurchase } from "./reverse-payment.ts";

vi.mock("../ledger/ledger.ts", () => ({
  creditOf: vi.fn(),
  enter: vi.fn(),
  enterCredit: vi.fn(),
  refundsOf: vi.fn(),
  sumOf: vi.fn(),
}));
vi.mock("../periods/periods.ts", () => ({ endPeriodOf: vi.fn(), everyPeriod: vi.fn() }));
vi.mock("../refunds/period-upgrades.ts", () => ({ planAfterRevert: vi.fn(), revertUpgrade: vi.fn() }));
vi.mock("../refunds/states.ts", () => ({ closeReturned: vi.fn() }));
vi.mock("../seats/seats.ts", () => ({ fitMembers: vi.fn(), membersOverLimit: vi.fn() }));
vi.mock("../../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../../../platform/events/events.ts", () => ({ announce: vi.fn() }));

const tx = {} as Tx;
const payment = { id: "pay", practiceId: "p", amountPence: 900, method: "paypal" } as Parameters<
  typeof recordRefund
>[1];

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(enter).mockResolvedValue("refund");
  vi.mocked(refundsOf).mockResolvedValue(-400);
  vi.mocked(sumOf).mockResolvedValue(0);
  vi.mocked(creditOf).mockResolvedValue(0);
  vi.mocked(closeReturned).mockResolvedValue(false);
  vi.mocked(membersOverLimit).mockResolvedValue(["Ben"]);
});

test.each([
  [499, -499, false],
  [500, -500, true],
  [900, -500, true],
])("of a payment with 500 left, a return of %i enters %i", async (pence, amountPence, isUndone) => {
  expect(await recordRefund(tx, payment, "REF", pence)).toBe(true);
  expect(enter).toHaveBeenCalledWith(tx, expect.objectContaining({ kind: "refund", amountPence, reference: "REF" }));
  expect(endPeriodOf).toHaveBeenCalledTimes(isUndone ? 1 : 0);
  expect(closeReturned).toHaveBeenCalledTimes(isUndone ? 1 : 0);
  expect(record).toHaveBeenCalledWith(tx, expect.objectContaining({ action: "payment.returned", subjectId: "pay" }));
});

test.each([
  ["nothing comes back", 0, -400],
  ["nothing is left", 500, -900],
  ["more than the payment came back before", 500, -1_000],
])("nothing is entered when %s", async (_, pence, refunds) => {
  vi.mocked(refundsOf).mockResolvedValue(refunds);
  expect(await recordRefund(tx, payment, "REF", pence)).toBe(false);
  expect(enter).not.toHaveBeenCalled();
});

test("a return that was entered before undoes nothing", async () => {
  vi.mocked(enter).mockResolvedValue(null);
  expect(await recordRefund(tx, payment, "REF", 500)).toBe(false);
  expect(endPeriodOf).not.toHaveBeenCalled();
  expect(record).not.toHaveBeenCalled();
});

test("a return that grants an open request is recorded as granted only", async () => {
  vi.mocked(closeReturned).mockResolvedValue(true);
  expect(await recordRefund(tx, payment, "REF", 600)).toBe(true);
  expect(closeReturned).toHaveBeenCalledWith(tx, "p", "pay", 500);
  expect(record).not.toHaveBeenCalled();
});

test("undoing a purchase reverts its upgrade, ends its period and fits the members", async () => {
  await undoPurchase(tx, payment);
  expect(revertUpgrade).toHaveBeenCalledWith(tx, "p", "pay");
  expect(endPeriodOf).toHaveBeenCalledWith(tx, "p", "pay");
  expect(fitMembers).toHaveBeenCalledWith(tx, "p");
  expect(announce).toHaveBeenCalledWith(tx, "p", { type: "subscription" });
});

test.each([
  ["given", 300, 300, -300],
  ["given and spent in part", 300, 200, -200],
  ["given and spent", 300, 0, null],
  ["used", -300, 0, 300],
  ["neither given nor used", 0, 500, null],
])("credit that was %s with a payment is reversed as far as possible", async (_, given, left, entry) => {
  vi.mocked(sumOf).mockResolvedValue(given);
  vi.mocked(creditOf).mockResolvedValue(left);
  await undoPurchase(tx, payment);
  const entries = vi.mocked(enterCredit).mock.calls.map(([, { kind, creditPence }]) => [kind, creditPence]);
  expect(entries).toEqual(entry === null ? [] : [["adjustment", entry]]);
});

const now = new Date("2026-11-16T12:00:00Z");
const dayMs = 24 * 3_600_000;
function period(id: string, from: number, to: number, maxUsers: number): OpenPeriod {
  const at = (days: number) => new Date(now.getTime() + days * dayMs);
  const times = { startsAt: at(from), endsAt: at(to), allottedMs: (to - from) * dayMs };
  return {
    period: { id, paymentId: id.toUpperCase(), ...times } as OpenPeriod["period"],
    plan: { maxUsers } as OpenPeriod["plan"],
    now,
  };
}
const suspended = (paymentId: string) => membersSuspendedByRefund(tx, { ...payment, id: paymentId });

test.each([
  ["no period at all", []],
  ["a period that ends at this moment", [period("a", -30, 0, 3)]],
])("with %s, a refund suspends nobody", async (_, periods) => {
  vi.mocked(everyPeriod).mockResolvedValue(periods);
  vi.mocked(planAfterRevert).mockResolvedValue({ maxUsers: 1 } as never);
  expect(await suspended("A")).toEqual([]);
});

test("the refund of the running period suspends those for whom the next one has no seat", async () => {
  vi.mocked(everyPeriod).mockResolvedValue([
    period("old", -45, -15, 9),
    period("a", -15, 15, 3),
    period("b", 15, 45, 1),
  ]);
  expect(await suspended("A")).toEqual(["Ben"]);
  expect(membersOverLimit).toHaveBeenCalledWith(tx, "p", 1);
});

test("the refund of the only period suspends nobody", async () => {
  vi.mocked(everyPeriod).mockResolvedValue([period("a", -15, 15, 3)]);
  expect(await suspended("A")).toEqual([]);
});

test("the refund of an upgrade suspends those for whom the former plan has no seat", async () => {
  vi.mocked(everyPeriod).mockResolvedValue([period("a", -15, 15, 3), period("b", 15, 45, 3)]);
  vi.mocked(planAfterRevert).mockResolvedValueOnce({ maxUsers: 2 } as never);
  expect(await suspended("UP")).toEqual(["Ben"]);
  expect(membersOverLimit).toHaveBeenCalledWith(tx, "p", 2);
  expect(planAfterRevert).toHaveBeenCalledWith(tx, { practiceId: "p", periodId: "a", paymentId: "UP" });
});

test("the plan of a period that ends at this moment is not the running one", async () => {
  vi.mocked(everyPeriod).mockResolvedValue([period("a", -30, 0, 3), period("b", 0, 30, 1)]);
  vi.mocked(planAfterRevert).mockResolvedValue(undefined);
  expect(await suspended("UP")).toEqual([]);
});

test("the refund of something that does not change the running plan suspends nobody", async () => {
  vi.mocked(everyPeriod).mockResolvedValue([period("a", -15, 15, 3), period("b", 15, 45, 1)]);
  vi.mocked(planAfterRevert).mockResolvedValue(undefined);
  expect(await suspended("B")).toEqual([]);
});
