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

/** Returns all terms of a page as "text from-to", those of the page alone in brackets. */
const onPage = (...words: string[]) =>
  termsOf(words.map((text) => ({ text: text.replace("|", ""), joinsNext: text.endsWith("|") }))).map(
    ({ kind, text, isExtra, from, to }) => {
      const shown = `${kind === "joined" ? "+" : ""}${text} ${from}-${to}`;
      return isExtra ? `(${shown})` : shown;
    },
  );

test.each([
  [
    ["kes|", "trel"],
    ["kes 0-0", "trel 1-1", "(+kestrel 0-1)"],
  ],
  [["kes|"], ["kes 0-0"]],
  [["kes|", "!"], ["kes 0-0"]],
  [
    ["kes|", "1.50"],
    ["kes 0-0", "1.50 1-1"],
  ],
  [
    ["1.50|", "kes"],
    ["1.50 0-0", "kes 1-1"],
  ],
  [["co-op"], ["co 0-0", "op 0-0", "(+coop 0-0)"]],
  [
    ["the", "a-b-c"],
    ["the 0-0", "a 1-1", "b 1-1", "c 1-1", "(+abc 1-1)"],
  ],
  [["a-b-c-d"], ["a 0-0", "b 0-0", "c 0-0", "d 0-0"]],
  [["a-1.50"], ["a 0-0", "1.50 0-0"]],
  [["1/2/26"], ["2026-02-01 0-0", "(2026-02 0-0)", "(1 0-0)", "(2 0-0)", "(26 0-0)"]],
  [
    ["on", "oct", "2026", "or"],
    ["2026-10 1-2", "on 0-0", "(oct 1-1)", "(2026 2-2)", "or 3-3"],
  ],
  [
    ["a", "1", "oct", "2026"],
    ["2026-10-01 1-3", "(2026-10 1-3)", "a 0-0", "(1 1-1)", "(oct 2-2)", "(2026 3-3)"],
  ],
  [["99.50"], ["99.50 0-0"]],
  [["100.50"], ["100.50 0-0", "(100 0-0)"]],
  [["100.00"], ["100 0-0"]],
])("a page with the words %j has the terms %j", (words, terms) => {
  expect(onPage(...words)).toEqual(terms);
});

test("words are joined up to 64 letters", () => {
  const half = "a".repeat(32);
  expect(onPage(`${half}-${half}`)).toContain(`(+${half}${half} 0-0)`);
  expect(onPage(`${half}-${half}a`)).toHaveLength(2);
  expect(onPage(`${half}|`, half)).toContain(`(+${half}${half} 0-1)`);
  expect(onPage(`${half}|`, `${half}a`)).toHaveLength(2);
});

test("an amount of a hundred digits is cut as a word is", () => {
  expect(sought(`${"9".repeat(100)}.50`)[0]).toHaveLength(64);
});
