import type { PageReading } from "@sheaf/contracts/reading.ts";
import { expect, test } from "vitest";
import { pageJson, pageText } from "./cli-read-output.ts";

const word = (text: string, line: number) => ({ text, line, box: [1.06, 2.04, 3.25, 4] as const, confidence: 91.27 });
const reading = (given: Partial<PageReading> = {}): PageReading => ({
  page: 1,
  width: 595.2756,
  height: 841.8898,
  source: "text",
  language: "en",
  confidence: 90.04,
  lines: [],
  words: [],
  readability: null,
  turn: 0,
  facts: [],
  ...given,
});
const readability = { dpi: 300, sharpness: 1, contrast: 1, skew: 0, coverage: 1 };

test("numbers in JSON have one digit, of the size of a page three", () => {
  const fact = { kind: "total", value: "5.00", currency: "GBP", box: [0.04, 0.05, 10.96, 1] } as const;
  expect(pageJson(reading({ words: [word("May", 0)], facts: [fact], turn: 90 }))).toEqual({
    page: 1,
    width: 595.276,
    height: 841.89,
    source: "text",
    language: "en",
    confidence: 90,
    turn: 90,
    words: [{ text: "May", box: [1.1, 2, 3.3, 4], confidence: 91.3 }],
    facts: [{ ...fact, box: [0, 0.1, 11, 1] }],
    readability: null,
  });
  expect(pageJson(reading({ confidence: null })).confidence).toBe(null);
});

test.each([
  [{}, "its own text"],
  [{ source: "blank", confidence: null }, "blank"],
  [{ source: "unread", confidence: null }, "not read"],
  [{ source: "ocr", confidence: 87.5 }, "recognised, 88 % sure"],
  [{ source: "ocr", confidence: 0 }, "recognised, 0 % sure"],
  [{ source: "ocr", confidence: null }, "recognised"],
  [{ source: "ocr", readability: { ...readability, problem: "faint" } }, "recognised, 90 % sure, hard to read: faint"],
  [{ source: "ocr", readability: { ...readability, problem: null } }, "recognised, 90 % sure"],
  [{ turn: 90 }, "its own text, to be turned by 90 degrees"],
] as [Partial<PageReading>, string][])("the heading of a page with %j says: %s", (given, about) => {
  expect(pageText("a.pdf", reading(given))).toBe(`a.pdf, page 1 (${about})\n`);
});

test("words are printed in their lines, facts below them, and no control character reaches the terminal", () => {
  const words = [word("Total", 0), word("due:", 0), word("£5", 1), word("\u001b[2Know", 1), word("Anna", 0)];
  const box = [0, 0, 1, 1] as const;
  const facts = [
    { kind: "total", value: "5.00", currency: "GBP", box },
    { kind: "addressee", value: "Anna\nLeeds", box },
  ] as const;
  expect(pageText("a.pdf", reading({ page: 3, words, facts: [...facts] })).split("\n")).toEqual([
    "a.pdf, page 3 (its own text)",
    "Total due:",
    "£5  [2Know",
    "Anna",
    "  total: 5.00 GBP",
    "  addressee: Anna Leeds",
    "",
  ]);
});
