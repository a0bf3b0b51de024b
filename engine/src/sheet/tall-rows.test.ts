import { expect, test } from "vitest";
import type { LongText, SheetMeasurements } from "./measure-sheet.ts";
import { findTallRows } from "./tall-rows.ts";
import { plainFormat, type WorkbookStyles } from "./workbook-parts.ts";

/** With text of 10 points, a line is 13 points high: a page of 217 has 10 lines of tall rows, and 5 of each piece. */
const styles: WorkbookStyles = {
  format: () => ({ ...plainFormat, fontSize: 10 }),
  defaultFontSize: 10,
  columnStretch: 1,
};
const page = 217;
const text = (row: number, column: number, words: string): LongText => ({ row, column, style: 0, text: () => words });
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join("\n");

function find(longTexts: LongText[], oversizedRows: SheetMeasurements["oversizedRows"] = [], width = 200) {
  const measured: Partial<SheetMeasurements> = { longTexts, oversizedRows, columnWidth: () => width };
  return findTallRows(measured as SheetMeasurements, styles, page).map(({ row, pieces, texts }) => ({
    row,
    pieces,
    texts: Object.fromEntries(texts),
  }));
}

test("a row is split when a text takes more than 0.6 of a page, into pieces of 0.3 without line ends between them", () => {
  expect(find([text(1, 1, lines(10))])).toEqual([]);
  expect(find([text(1, 1, lines(11))])).toEqual([
    {
      row: 1,
      pieces: 3,
      texts: {
        1: [
          { from: 0, to: 34 },
          { from: 35, to: 69 },
          { from: 70, to: 77 },
        ],
      },
    },
  ]);
});

test("all long texts of a split row are split, and rows come in order", () => {
  const found = find([text(7, 2, lines(11)), text(3, 1, lines(20)), text(3, 4, lines(7)), text(5, 1, lines(7))]);
  expect(found.map(({ row, pieces, texts }) => [row, pieces, Object.keys(texts)])).toEqual([
    [3, 4, ["1", "4"]],
    [7, 3, ["2"]],
  ]);
});

test("words without line ends are split at a space", () => {
  const words = "damson ".repeat(80).trim();
  const [row] = find([text(1, 1, words)]);
  const pieces = row?.texts[1] ?? [];
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.map(({ from, to }) => words.slice(from, to)).join("")).toBe(words);
  expect(pieces.slice(0, -1).every(({ to }) => words[to - 1] === " ")).toBe(true);
});

test("a line end in the second half of a piece ends it, an earlier one does not", () => {
  const long = (characters: number) => "a".repeat(characters);
  const cut = (before: number) => {
    const [row] = find([text(1, 1, `${long(before)}\n${long(900)}`)]);
    return row?.texts[1]?.[0]?.to;
  };
  const [whole] = find([text(1, 1, long(900))]);
  const fits = whole?.texts[1]?.[0]?.to ?? 0;
  expect(fits).toBeGreaterThan(100);
  expect(cut(Math.ceil(fits * 0.6))).toBe(Math.ceil(fits * 0.6));
  expect(cut(Math.floor(fits * 0.3))).toBeGreaterThan(fits / 2);
});

test("a hidden column makes no row tall", () => expect(find([text(1, 1, lines(50))], [], 0)).toEqual([]));

test("a row that is only stated to be higher than the page is one piece", () => {
  const oversized = [
    { row: 9, height: page + 1 },
    { row: 2, height: page },
    { row: 4, height: page + 1 },
  ];
  expect(find([text(4, 1, lines(11))], oversized)).toMatchObject([
    { row: 4, pieces: 3 },
    { row: 9, pieces: 1, texts: {} },
  ]);
});

test("on a page lower than a line, a piece has one line", () => {
  const measured: Partial<SheetMeasurements> = {
    longTexts: [text(1, 1, "a\nb\nc")],
    oversizedRows: [],
    columnWidth: () => 200,
  };
  const [row] = findTallRows(measured as SheetMeasurements, styles, 9);
  expect(row?.texts.get(1)).toEqual([
    { from: 0, to: 1 },
    { from: 2, to: 3 },
    { from: 4, to: 5 },
  ]);
});
