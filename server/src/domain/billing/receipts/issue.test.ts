import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import { testConfig } from "../../../../testing/services.ts";
import { practices } from "../../practices/table.ts";
import { sumOf } from "../ledger/ledger.ts";
import { payments, periods, plans } from "../table.ts";
import { receiptOf } from "./issue.ts";
import { receipts } from "./table.ts";
import { writeReceipt } from "./write.ts";

vi.mock("../ledger/ledger.ts", () => ({ sumOf: vi.fn() }));
vi.mock("./write.ts", () => ({ writeReceipt: vi.fn() }));
beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(sumOf).mockResolvedValue(0);
  vi.mocked(writeReceipt).mockReturnValue({ number: "written" } as never);
});

const at = new Date("2026-11-21T10:00:00Z");
const until = new Date("2026-12-21T10:00:00Z");
type Payment = typeof payments.$inferSelect;
const payment = { id: "pay", practiceId: "p", kind: "payment", buys: "period", planId: "solo", amountPence: 900 };

interface Stored {
  rows?: Partial<Payment>[];
  /** Number and date of receipts that are issued already, by payment. */
  issued?: Record<string, string>;
  period?: boolean;
  last?: number;
}

/** Issues the receipt of a row. Returns its number and the facts that were written. */
async function issue(
  id: string,
  { rows = [payment as Partial<Payment>], issued = {}, period = true, last = 41 }: Stored = {},
) {
  const { db, statements } = recordedDb(({ text, values }) => {
    if (text.includes("extract(year")) return [{ year: 2026 }];
    if (text.startsWith(`update "receipt_counters"`)) return [[2026, last + 1]];
    if (text.startsWith("insert") && text.includes(`"receipts"`))
      return [rowOf(receipts, { number: "new", content: { date: "2 May 2026" } as never, recordedAt: at })];
    if (!text.startsWith("select")) return [];
    if (text.includes(`from "receipts"`)) {
      const known = Object.keys(issued).find((each) => values.includes(each));
      const content = { date: "1 May 2026" } as never;
      return known ? [rowOf(receipts, { number: issued[known] ?? "", content, recordedAt: at })] : [];
    }
    if (text.includes(`from "payments"`)) {
      const row = rows.find((each) => values.includes(each.id));
      return row ? [rowOf(payments, { recordedAt: at, ...row })] : [];
    }
    if (text.includes(`from "plans"`)) return [rowOf(plans, { name: "Solo" })];
    if (text.includes(`from "practices"`)) return [rowOf(practices, { name: "Okafor" })];
    if (text.includes("max(")) return [[period ? until.toISOString() : null]];
    return period ? [rowOf(periods, { id: "period", startsAt: at, endsAt: until })] : [];
  });
  const receipt = await receiptOf(db, testConfig("/nowhere"), "p", id);
  return {
    receipt,
    facts: vi.mocked(writeReceipt).mock.calls.map(([number, facts]) => ({ number, ...facts })),
    statements,
  };
}

test.each([
  [0, "SR-2026-000001"],
  [41, "SR-2026-000042"],
  [999_999, "SR-2026-1000000"],
])("after %i receipts of the year, the next one has the number %s", async (last, number) => {
  const { facts } = await issue("pay", { last });
  expect(facts).toMatchObject([{ number, planName: "Solo", practiceName: "Okafor", buys: "period", refunds: null }]);
});

test("a receipt that is issued already is returned as it is", async () => {
  const { receipt, facts, statements } = await issue("pay", { issued: { pay: "SR-1" } });
  expect(receipt.number).toBe("SR-1");
  expect([facts, statements.length]).toEqual([[], 1]);
});

test("a receipt shows the days that the payment bought, none when it became credit", async () => {
  expect((await issue("pay")).facts[0]?.period).toMatchObject({ startsAt: at, endsAt: until });
  vi.mocked(writeReceipt).mockClear();
  expect((await issue("pay", { period: false })).facts[0]?.period).toBeNull();
});

test("the days of an upgrade last from the payment to the end of the last period that it raised", async () => {
  const rows = [{ ...payment, buys: "upgrade" } as Partial<Payment>];
  expect((await issue("pay", { rows })).facts[0]?.period).toEqual({ startsAt: at, endsAt: until });
  vi.mocked(writeReceipt).mockClear();
  expect((await issue("pay", { rows, period: false })).facts[0]?.period).toBeNull();
});

test("the credit that a payment used is a positive amount, and makes a payment without money have a receipt", async () => {
  vi.mocked(sumOf).mockResolvedValue(-500);
  const rows = [{ ...payment, amountPence: 0 } as Partial<Payment>];
  expect((await issue("pay", { rows })).facts[0]?.creditUsedPence).toBe(500);
});

const refund = {
  ...payment,
  id: "back",
  kind: "refund",
  amountPence: -900,
  paymentId: "pay",
  planId: null,
  buys: null,
};

test("a credit note names the receipt of its payment, which is issued first if need be", async () => {
  const rows = [payment, refund] as Partial<Payment>[];
  const { facts } = await issue("back", { rows, issued: { pay: "SR-1" } });
  expect(facts).toMatchObject([
    { refunds: { number: "SR-1", date: "1 May 2026" }, planName: "Solo", creditUsedPence: 0 },
  ]);
  expect(sumOf).not.toHaveBeenCalled();
  vi.mocked(writeReceipt).mockClear();
  const both = await issue("back", { rows });
  expect(both.facts.map(({ refunds }) => refunds)).toEqual([null, { number: "new", date: "2 May 2026" }]);
});

test.each([
  ["an unknown row", []],
  ["a credit", [{ ...payment, kind: "credit" }]],
  ["a payment without a plan", [{ ...payment, planId: null }]],
  ["a payment that bought nothing", [{ ...payment, buys: null }]],
  ["a payment of nothing", [{ ...payment, amountPence: 0 }]],
  ["a refund of an unknown payment", [{ ...refund, id: "pay", paymentId: "other" }]],
  ["a refund without a payment", [{ ...refund, id: "pay", paymentId: null }]],
])("%s has no receipt", async (_, rows) => {
  await expect(issue("pay", { rows: rows as Partial<Payment>[] })).rejects.toMatchObject({ code: "receipt-not-found" });
});
