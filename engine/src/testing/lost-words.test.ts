import { expect, test } from "vitest";
import { lostWords } from "./lost-words.ts";
import { wordsIn } from "./pdf-words.ts";

const pdf = (text: string) => ({ all: new Set(wordsIn(text)), joined: wordsIn(text).join("") });
const noon = new Date("2026-03-14T12:00:00");
const office = (text: string) => ({ words: pdf(text), pages: 3, from: noon, to: noon });
const file = (...words: string[]) => ({ words: new Map(words.map((word) => [word, undefined])), computes: false });

test.each([
  ["a word of the file that LibreOffice prints", file("damson"), "Damson", "", ["damson"]],
  ["a number within another one", file("1234"), "1234", "71,234.50", ["1234"]],
  ["a word that is only in LibreOffice's PDF, as of a date or a picture", file(), "quince", "", ["quince"]],
  ["a word in two parts", file("consultancy"), "consultancy", "consul tancy", []],
  ["a number that begins differently in ours", file(), "1.41421356", "1.4242", ["141421356"]],
  ["a number that LibreOffice rounds to the width of its cell", file(), "1.4142136", "1.41421356237", []],
  ["the end of a word before another one", file(), "oshould", "he who should", []],
  ["a word and a number without a space", file(), "am20140326", "9 am on 20140326", []],
  ["words without a space between them", file(), "freshwatersaltwater", "fresh water, saltwater", []],
])("%s is reported as lost, or not, as expected", (_what, words, theirs, ours, expected) => {
  expect(lostWords(words, pdf(ours), office(theirs)).lost).toEqual(expected);
});

test("words that may be missing are counted by reason", () => {
  const words = new Map([
    ["secret", "hidden" as const],
    ["outside", "outside the print area" as const],
    ["cut", undefined],
  ] as const);
  const { allowed, lost } = lostWords({ words, computes: false }, pdf("page"), office("Page 3 Err:502"));
  expect(lost).toEqual([]);
  expect(Object.fromEntries(allowed)).toEqual({
    hidden: 1,
    "outside the print area": 1,
    "absent from LibreOffice's PDF too": 1,
    "a number of LibreOffice's pages": 1,
    "recalculated by LibreOffice": 1,
  });
});
