import { expect, test } from "vitest";
import type { InvoiceChanges } from "../../../fixtures/invoice-terms.ts";
import { ciiInvoice } from "../../../fixtures/invoices-cii.ts";
import { ublInvoice } from "../../../fixtures/invoices-ubl.ts";
import { checkTotals } from "./check-totals.ts";
import { readWritten, removeWritten } from "./testing.ts";

removeWritten();

const warningsOf = (terms: InvoiceChanges["terms"], write = ublInvoice): string[] =>
  checkTotals(readWritten(write(terms ? { terms } : {}))).map(({ text }) => text);

test("an invoice whose amounts add up has no warning", () => {
  expect(warningsOf({})).toEqual([]);
  expect(warningsOf({}, ciiInvoice)).toEqual([]);
});

test.each([
  [
    { "BT-106": "1424.60", "BT-109": "1412.15", "BT-112": "1560.74", "BT-115": "1060.80" },
    "The sum of lines is stated as €1,424.60; its parts give €1,424.50.",
  ],
  [
    { "BT-107": "42.40" },
    "The sum of allowances is stated as €42.40; its parts give €42.45. The total without VAT is stated as €1,412.05; its parts give €1,412.10.",
  ],
  [
    { "BT-109": "1412.06", "BT-112": "1560.65", "BT-115": "1060.71" },
    "The total without VAT is stated as €1,412.06; its parts give €1,412.05.",
  ],
  [
    { "BT-110": "150.00", "BT-112": "1562.05", "BT-115": "1062.11" },
    "The VAT is stated as €150.00; its parts give €148.59.",
  ],
  [
    { "BT-112": "1560.00", "BT-115": "1060.06" },
    "The total with VAT is stated as €1,560.00; its parts give €1,560.64.",
  ],
  [{ "BT-115": "1560.64" }, "The amount due is stated as €1,560.64; its parts give €1,060.70."],
  [
    { "BT-116": "800.00" },
    "The taxable amount at 19% is stated as €800.00; its parts give €782.05. The VAT at 19% is stated as €148.59; its parts give €152.00.",
  ],
  [{ "BT-129": "11" }, "The amount of line 1 is stated as €824.50; its parts give €909.50."],
] as const)("amounts that do not add up are named with both numbers: %j", (terms, text) => {
  expect(warningsOf(terms)).toEqual([text]);
  expect(warningsOf(terms, ciiInvoice)).toEqual([text]);
});

test("VAT that was rounded line by line, and a line whose price was rounded, are no difference", () => {
  const rounded = { "BT-117": "148.60", "BT-110": "148.60", "BT-112": "1560.65", "BT-115": "1060.71" } as const;
  expect(warningsOf(rounded)).toEqual([]);
  expect(warningsOf({ "BT-129B": "0.25", "BT-149B": "0.1", "BT-146B": "240" })).toEqual([]);
});

test("totals that are not stated are taken from their parts, and an invoice without lines is not compared with them", () => {
  const without = (xml: string, element: string) =>
    xml.replaceAll(new RegExp(`<(\\w+:${element})\\b.*?</\\1>`, "gs"), "");
  const texts = (xml: string) => checkTotals(readWritten(xml)).map(({ text }) => text);
  expect(texts(without(without(ublInvoice(), "AllowanceTotalAmount"), "ChargeTotalAmount"))).toEqual([]);
  expect(texts(without(ciiInvoice(), "IncludedSupplyChainTradeLineItem"))).toEqual([]);
});

test("an amount that is no number is not compared", () => {
  expect(warningsOf({ "BT-115": "n/a" })).toEqual([]);
});

test("of many differences four are named and the others are counted", () => {
  const terms = { "BT-106": "1", "BT-107": "2", "BT-108": "3", "BT-109": "44", "BT-112": "5", "BT-115": "6" } as const;
  expect(warningsOf(terms)).toEqual([expect.stringMatching(/2 more amounts differ\.$/)]);
});
