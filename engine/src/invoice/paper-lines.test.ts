import { expect, test } from "vitest";
import type { Line } from "./model.ts";
import { allowanceReason, calculation, codeWithWords, linesBlock, periodWords, vatWords } from "./paper-lines.ts";
import { allowance, euros, invoiceOf, lineOf, measure, placed, words } from "./paper-testing.ts";

const given = lineOf({
  id: "1",
  net: euros("1234"),
  quantity: { value: "2", unit: "HUR" },
  vat: { code: "S", rate: "19" },
  price: { net: euros("10") },
  item: { name: "Hedge", description: "Planted" },
});

test("columns of numbers end at the right and are as wide as their longest text, the description has the rest", () => {
  expect(placed(linesBlock(invoiceOf({ currency: "EUR", lines: [given] }), measure).strips)).toEqual([
    "48, 8.3: No.",
    "71.75, 8.3: Description",
    "411.78>, 8.3: Quantity",
    "465.28>, 8.3: Unit price",
    "491.28>, 8.3: VAT",
    "547.28>, 8.3: Net amount",
    "rule 48 to 547.28, 14.5",
    "48, 29.1: 1",
    "71.75, 29.1: Hedge",
    "411.78>, 29.1: 2 hours",
    "465.28>, 29.1: €10.00",
    "491.28>, 29.1: 19%",
    "547.28>, 29.1: €1,234.00",
    "71.75, 40.88: Planted",
    "491.28>, 40.88: S",
    "rule 48 to 547.28, 47.9",
  ]);
});

test("no column of numbers is wider than its limit", () => {
  const long = "9".repeat(30);
  const line = lineOf({
    id: "n".repeat(30),
    net: { value: long, currency: undefined },
    quantity: { value: long, unit: undefined },
    vat: { code: "c".repeat(30), rate: undefined },
    price: { net: { value: long, currency: undefined } },
  });
  const titles = placed(linesBlock(invoiceOf({ lines: [line] }), measure).strips).slice(0, 6);
  expect(titles.map((title) => title.replace(/,.*:/, ""))).toEqual([
    "48 No.",
    "128 Descr", // it is narrow now
    "247.28> Quantity",
    "357.28> Unit price",
    "427.28> VAT",
    "547.28> Net amount",
  ]);
});

/** The texts of one line, without the titles. */
const cells = (line: Partial<Line>) =>
  words([linesBlock(invoiceOf({ currency: "EUR", lines: [lineOf(line)] }), measure)]).slice(6);

test("a line without values is an empty row", () => {
  expect(cells({})).toEqual([]);
});

test.each([
  ["one unit of what is counted", { value: "1.00", unit: "HUR" }, []],
  ["one of no unit", { value: "1", unit: undefined }, []],
  ["one of another unit", { value: "1", unit: "DAY" }, ["per 1 day"]],
  ["several units", { value: "100", unit: "HUR" }, ["per 100 hours"]],
  ["several of no unit", { value: "100", unit: undefined }, ["per 100"]],
  ["something that is no number", { value: "a few", unit: "HUR" }, ["per a few hours"]],
])("a price for %s says what it is for, unless that is plain", (_what, base, texts) => {
  const price = { ...lineOf({}).price, base };
  expect(cells({ quantity: { value: "2", unit: "HUR" }, price })).toEqual(["2 hours", ...texts]);
});

test("a price for one unit says so where the line counts nothing", () => {
  expect(cells({ price: { ...lineOf({}).price, base: { value: "1", unit: "HUR" } } })).toEqual(["per 1 hour"]);
});

test.each([
  [{ code: "S", rate: "19" }, ["19%", "S"]],
  [{ code: "E", rate: undefined }, ["E"]],
  [{ code: undefined, rate: "7" }, ["7%"]],
  [{ code: undefined, rate: undefined }, []],
])("the VAT of a line is its rate with its code below, or its code: %j", (vat, texts) => {
  expect(cells({ vat })).toEqual(texts);
});

const id = (value: string) => ({ value, scheme: undefined });

test("every detail of a line stands under its item, with its label", () => {
  const line = lineOf({
    period: { start: "2026-01-01", end: undefined },
    orderLine: "17",
    accounting: "4711",
    object: id("meter"),
    notes: ["note"],
    price: { gross: euros("12"), discount: euros("2") },
    item: {
      sellerId: "s",
      buyerId: "b",
      standardId: { value: "4098", scheme: "0160" },
      classifications: [{ value: "77", scheme: "STI", version: "2" }, id("78")],
      origin: "NL",
      attributes: [
        { name: "Colour", value: "green" },
        { name: undefined, value: "bare value" },
        { name: "bare name", value: undefined },
        { name: undefined, value: undefined },
      ],
    },
  });
  expect(cells(line)).toEqual([
    "Seller's item number: s",
    "Buyer's item number: b",
    "Item identifier: 4098 (GTIN)",
    "Classification: 77 (CPV, version 2)",
    "Classification: 78",
    "Country of origin: Netherlands",
    "Colour: green",
    "bare value",
    "bare name",
    "Period: from 1 January 2026",
    "Order line: 17",
    "Buyer's accounting reference: 4711",
    "Object: meter",
    "Price before discount: €12.00",
    "Discount on the price: €2.00",
    "note",
  ]);
});

test.each([
  [{}, "Allowance"],
  [{ isCharge: true }, "Charge"],
  [{ amount: euros("20") }, "Allowance: €20.00"],
  [{ reason: "Loyal", amount: euros("20") }, "Allowance: Loyal: €20.00"],
  [{ reason: "Loyal", percent: "10", base: euros("200") }, "Allowance: Loyal, 10% of €200.00"],
  [{ isCharge: true, reasonCode: "FC", amount: euros("5") }, "Charge: Freight service (FC): €5.00"],
])("an allowance of a line is one sentence: %j", (values, text) => {
  expect(cells({ allowances: [{ ...allowance, ...values }] })).toEqual([text]);
});

test.each([
  [undefined, undefined, []],
  ["Loyal", undefined, ["Loyal"]],
  [undefined, "95", ["Discount (95)"]],
  ["Loyal", "95", ["Loyal (95)"]],
  [undefined, "QQ", ["code QQ"]],
  ["Loyal", "QQ", ["Loyal (QQ)"]],
])("the reason %s with the code %s is written %j", (reason, reasonCode, text) => {
  expect(allowanceReason({ ...allowance, reason, reasonCode })).toEqual(text);
});

test.each([
  [undefined, undefined, undefined],
  ["10", undefined, "10%"],
  [undefined, euros("200"), "of €200.00"],
  ["10", euros("200"), "10% of €200.00"],
])("the calculation from %s and %j is written %s", (percent, base, text) => {
  expect(calculation({ ...allowance, percent, base }, "EUR")).toBe(text);
});

test.each([
  [{ code: "S", rate: "19" }, "19% · Standard rate (S)"],
  [{ code: "QQ", rate: undefined }, "QQ"],
  [{ code: undefined, rate: "7" }, "7%"],
  [{ code: undefined, rate: undefined }, ""],
])("the VAT %j is written %s", (vat, text) => {
  expect(vatWords(vat)).toBe(text);
});

test("a code that no list has stands alone", () => {
  expect(codeWithWords("typeTitles", "380")).toBe("Invoice (380)");
  expect(codeWithWords("typeTitles", "constructor")).toBe("constructor");
});

test.each([
  ["2026-01-01", "2026-01-31", "1 January 2026 to 31 January 2026"],
  ["2026-01-01", "2026-01-01", "1 January 2026"],
  ["2026-01-01", undefined, "from 1 January 2026"],
  [undefined, "2026-01-31", "to 31 January 2026"],
])("the period from %s to %s is written %s", (start, end, text) => {
  expect(periodWords({ start, end })).toBe(text);
});
