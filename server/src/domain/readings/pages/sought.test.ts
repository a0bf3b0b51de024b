import { expect, test } from "vitest";
import { soughtIn, tsqueryOf } from "./sought.ts";

/** A database that knows the number of pages of some words; null for one that is in no word list. */
const knowing = (pages: Record<string, number | null>) =>
  ({
    execute: async () => ({
      rows: Object.entries(pages).map(([word, number]) => ({
        word,
        stem: number === null ? `1${word}` : `o${word}`,
        pages: number ?? 0,
      })),
    }),
  }) as never;

const sought = (q: string, pages: Record<string, number | null> = {}) => soughtIn(knowing(pages), "practice", q);

test("each word of a search is sought as it is and joined with its neighbours", async () => {
  expect(await sought("Door bell 12.50")).toEqual([
    { text: "door", word: 0, lexemes: ["door", "+door", "doorbell"], pages: null },
    { text: "bell", word: 1, lexemes: ["bell", "+bell", "doorbell"], pages: null },
    { text: "12.50", word: 2, lexemes: ["12.50"], pages: null },
  ]);
});

test("words are sought by their stems, and the pages of a word and its joins are added", async () => {
  expect(await sought("door bell", { door: 3, bell: 0, doorbell: 4 })).toEqual([
    { text: "door", word: 0, lexemes: ["odoor", "+odoor", "odoorbell"], pages: 7 },
    { text: "bell", word: 1, lexemes: ["obell", "+obell", "odoorbell"], pages: 4 },
  ]);
  expect((await sought("door", { door: 0 })).map(({ pages }) => pages)).toEqual([0]);
});

test("how many pages have a word is unknown when one of its joins is in no word list", async () => {
  const found = await sought("door bell", { door: 3, bell: 4 });
  expect(found.map(({ pages }) => pages)).toEqual([null, null]);
});

test("a word of several terms is no single word of the search", async () => {
  expect((await sought("co-op bank")).map(({ text, word }) => [text, word])).toEqual([
    ["co", null],
    ["op", null],
    ["bank", 1],
  ]);
  expect((await sought("14 Oct 2026")).map(({ text, word }) => [text, word])).toEqual([["2026-10-14", null]]);
});

test.each([
  ["gb 123 4567", ["gb", "+gb", "gb123", "gb1234567"]],
  ["gb 123", ["gb", "+gb", "gb123"]],
  ["a b c", ["a", "+a", "ab"]],
  ["a 1 1.5", ["a", "+a", "a1"]],
  [
    `a1 ${"b".repeat(16)} ${"c".repeat(16)}`,
    ["a1", "+a1", `a1${"b".repeat(16)}`, `a1${"b".repeat(16)}${"c".repeat(16)}`],
  ],
  [`a1 ${"b".repeat(16)} ${"c".repeat(17)}`, ["a1", "+a1", `a1${"b".repeat(16)}`]],
])("the first word of “%s” is sought as %j", async (q, lexemes) => {
  expect((await sought(q))[0]?.lexemes).toEqual(lexemes);
});

const term = (...lexemes: string[]) => ({ text: "", word: null, lexemes, pages: null });

test("one term needs one of its lexemes on the page", () => {
  expect(tsqueryOf([term("door", "+door")])).toBe("('door' | '+door')");
});

test("several terms may be in names, but not all of them", () => {
  expect(tsqueryOf([term("door", "+door"), term("5")])).toBe(
    "('door' | '+door' | '@door') & ('5' | '@5') & ('door' | '+door' | '5')",
  );
});

test("every lexeme has the prefix, and a page must have one of each further set", () => {
  expect(tsqueryOf([term("door")], { prefix: "ab12", besides: [["&1"], ["%2", "%3"]] })).toBe(
    "('ab12door') & ('ab12&1') & ('ab12%2' | 'ab12%3')",
  );
});

test("quotes and backslashes are part of a lexeme", () => {
  expect(tsqueryOf([term("o'b\\c")])).toBe("('o''b\\\\c')");
});
