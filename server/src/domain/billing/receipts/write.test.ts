import { expect, test } from "vitest";
import { type ReceiptFacts, writeReceipt } from "./write.ts";

type Row = ReceiptFacts["row"];

const seller = {
  companyName: "Sheaf Ltd",
  companyAddress: ["14 Paper Street", "Leeds"],
  vatNumber: undefined,
  supportEmail: "help@sheaf.example",
  demo: false,
};
const payment = {
  kind: "payment",
  amountPence: 2_400,
  method: "paypal",
  reference: "CAP1",
  recordedAt: new Date("2026-11-21T10:00:00Z"),
} as Row;
const refund = { ...payment, kind: "refund", amountPence: -1_000, reference: "REF1" } as Row;
const period = { startsAt: new Date("2026-11-21T10:00:00Z"), endsAt: new Date("2026-12-21T10:00:00Z") };

const write = (facts: Partial<ReceiptFacts> = {}, change: Partial<Parameters<typeof writeReceipt>[2]> = {}) =>
  writeReceipt(
    "SR-2026-000001",
    {
      row: payment,
      practiceName: "Okafor",
      planName: "Small Firm",
      buys: "period",
      period,
      creditUsedPence: 0,
      refunds: null,
      ...facts,
    },
    { ...seller, ...change },
  );

test("a receipt names what was bought, for which days, and how it was paid", () => {
  expect(write()).toEqual({
    title: "Receipt",
    number: "SR-2026-000001",
    date: "21 November 2026",
    buyer: "Okafor",
    seller: { name: "Sheaf Ltd", lines: ["14 Paper Street", "Leeds"] },
    items: [{ what: "Small Firm, 30 days", detail: "21 November 2026 to 21 December 2026", amount: "£24.00" }],
    sums: [{ label: "Total paid", amount: "£24.00" }],
    facts: [
      { label: "Paid by", value: "PayPal" },
      { label: "Reference", value: "CAP1" },
    ],
    footer: "Issued by Sheaf Ltd. Questions: help@sheaf.example",
  });
});

test("a credit note names the receipt of the payment and the money given back as a positive sum", () => {
  const refunds = { number: "SR-2026-000001", date: "1 November 2026" };
  expect(write({ row: refund, refunds })).toMatchObject({
    title: "Credit note",
    items: [{ what: "Refund of Small Firm, 30 days", detail: "Paid on 1 November 2026", amount: "£10.00" }],
    sums: [{ label: "Total given back", amount: "£10.00" }],
    facts: [
      { label: "Given back by", value: "PayPal" },
      { label: "Reference", value: "REF1" },
      { label: "For receipt", value: "SR-2026-000001" },
    ],
  });
});

test("credit that paid a part is an item of its own, and the total is the money alone", () => {
  const { items, sums } = write({ row: { ...payment, amountPence: 1_900 }, creditUsedPence: 500 });
  expect(items.map(({ what, detail, amount }) => [what, detail, amount])).toEqual([
    ["Small Firm, 30 days", "21 November 2026 to 21 December 2026", "£24.00"],
    ["Credit used", null, "–£5.00"],
  ]);
  expect(sums).toEqual([{ label: "Total paid", amount: "£19.00" }]);
});

test("a payment by credit alone has no reference", () => {
  const { facts } = write({ row: { ...payment, method: "credit", amountPence: 0 }, creditUsedPence: 2_400 });
  expect(facts).toEqual([{ label: "Paid by", value: "Credit" }]);
});

test("a bank transfer is named in words", () => {
  expect(write({ row: { ...payment, method: "manual" } }).facts[0]).toEqual({
    label: "Paid by",
    value: "Bank transfer",
  });
});

test.each([
  ["upgrade", period, "Upgrade to Small Firm", "For the days until 21 December 2026"],
  ["upgrade", null, "Upgrade to Small Firm", null],
  ["period", null, "Small Firm, 30 days", null],
] as const)("a purchase of the kind %s that lasts %o reads “%s”", (buys, lasts, what, detail) => {
  expect(write({ buys, period: lasts }).items).toEqual([{ what, detail, amount: "£24.00" }]);
});

test("a seller registered for VAT lists its number and the VAT in the total", () => {
  const { seller: shown, sums } = write({}, { vatNumber: "GB1" });
  expect(shown.lines).toEqual(["14 Paper Street", "Leeds", "VAT number GB1"]);
  expect(sums).toEqual([
    { label: "Net", amount: "£20.00" },
    { label: "VAT 20%", amount: "£4.00" },
    { label: "Total paid", amount: "£24.00" },
  ]);
});

test("the VAT of a refund is given back as well", () => {
  expect(write({ row: refund }, { vatNumber: "GB1" }).sums).toEqual([
    { label: "Net", amount: "£8.33" },
    { label: "VAT 20%", amount: "£1.67" },
    { label: "Total given back", amount: "£10.00" },
  ]);
});

test("a receipt of a demonstration says that no money moved", () => {
  expect(write({}, { demo: true }).footer).toMatch(/^A demonstration: no money moved\. Issued by Sheaf Ltd/);
});
