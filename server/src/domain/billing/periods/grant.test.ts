import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { record } from "../../audit/service.ts";
import { lockPractice } from "../../practices/service.ts";
import { enter } from "../ledger/ledger.ts";
import { findPlan } from "../plans.ts";
import { fitMembers } from "../seats/seats.ts";
import { plans } from "../table.ts";
import { dayMs } from "./arithmetic.ts";
import { grantDays } from "./grant.ts";
import { endUnlimitedUse, giveUnlimitedUse } from "./own-practice.ts";
import { addPeriod, openPeriods } from "./periods.ts";

vi.mock("../ledger/ledger.ts", () => ({ enter: vi.fn() }));
vi.mock("../plans.ts", () => ({ findPlan: vi.fn() }));
vi.mock("../seats/seats.ts", () => ({ fitMembers: vi.fn() }));
vi.mock("./periods.ts", async (actual) => ({ ...(await actual<object>()), addPeriod: vi.fn(), openPeriods: vi.fn() }));
vi.mock("../../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../../practices/service.ts", () => ({ lockPractice: vi.fn() }));
vi.mock("../../../platform/events/events.ts", () => ({ announce: vi.fn() }));
beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(enter).mockResolvedValue("grant");
  vi.mocked(openPeriods).mockResolvedValue([]);
  vi.mocked(findPlan).mockResolvedValue({ id: "solo", slug: "solo" } as never);
});

const tx = {} as Tx;
const grant = (days: number, planSlug?: string) => grantDays(tx, { practiceId: "p", days, planSlug });

test.each([
  [1, [1]],
  [29, [29]],
  [30, [30]],
  [31, [30, 1]],
  [60, [30, 30]],
  [75, [30, 30, 15]],
])("%i free days are periods of %o days", async (days, periods) => {
  await grant(days, "solo");
  expect(vi.mocked(addPeriod).mock.calls.map(([, given]) => given.days)).toEqual(periods);
  expect(new Set(vi.mocked(addPeriod).mock.calls.map(([, given]) => given.id)).size).toBe(periods.length);
  const row = { kind: "adjustment", amountPence: 0, method: "credit", planId: "solo" };
  expect(vi.mocked(enter).mock.calls[0]?.[1]).toMatchObject(row);
  expect(fitMembers).toHaveBeenCalledWith(tx, "p");
  expect(lockPractice).toHaveBeenCalledWith(tx, "p");
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "operator.days-granted", detail: { days } });
});

test("free days continue the last plan that is paid, named or not, and no other", async () => {
  vi.mocked(openPeriods).mockResolvedValue([
    { plan: { slug: "solo" } },
    { plan: { slug: "firm", name: "Firm" } },
  ] as never);
  expect((await grant(7)).plan.slug).toBe("firm");
  expect((await grant(7, "firm")).plan.slug).toBe("firm");
  await expect(grant(7, "solo")).rejects.toThrow("Firm is already paid");
  expect(findPlan).not.toHaveBeenCalled();
});

test("without a paid plan, free days need one that exists", async () => {
  expect((await grant(7, "solo")).plan.slug).toBe("solo");
  await expect(grant(7)).rejects.toMatchObject({ code: "bad-request" });
  vi.mocked(findPlan).mockResolvedValue(undefined);
  await expect(grant(7, "none")).rejects.toMatchObject({ code: "not-found" });
});

test("a grant that cannot be entered adds no days", async () => {
  vi.mocked(enter).mockResolvedValue(null);
  await expect(grant(7, "solo")).rejects.toThrow("already recorded");
  expect(addPeriod).not.toHaveBeenCalled();
});

/** A database in which the practice has unlimited use, or not. */
const having = (running: boolean, plan = true) =>
  recordedDb(({ text }) => {
    if (text.includes("inner join")) return running ? [["unlimited"]] : [];
    return text.includes(`from "plans"`) && plan ? [rowOf(plans, { id: "own", documentsPerMonth: 9 })] : [];
  });

test("unlimited use lasts a hundred years, and gives every member a seat", async () => {
  const { db, statements } = having(false);
  await giveUnlimitedUse(db as unknown as Tx, "p");
  const values = statements.find(({ text }) => text.startsWith("insert"))?.values;
  expect(values).toEqual(expect.arrayContaining(["p", "own", 36_525, 36_525 * dayMs, 9]));
  expect(fitMembers).toHaveBeenCalledOnce();
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "operator.unlimited-given" });
});

test("unlimited use is not given twice", async () => {
  const { db, statements } = having(true);
  await giveUnlimitedUse(db as unknown as Tx, "p");
  expect(statements).toHaveLength(1);
  expect(record).not.toHaveBeenCalled();
  await expect(giveUnlimitedUse(having(false, false).db as unknown as Tx, "p")).rejects.toThrow("not in the database");
});

test("unlimited use ends, once", async () => {
  const { db, statements } = having(true);
  await endUnlimitedUse(db as unknown as Tx, "p");
  expect(statements.some(({ text }) => text.startsWith(`update "periods" set "ends_at" = greatest(`))).toBe(true);
  expect(fitMembers).toHaveBeenCalledOnce();
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "operator.unlimited-ended" });
  await expect(endUnlimitedUse(having(false).db as unknown as Tx, "p")).rejects.toMatchObject({
    code: "not-unlimited",
  });
});
