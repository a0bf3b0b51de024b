import { expect, test } from "vitest";
import { amountOf } from "./amount.ts";
import { fold } from "./fold.ts";
import { termsOf } from "./terms.ts";

test.each([
  ["1,234.56", "1234.56"],
  ["1234.56", "1234.56"],
  ["1.234,56", "1234.56"],
  ["48,20", "48.20"],
  ["48.2", "48.20"],
  ["75.00", "75"],
  ["1,234", "1234"],
  ["1'234.50", "1234.50"],
  ["0.05", "0.05"],
  ["007.50", "7.50"],
])("%s is the amount %s", (printed, amount) => {
  expect(amountOf(printed)?.amount).toBe(amount);
});

test.each(["12,34,56", "1.2.3", "1,23", "3.14159"])("%s is no amount with pence", (printed) => {
  expect(amountOf(printed)?.amount ?? null).toBe(printed === "1,23" ? "1.23" : null);
});

test.each([
  ["Café", "cafe"],
  ["STRASSE", "strasse"],
  ["Straße", "strasse"],
  ["Łódź", "lodz"],
  ["ﬁnal", "final"],
])("%s is folded to %s", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

/** Returns what a search is taken apart into. */
const sought = (q: string) =>
  termsOf(q.split(" ").map((text) => ({ text })))
    .filter(({ isExtra }) => !isExtra)
    .map(({ text }) => text);

test.each([
  ["14/10/2026", ["2026-10-14"]],
  ["1/2/26", ["2026-02-01"]],
  ["10/14/2026", ["2026-10-14"]],
  ["31/02/2026", ["2026-02", "31"]],
  ["29 Feb 2026", ["2026-02", "29"]],
  ["14-Oct-2026", ["2026-10-14"]],
  ["Sept 2026", ["2026-09"]],
  ["10/2026", ["2026-10"]],
  ["14 10 2026", ["14", "10", "2026"]],
  ["may 5", ["may", "5"]],
  ["20-00-00", ["20", "00", "00"]],
  ["£1,234.56CR", ["1234.56", "cr"]],
  ["GBP1,234.56", ["gbp", "1234.56"]],
  ["O’Brien’s", ["obriens"]],
  ["info@kestrel.co.uk", ["info", "kestrel", "co", "uk"]],
  ["!!!", []],
])("%s is taken apart into %j", (q, terms) => {
  expect(sought(q)).toEqual(terms);
});

test("a very long word is cut, and rows of separators are read", () => {
  expect(sought("a".repeat(500))[0]).toHaveLength(64);
  expect(sought(`${"1,".repeat(50_000)}x`)).toHaveLength(50_001);
});

test("a long word is cut between its characters, also where one takes two places", () => {
  const wide = String.fromCodePoint(0x1d7ce); // a digit that is folded to "0"
  const letter = String.fromCodePoint(0x10428);
  expect(sought(`a${letter.repeat(40)}`)).toEqual([`a${letter.repeat(31)}`]);
  expect(sought(letter.repeat(40))).toEqual([letter.repeat(32)]);
  expect(sought(wide)).toEqual(["0"]);
});
