import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import { creditOf, refundsOf } from "../ledger/ledger.ts";
import { membersSuspendedByRefund } from "../orders/reverse-payment.ts";
import { everyPeriod } from "../periods/periods.ts";
import { payments, periods } from "../table.ts";
import { listPeriodUpgrades, planAfterRevert } from "./period-upgrades.ts";
import { previewIfPossible, previewRefund, quoteRefund } from "./quote.ts";

vi.mock("../ledger/ledger.ts", () => ({ creditOf: vi.fn(), refundsOf: vi.fn() }));
vi.mock("../orders/reverse-payment.ts", () => ({ membersSuspendedByRefund: vi.fn() }));
vi.mock("../periods/periods.ts", () => ({ everyPeriod: vi.fn() }));
vi.mock("./period-upgrades.ts", () => ({ listPeriodUpgrades: vi.fn(), planAfterRevert: vi.fn() }));

const now = new Date("2026-11-20T10:00:00Z");
const dayMs = 24 * 3_600_000;
const inDays = (days: number) => new Date(now.getTime() + days * dayMs);

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(refundsOf).mockResolvedValue(0);
  vi.mocked(creditOf).mockResolvedValue(0);
  vi.mocked(membersSuspendedByRefund).mockResolvedValue(["Ben"]);
  vi.mocked(listPeriodUpgrades).mockResolvedValue([]);
  bought(-10, 20);
});

/** Says from and to which day, counted from now, the payment's period lasts. */
function bought(from: number, to: number) {
  const period = { id: "period", paymentId: "pay", allottedMs: (to - from) * dayMs };
  vi.mocked(everyPeriod).mockResolvedValue([
    { period: { ...period, startsAt: inDays(from), endsAt: inDays(to) } } as never,
  ]);
}

interface Stored {
  payment?: Partial<typeof payments.$inferSelect> | null;
  /** Documents used of 150 in each period that is read; none: the payment bought no period. */
  used?: [id: string, used: number][];
  /** Refund requests of this payment that were granted. */
  granted?: number;
  /** The plan of an upgrade that is based on the payment. */
  above?: string;
  /** Credits that were given for the payment. */
  credits?: number;
}

function having({ payment = {}, used = [["period", 0]], granted = 0, above, credits = 0 }: Stored = {}) {
  const row = { id: "pay", practiceId: "p", buys: "period", amountPence: 900, recordedAt: inDays(-10) } as const;
  return recordedDb(({ text }) => {
    if (text.includes("as now")) return [{ now: now.toISOString() }];
    if (text.includes("count(*)")) return [{ count: text.includes(`"refund_requests"`) ? granted : credits }];
    if (text.includes("inner join")) return above ? [[above]] : [];
    if (text.includes(`from "payments"`)) return payment ? [rowOf(payments, { ...row, ...payment })] : [];
    if (text.includes(`"payment_id"`) && text.includes(`from "periods"`) && !text.includes(" in (")) {
      return used.map(([id, documentsUsed]) => rowOf(periods, { id, documentsUsed, documentsAllowed: 150 }));
    }
    return used;
  }).db;
}
const quote = (stored: Stored = {}) => quoteRefund(having(stored), "p", "pay");

test.each([
  [0, "full"],
  [14, "full"],
  [15, "credit"],
  [75, "credit"],
  [76, "denied"],
])("with %i of 150 documents used, the refund of a period is: %s", async (documents, outcome) => {
  expect(await quote({ used: [["period", documents]] })).toMatchObject({
    outcome,
    used: documents,
    allowed: 150,
    refundPence: 900,
    creditPence: 990,
    endsPeriod: { startsAt: inDays(-10), endsAt: inDays(20) },
    returnsTo: null,
  });
});

test("what came back already is subtracted", async () => {
  vi.mocked(refundsOf).mockResolvedValue(-400);
  expect(await quote()).toMatchObject({ refundPence: 500, creditPence: 550 });
});

test.each([
  ["no such payment", { payment: null }, "not-found", "no such payment"],
  ["a payment of nothing", { payment: { amountPence: 0 } }, "refund-not-possible", "No money was paid"],
  ["a payment whose refund was granted", { granted: 1 }, "refund-not-possible", "already been granted"],
  ["a payment that an upgrade is based on", { above: "Growth" }, "refund-not-possible", "The upgrade to Growth"],
] as [string, Stored, string, string][])("%s is not refunded, with the reason", async (_, stored, code, words) => {
  await expect(quote(stored)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
});

test.each([
  [-899, true],
  [-900, false],
  [-901, false],
])("a payment of 900 of which %i came back can be refunded: %s", async (refunds, isPossible) => {
  vi.mocked(refundsOf).mockResolvedValue(refunds);
  if (isPossible) expect(await quote()).toMatchObject({ refundPence: 1 });
  else await expect(quote()).rejects.toThrow("already been refunded");
});

test.each([
  [0, null],
  [0.001, { startsAt: inDays(-30), endsAt: inDays(0.001) }],
])("a period that ends in %d days is ended by the refund only if it still runs", async (to, endsPeriod) => {
  bought(-30, to);
  if (endsPeriod) expect((await quote()).endsPeriod).not.toBeNull();
  else expect((await quote()).endsPeriod).toBeNull();
});

test.each([
  [899, 0, true],
  [900, 1, true],
  [899, 1, false],
])(
  "a payment that became credit, with %i of 900 left and %i credits given, can be refunded: %s",
  async (left, credits, isPossible) => {
    vi.mocked(creditOf).mockResolvedValue(left);
    const quoted = quote({ used: [], credits });
    if (isPossible) {
      expect(await quoted).toMatchObject({ outcome: "full", used: 0, allowed: 0, endsPeriod: null, returnsTo: null });
    } else await expect(quoted).rejects.toThrow("the credit has been used");
  },
);

const upgrade = (periodId: string, fromAllowed: number, toAllowed: number) =>
  ({ practiceId: "p", paymentId: "pay", periodId, fromAllowed, toAllowed, upgradedAt: now }) as never;

test("of an upgrade only the added documents count, in every period that it raised", async () => {
  vi.mocked(listPeriodUpgrades).mockResolvedValue([
    upgrade("a", 150, 500),
    upgrade("b", 150, 500),
    upgrade("c", 150, 500),
  ]);
  vi.mocked(planAfterRevert).mockResolvedValue({ name: "Solo" } as never);
  const used: [string, number][] = [
    ["a", 160],
    ["b", 100],
  ];
  expect(await quote({ payment: { buys: "upgrade" }, used })).toMatchObject({
    used: 10,
    allowed: 1_050,
    outcome: "full",
    endsPeriod: null,
    returnsTo: "Solo",
  });
});

test("an upgrade that a later one is based on returns to no plan, one that raised nothing became credit", async () => {
  vi.mocked(listPeriodUpgrades).mockResolvedValueOnce([upgrade("a", 150, 500)]);
  expect((await quote({ payment: { buys: "upgrade" } })).returnsTo).toBeNull();
  expect(await quote({ payment: { buys: "upgrade" } })).toMatchObject({ used: 0, allowed: 0, outcome: "full" });
});

test("the preview shows the times in text and the members that it would suspend", async () => {
  const shown = { startsAt: inDays(-10).toISOString(), endsAt: inDays(20).toISOString() };
  const preview = await previewRefund(having({ used: [["period", 3]] }), "p", "pay");
  expect(preview).toEqual({
    paymentId: "pay",
    outcome: "full",
    documentsUsed: 3,
    documentsAllowed: 150,
    paidAt: inDays(-10).toISOString(),
    refundPence: 900,
    creditPence: 990,
    returnsTo: null,
    suspends: ["Ben"],
    endsPeriod: shown,
  });
});

test("administrators get no preview of what cannot be refunded, and learn of any other error", async () => {
  expect(await previewIfPossible(having({ payment: null }), "p", "pay")).toBeNull();
  vi.mocked(refundsOf).mockRejectedValue(new TypeError("broken"));
  await expect(previewIfPossible(having(), "p", "pay")).rejects.toThrow("broken");
});
