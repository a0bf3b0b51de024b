import { describe, expect, test } from "vitest";
import { typedPage } from "../../testing/typed-page.ts";
import { factsOf } from "./facts.ts";

const valuesOf = (kind: string, ...lines: string[]) =>
  factsOf(typedPage({ lines }))
    .filter((fact) => fact.kind === kind)
    .map(({ value, currency }) => (currency ? `${value} ${currency}` : value));

describe("VAT numbers", () => {
  test.each([
    ["60 letters behind their label", `VAT${" ".repeat(2)}${"x".repeat(54)} 980780684`, ["GB980780684"]],
    ["further behind it", `VAT${" ".repeat(2)}${"x".repeat(56)} 980780684`, []],
    ["before their label", "980780684 VAT", []],
    ["behind another country", "VAT ES 980780684", []],
    ["behind the word for number", "VAT NO 980780684", ["GB980780684"]],
    ["in a longer number", "VAT 980780684-77", []],
    ["of two kinds", "VAT GB 980 7806 84 DE136695976", ["GB980780684", "DE136695976"]],
    ["of Ireland with one letter", "VAT IE5781695S", ["IE5781695S"]],
    ["of Denmark before other words", "CVR DK96136773 kr", ["DK96136773"]],
    ["of the Netherlands in groups", "BTW NL 0044.95.445.B01", ["NL004495445B01"]],
    ["of Belgium before more digits", "BTW BE 0428.759.497 12", ["BE0428759497"]],
    ["of Belgium that go on", "BTW BE 0428.759.49712", []],
    ["of Finland, too short", "ALV FI9836183", []],
    ["of Sweden", "VAT SE778515142901", ["SE778515142901"]],
    ["of Luxembourg", "TVA LU67938447", ["LU67938447"]],
    ["of Portugal", "NIF PT916439852", ["PT916439852"]],
    ["of Finland", "ALV FI98361831", ["FI98361831"]],
  ])("%s", (_, line, found) => {
    expect(valuesOf("vat-number", line)).toEqual(found);
  });
});

describe("bank accounts", () => {
  const aside = (count: number) => Array.from({ length: count }, () => "Thank you");

  test.each([
    ["three rows apart", ["Sort code 20-00-00", ...aside(2), "Account number 12345678"], ["200000 12345678"]],
    ["four rows apart", ["Sort code 20-00-00", ...aside(3), "Account number 12345678"], []],
    ["the other way round", ["Account number 12345678", ...aside(2), "Sort code 20-00-00"], ["200000 12345678"]],
    [
      "of two accounts the nearer one",
      ["Account 11112222", "Thank you", "Sort code 20-00-00", "Account 33334444"],
      ["200000 33334444"],
    ],
    ["of two accounts as near none", ["Account 11112222", "Sort code 20-00-00", "Account 33334444"], []],
    ["the same account twice", ["Account 11112222", "Sort code 20-00-00", "Account 11112222"], ["200000 11112222"]],
    ["60 letters behind the label", [`Sort code ${"x".repeat(40)} 20-00-00  Account 12345678`], ["200000 12345678"]],
    ["further behind the label", [`Sort code ${"x".repeat(44)} 20-00-00  Account 12345678`], []],
    ["without labels", ["20-00-00, 12345678"], ["200000 12345678"]],
    ["without labels and apart", ["20-00-00 for 12345678"], []],
  ])("%s", (_, lines, found) => {
    expect(valuesOf("bank-account", ...lines)).toEqual(found);
  });

  test("stand in the box around both numbers", () => {
    const lines = ["Sort code 20-00-00", "Account number 12345678"];
    expect(factsOf(typedPage({ lines })).find(({ kind }) => kind === "bank-account")?.box).toEqual([90, 40, 155, 66]);
    expect(factsOf(typedPage({ lines: ["20-00-00 12345678"] }))[0]?.box).toEqual([40, 40, 125, 50]);
  });
});

describe("IBANs", () => {
  test.each([
    ["the shortest", "IBAN NO93 8601 1117 947", ["NO9386011117947"]],
    ["one in columns", "IBAN   GB82   WEST   1234   5698   7654   32", ["GB82WEST12345698765432"]],
    ["with a dash", "IBAN GB82-WEST 1234 5698 7654 32", []],
    ["before other words", "GB82 WEST 1234 5698 7654 32, BIC", ["GB82WEST12345698765432"]],
    ["in a word", "xGB82WEST12345698765432", []],
    ["of a country without IBANs", "US82 WEST 1234 5698 7654 32", []],
    ["in single characters", "GB82 WES T 1 2 3 4 5 6 9 8 7 6 5 4 3 2", ["GB82WEST12345698765432"]],
  ])("%s", (_, line, found) => {
    expect(valuesOf("iban", line)).toEqual(found);
  });
});

describe("amounts without a mark", () => {
  test.each([
    ["two below each other on a paper about money", ["Total", "Flour   12.50", "Butter   14.50"], 2],
    ["one alone", ["Total", "Flour   12.50"], 0],
    ["two below each other on another paper", ["Flour   12.50", "Butter   14.50"], 0],
    ["below a heading of money", ["Name   Price", "Oats   12.50"], 1],
    ["below a heading that is none", ["Name   Weight   Price", "Oats   12.50   3.00"], 1],
    ["followed by a code of tax", ["Total", "Flour   12.50 A", "Butter  14.50 B"], 2],
    ["followed by a word", ["Total", "Flour   12.50 for", "Butter  14.50 for"], 0],
  ])("%s: %s", (_, lines, count) => {
    expect(valuesOf("amount", ...lines)).toHaveLength(count);
  });

  test.each([
    ["GBP", ["GBP", "12.50 CR"], ["-12.50 GBP"]],
    ["none of two", ["GBP or EUR", "12.50 CR"], ["-12.50"]],
    ["none when it is of several countries", ["$3.00", "12.50 CR"], ["3.00", "-12.50"]],
    ["that of its sign", ["£3.00", "€12.50"], ["3.00 GBP", "12.50 EUR"]],
  ])("the currency is %s", (_, lines, found) => {
    expect(valuesOf("amount", ...lines)).toEqual(found);
  });

  test.each([
    [["Sort code 20-00-00", "Balance brought forward   12.50 CR"], "12.50"],
    [["Balance brought forward   12.50 CR"], "-12.50"],
    [["Money in", "Balance brought forward   12.50 CR"], "12.50"],
    [["Sort code 20-00-00", "Balance   12.50 CR"], "-12.50"],
  ])("CR on a paper with %j means %s", (lines, value) => {
    expect(valuesOf("amount", ...lines)).toEqual([value]);
  });

  test("CR and OD are never added to a minus sign", () => {
    expect(valuesOf("amount", "£-12.50 CR", "£-13.50 OD")).toEqual(["-12.50 GBP", "-13.50 GBP"]);
  });
});

test("National Insurance numbers may stand in the row below their label, not two rows below it", () => {
  expect(valuesOf("ni-number", "National Insurance", "AB123456C")).toEqual(["AB123456C"]);
  expect(valuesOf("ni-number", "National Insurance", "Thank you", "AB123456C")).toEqual([]);
  expect(valuesOf("ni-number", "AB123456C", "National Insurance")).toEqual([]);
});

test("a page has no more than 500 facts, and none without words", () => {
  const lines = Array.from({ length: 600 }, (_, at) => `Fee   £${at + 1}.00`);
  expect(factsOf(typedPage({ lines }))).toHaveLength(500);
  expect(factsOf(typedPage({ lines: [] }))).toEqual([]);
});

test.each([
  ["UTR 1123456789", ["1123456789"]],
  ["UTR 123 456 7890", []],
  ["UTR 112 345 6789", ["1123456789"]],
  ["UTR 1123 456 789", ["1123456789"]],
  ["UTR 1123456788", []],
  ["UTR 1123456798", []],
  ["UTR 1124456789", []],
  ["UTR 2223456789", []],
])("%s", (line, found) => {
  expect(valuesOf("utr", line)).toEqual(found);
});

test.each([
  ["Invoice no 7", []],
  ["Invoice no 17", ["17"]],
  ["Invoice no A-17/-", ["A-17"]],
  ["Invoice no 120.50", []],
  ["Invoice no ABC", []],
  ["Invoice 14/10/2026", []],
  [`Invoice no${" ".repeat(1)}17 ${"x".repeat(70)}`, ["17"]],
])("%s has the invoice numbers %j", (line, found) => {
  expect(valuesOf("invoice-number", line)).toEqual(found);
});
