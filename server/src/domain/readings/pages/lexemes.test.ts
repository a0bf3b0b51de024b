import { expect, test } from "vitest";
import {
  customerLexeme,
  lexemeOf,
  lexemesOf,
  termsOfPage,
  weekAt,
  weekLexemes,
  weekMs,
  weekOf,
  wordsIn,
} from "./lexemes.ts";

const jobId = "019b0000-0000-7000-8000-000000000001";
const customerId = "019a0000-0000-7000-8000-00000000abcd";
const owner = { fileName: "March_2026.pdf", customerName: "Bright co-op", customerId, jobId };

interface Given {
  page?: number;
  source?: "ocr" | "text";
  words?: string[];
  facts?: { kind: string; value: string }[];
}

/** Returns what a page is found by, apart from its customer and its week. */
function lexemes({ page = 1, source = "ocr", words = [], facts = [] }: Given, owned = owner): string[] {
  const printed = words.map((text, index) => ({ text, box: [100 * index, 0, 100 * index + 20, 10], line: 0 }));
  const reading = { page, source, words: printed, lines: [{ size: 10 }], facts };
  const terms = termsOfPage(reading as never, owned);
  return lexemesOf(terms, new Map([["invoices", "invoic"]])).filter((each) => !/^[&%]/.test(each));
}

const nobody = { ...owner, fileName: "", customerName: "" };

test("the first page is found by its words and the names of file and customer alike", () => {
  expect(lexemes({ words: ["Kestrel", "Invoices"] })).toEqual([
    "kestrel",
    "invoic",
    "2026-03",
    "march",
    "2026",
    "pdf",
    "bright",
    "co",
    "op",
  ]);
});

test("further pages are found by those names only beside a word of the page", () => {
  expect(lexemes({ page: 2, words: ["Kestrel"] })).toEqual([
    "kestrel",
    "@2026-03",
    "@march",
    "@2026",
    "@pdf",
    "@bright",
    "@co",
    "@op",
  ]);
});

test("what is printed in parts is found in one as well, and each lexeme is kept once", () => {
  expect(lexemes({ words: ["co-op", "co-op"] }, nobody)).toEqual(["co", "op", "+coop"]);
});

test("repetitions that were read in a picture are no words, those of a text and numbers are", () => {
  expect(lexemes({ words: ["KEKEKEKE", "1111"] }, nobody)).toEqual(["1111"]);
  expect(lexemes({ words: ["KEKEKEKE"], source: "text" }, nobody)).toEqual(["kekekeke"]);
});

test.each([
  ["date", "2026-10-14", ["2026-10-14", "2026-10"]],
  ["amount", "-1,234.50", ["1234.50"]],
  ["total", "75.00", ["75"]],
  ["total", "unknown", []],
  ["supplier", "Kestrel", []],
  ["addressee", "Kestrel", []],
  ["vat-number", "GB 123", ["gb", "123"]],
  ["invoice-number", "!", []],
])("a %s of %s is found by %j", (kind, value, expected) => {
  expect(lexemes({ facts: [{ kind, value }] }, nobody)).toEqual(expected);
});

test("a page has its customer and the week of its job", () => {
  const week = weekOf(jobId);
  const others = (of: typeof owner | (Omit<typeof owner, "customerId"> & { customerId: null })) =>
    termsOfPage({ page: 1, source: "ocr", words: [], lines: [], facts: [] } as never, of).others;
  expect(others(owner)).toEqual(["&00000000abcd", `%${week}`]);
  expect(others({ ...owner, customerId: null })).toEqual([`%${week}`]);
  expect(customerLexeme(customerId)).toBe("&00000000abcd");
});

test("weeks are counted from 1970 on and have seven days", () => {
  expect(weekMs).toBe(604_800_000);
  expect([0, weekMs - 1, weekMs, 3 * weekMs].map(weekAt)).toEqual([0, 0, 1, 3]);
  const idAt = (ms: number) =>
    `${ms
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}-7fff-8fff-ffffffffffff`;
  expect(weekOf(idAt(2_900 * weekMs - 1))).toBe(2_899);
  expect(weekOf(idAt(2_900 * weekMs))).toBe(2_900);
});

test("the lexemes of weeks include the first and the last one", () => {
  expect(weekLexemes(7, 9)).toEqual(["%7", "%8", "%9"]);
  expect(weekLexemes(7, 7)).toEqual(["%7"]);
  expect(weekLexemes(7, 5)).toEqual([]);
});

test("words have stems, amounts and dates have none", () => {
  const word = (kind: "word" | "joined" | "number", text: string) => ({ kind, text, from: 0, to: 0 });
  expect(wordsIn([word("word", "one"), word("number", "2"), word("joined", "three")])).toEqual(["one", "three"]);
  const stems = new Map([["bills", "bill"]]);
  expect(lexemeOf(word("word", "bills"), stems)).toBe("bill");
  expect(lexemeOf(word("joined", "bills"), stems)).toBe("+bill");
  expect(lexemeOf(word("number", "bills"), stems)).toBe("bills");
  expect(lexemeOf(word("word", "other"), stems)).toBe("other");
});
