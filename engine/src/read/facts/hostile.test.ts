import type { PageReading, ReadWord } from "@sheaf/contracts/reading.ts";
import { expect, test } from "vitest";
import { factsOf } from "./facts.ts";

/** Words that begin facts, labels and patterns over and over. */
const seeds = [
  ..."total invoice no: £1,234 1, 234. (12.00 14/10/2026 20-00-00 12345678 vat GB980780684 GB82WEST12345698".split(" "),
  ..."Registered in England no UTR 1123456789 AB 12 34 56 C 1 23 456 7890 to: bill to cash change .00 - ( [ ) $ £".split(
    " ",
  ),
];

function pageOf(
  texts: string[],
  place: (index: number) => ReadWord["box"],
  lineOf: (index: number) => number,
): PageReading {
  const words = texts.map((text, index) => ({ text, box: place(index), confidence: 90, line: lineOf(index) }));
  const lines = Array.from({ length: Math.max(...words.map((word) => word.line)) + 1 }, (_, line) => {
    const first = words.find((word) => word.line === line)?.box ?? [0, 0, 1, 1];
    return { baseline: [first[0], first[3], first[0] + 5, first[3]] as const, size: 8 };
  });
  return {
    page: 1,
    width: 595,
    height: 842,
    source: "ocr",
    language: null,
    confidence: 90,
    lines,
    words,
    readability: null,
    turn: 0,
    facts: [],
  };
}

const repeated = (count: number) =>
  Array.from({ length: count }, (_, index) => seeds[(index * 7) % seeds.length] ?? "");
const long = (text: string) => Array.from({ length: 3_000 }, () => text.repeat(80).slice(0, 80));
const box = (left: number, top: number) => [left, top, left + 4, top + 8] as const;

test.each<[string, PageReading]>([
  [
    "one row",
    pageOf(
      repeated(3_000),
      (index) => box(index * 4.5, 100),
      () => 0,
    ),
  ],
  [
    "one row of many columns",
    pageOf(
      repeated(3_000),
      (index) => box(index * 40, 100),
      () => 0,
    ),
  ],
  [
    "one column",
    pageOf(
      repeated(3_000),
      (index) => box(50, index * 10),
      (index) => index,
    ),
  ],
  [
    "the same place",
    pageOf(
      repeated(3_000),
      () => box(50, 100),
      (index) => index % 50,
    ),
  ],
  [
    "digits without an end",
    pageOf(
      long("1"),
      (index) => box(index * 4.5, 100),
      () => 0,
    ),
  ],
  [
    "groups without an end",
    pageOf(
      long("1,234"),
      (index) => box(index * 4.5, 100),
      () => 0,
    ),
  ],
  [
    "brackets without an end",
    pageOf(
      long("(1"),
      (index) => box(index * 40, 100),
      () => 0,
    ),
  ],
  [
    "labels without an end",
    pageOf(
      long("total vat"),
      (index) => box(50, index * 10),
      (index) => index,
    ),
  ],
  [
    "more words than a page may have",
    pageOf(
      repeated(20_000),
      (index) => box(index % 500, index / 50),
      () => 0,
    ),
  ],
])("hostile words are searched to their end: %s", (_, page) => {
  expect(factsOf(page).length).toBeLessThanOrEqual(500);
});

test.each<[string, Partial<PageReading>]>([
  [
    "boxes that are no numbers",
    { words: [{ text: "£1.00", box: [Number.NaN, 0, 1, Number.POSITIVE_INFINITY], confidence: 1, line: 0 }] },
  ],
  ["words of no line", { lines: [] }],
  ["lines without a length", { lines: [{ baseline: [1, 1, 1, 1], size: 0 }] }],
  ["a page without a size", { width: 0, height: 0 }],
])("%s do no harm", (_, change) => {
  const page = pageOf(
    repeated(50),
    (index) => box(index * 4.5, 100),
    () => 0,
  );
  expect(() => factsOf({ ...page, ...change })).not.toThrow();
});
