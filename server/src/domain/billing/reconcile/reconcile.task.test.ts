import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import { guestPayments } from "../guests/table.ts";
import { payments } from "../table.ts";
import { keepDifferences } from "./differences.ts";
import { reconcile } from "./reconcile.task.ts";

const transactions = vi.hoisted(() => vi.fn());
vi.mock("../../../platform/paypal/paypal-client.ts", () => ({ payPalOf: () => ({ transactions }) }));
vi.mock("./differences.ts", () => ({ keepDifferences: vi.fn() }));

beforeEach(() => void vi.clearAllMocks());

const now = new Date("2026-11-20T10:00:00Z");
const hourMs = 3_600_000;
const ago = (hours: number, ms = 0) => new Date(now.getTime() - hours * hourMs + ms);
const ours = "01890a5d-ac96-774b-bcce-b302099a8057";
const theirs = (id: string, more: object = {}) => ({
  id,
  about: null,
  orderId: ours,
  pence: 900,
  status: "S",
  at: ago(48),
  ...more,
});
type Entry = [reference: string, at: Date];

/** Compares a report with entries of the ledger and with visitors' payments, all of 9 pounds. */
async function compared({
  report = [] as object[],
  ledger = [] as Entry[],
  guests = [] as Entry[],
  claimed = [] as Entry[],
}) {
  transactions.mockResolvedValue(report);
  let reads = 0;
  const { db, statements } = recordedDb(({ text }) => {
    if (text.includes("as now")) return [{ now: now.toISOString() }];
    const row = { amountPence: 900, practiceId: "p" };
    if (text.includes(`from "payments"`)) {
      return ledger.map(([reference, recordedAt]) => rowOf(payments, { ...row, reference, recordedAt }));
    }
    if (!text.includes(`from "guest_payments"`)) return [];
    reads += 1;
    const found = reads === 1 ? guests : claimed;
    return found.map(([reference, recordedAt]) => rowOf(guestPayments, { amountPence: 900, reference, recordedAt }));
  });
  const warn = vi.fn();
  const services = { config: { payPal: {}, installation: "service" }, db, log: { warn } };
  const found = await reconcile.run({}, services as never, { signal: new AbortController().signal });
  const [, differences = [], agreed = []] = vi.mocked(keepDifferences).mock.lastCall ?? [];
  return { found, differences: differences.map(({ kind, reference }) => [kind, reference]), agreed, statements, warn };
}

test("the report of the last 30 days is asked for", async () => {
  const { found, warn } = await compared({});
  expect(transactions).toHaveBeenCalledExactlyOnceWith(ago(30 * 24), now);
  expect(found).toEqual({ transactions: 0, differences: 0 });
  expect(warn).not.toHaveBeenCalled();
});

test("a transaction counts from four hours on, since reports and webhook events are late", async () => {
  const report = [theirs("old", { at: ago(4) }), theirs("new", { at: ago(4, 1) })];
  const { found, differences, warn } = await compared({ report });
  expect(found).toEqual({ transactions: 1, differences: 1 });
  expect(differences).toEqual([["ours-missing", "old"]]);
  expect(warn).toHaveBeenCalledWith({ differences: 1 }, expect.any(String));
});

test.each([
  ["eight days", ago(8 * 24), true],
  ["more than eight days", ago(8 * 24, -1), false],
  ["one day", ago(24), true],
  ["less than one day", ago(24, 1), false],
])("an entry of %s ago that PayPal does not list is a difference: %s", async (_, at, isDifference) => {
  const { differences } = await compared({ ledger: [["A", at]] });
  expect(differences).toEqual(isDifference ? [["theirs-missing", "A"]] : []);
});

test("transactions of other shops are ignored", async () => {
  const report = [
    theirs("shop", { orderId: "R-17" }),
    theirs("none", { orderId: null }),
    theirs("of-shop", { orderId: null, about: "shop" }),
  ];
  expect((await compared({ report })).differences).toEqual([]);
});

test("a transaction is ours by its order, by its own entry or by that of its payment", async () => {
  const report = [
    theirs("by-order"),
    theirs("entered", { orderId: null }),
    theirs("refund", { orderId: null, about: "entered", pence: -900 }),
  ];
  const { differences, agreed } = await compared({ report, ledger: [["entered", ago(48)]] });
  expect(differences).toEqual([
    ["ours-missing", "by-order"],
    ["ours-missing", "refund"],
  ]);
  expect(agreed).toEqual(["entered", "entered"]);
});

test("entries are read back to eight days, and those that the report names, with full returns of its payments", async () => {
  const report = [theirs("CAP"), theirs("REF", { about: "OLD" })];
  const { statements } = await compared({ report, guests: [["G", ago(48)]] });
  const [, guests, ledger] = statements;
  const named = [ago(8 * 24).toISOString(), "CAP", "REF", "OLD", "Return of OLD"];
  expect(guests?.values).toEqual(named);
  expect(ledger?.values).toEqual(["paypal", ...named, "G"]);
});

test("a visitor's payment that was claimed long after it was made has the time of the payment", async () => {
  const claimed: Entry[] = [["A", ago(40 * 24)]];
  expect((await compared({ ledger: [["A", ago(48)]], claimed })).differences).toEqual([]);
  expect((await compared({ ledger: [["A", ago(48)]] })).differences).toEqual([["theirs-missing", "A"]]);
});

test("a visitor's payment that nobody has claimed is compared as well", async () => {
  expect((await compared({ guests: [["G", ago(48)]] })).differences).toEqual([["theirs-missing", "G"]]);
});
