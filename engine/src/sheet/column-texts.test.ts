import { expect, test } from "vitest";
import { cellFormats } from "./cell-formats.ts";
import { columnContents } from "./column-contents.ts";
import { fitColumns } from "./column-fit.ts";

/** Style 1 wraps, style 2 is aligned right, style 3 is an amount. */
const styles =
  '<styleSheet><cellXfs><xf/><xf><alignment wrapText="1"/></xf><xf><alignment horizontal="right"/></xf><xf numFmtId="4"/></cellXfs></styleSheet>';
/** Columns of 48 points: 9.14 digits of 5.25 points. A letter is 6.116 points wide, an "i" 2.442. */
const text = (place: string, value: string, style = 0) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t>${value}</t></is></c>`;
const letters = (count: number) => "a".repeat(count);

interface Limits {
  maxDigits?: number;
  wrapsLast?: boolean;
  cols?: string;
  row?: string;
}
function fitted(cells: string, { maxDigits = 40, wrapsLast = false, cols = "", row = "" }: Limits = {}) {
  const formats = cellFormats(styles);
  const xml = `<worksheet>${cols}<sheetData><row r="1"${row}>${cells}</row></sheetData></worksheet>`;
  const seen = fitColumns(xml, formats, columnContents(xml, formats, []), { maxDigits, wrapsLast });
  return { seen, isSame: seen === xml, formats };
}
const widths = (cells: string, limits?: Limits) =>
  Object.fromEntries(
    [...fitted(cells, limits).seen.matchAll(/<col min="(\d+)" max="\d+" width="([\d.]+)"/g)].map(
      ([, column, width]) => [column, Number(width)],
    ),
  );

test.each<[string, string, Record<string, number>]>([
  // 61.16 points with an allowance of a tenth, and 9 points of padding.
  ["beside another one", text("A1", letters(10)) + text("B1", "a"), { 1: 14.53 }],
  ["with room beside it", text("A1", letters(10)) + text("C1", "a"), {}],
  ["with too little room beside it", text("A1", letters(20)) + text("C1", "a"), { 1: 18.2 }],
  ["at the edge of the sheet", text("A1", letters(20)), {}],
  ["aligned right, at the edge of the sheet", text("A1", letters(10), 2), { 1: 14.53 }],
  ["aligned right, with room before it", text("B1", letters(10), 2), {}],
  ["of two lines", text("A1", `${letters(3)}\n${letters(10)}`) + text("B1", "a"), { 1: 14.53 }],
  [
    "of several widths in a column",
    text("A1", letters(10)) + text("B1", "a") + text("A1", letters(12)) + text("B1", "a"),
    { 1: 17.09 },
  ],
  ["wrapped, of words that fit", text("A1", "aaa aaa aaa", 1) + text("B1", "a"), {}],
  ["wrapped, of a word that does not fit", text("A1", `aaa ${letters(10)} a`, 1) + text("B1", "a"), { 1: 14.53 }],
  ["wrapped, of Chinese characters", text("A1", "漢字漢字漢字漢字", 1) + text("B1", "a"), {}],
  ["longer than any column may be, in one word", text("A1", letters(60)) + text("B1", "a"), { 1: 40 }],
])("a column becomes as wide as a text %s needs", (_what, cells, expected) => expect(widths(cells)).toEqual(expected));

test("a text just as wide as its column does not widen it", () => {
  // 46 points and the margins of 2 fill the 48 points of the column.
  const edge = (count: number) => widths(text("A1", "i".repeat(count)) + text("B1", "a"));
  expect(edge(18)).toEqual({});
  expect(edge(19)).toEqual({ 1: 11.44 });
});

test("a text longer than the limit wraps, in a column as wide as the limit or its longest word", () => {
  const sentence = `${letters(5)} ${letters(5)} ${letters(10)}`;
  const { seen, formats } = fitted(text("A1", sentence) + text("B1", "a"), {
    maxDigits: 16,
    row: ' ht="15" customHeight="1" s="1"',
  });
  expect(seen).toContain('<col min="1" max="1" width="16.00" customWidth="1"/>');
  expect(seen).toContain('<row r="1" s="1"><c r="A1" t="inlineStr" s="4">');
  expect(formats.styles.format(4).wraps).toBe(true);
  expect(widths(text("A1", sentence) + text("B1", "a"), { maxDigits: 10 })).toEqual({ 1: 14.53 });
  expect(widths(text("A1", sentence) + text("B1", "a"))).toEqual({ 1: 28.62 });
});

test("a text longer than the limit stays unwrapped where another one makes its column wide enough", () => {
  const sentence = `${letters(5)} ${letters(4)}`;
  const cells = text("A1", sentence) + text("B1", "a") + text("A1", letters(20)) + text("B1", "a");
  const { seen } = fitted(cells, { maxDigits: 10 });
  expect(seen).toContain('<col min="1" max="1" width="27.34"');
  expect(seen).not.toContain('s="4"');
});

test("the last column overflows, unless it is to wrap too", () => {
  const sentence = Array.from({ length: 9 }, () => letters(5)).join(" ");
  const cells = text("A1", "a") + text("B1", sentence);
  expect(fitted(cells, { maxDigits: 20 }).isSame).toBe(true);
  const wrapped = fitted(cells, { maxDigits: 20, wrapsLast: true });
  expect(wrapped.seen).toContain('<col min="2" max="2" width="20.00"');
  expect(wrapped.seen).toContain('<c r="B1" t="inlineStr" s="4">');
  const longer = `${cells}</row><row r="2">${text("C2", "a")}`;
  expect(fitted(longer, { maxDigits: 20, wrapsLast: true }).isSame).toBe(true);
});

test("an automatic column of numbers is at most 40 digits wide, and one of chosen width as wide as they need", () => {
  const cell = '<c r="A1" s="3"><v>1e45</v></c>';
  expect(widths(cell)).toEqual({ 1: 40 });
  const chosen = '<cols><col min="1" max="1" width="9" customWidth="1"/></cols>';
  expect(widths(cell, { cols: chosen })[1]).toBeGreaterThan(70);
});

test("a column as wide as its texts need keeps its width", () => {
  const cols = '<cols><col min="1" max="1" width="14.6" customWidth="false"/></cols>';
  expect(fitted(text("A1", letters(10)) + text("B1", "a"), { cols }).isSame).toBe(true);
});

test("a long text in a wide column wraps without making the column narrower", () => {
  const cols = '<cols><col min="1" max="1" width="25" customWidth="false"/></cols>';
  const sentence = new Array(6).fill(letters(5)).join(" ");
  const { seen } = fitted(text("A1", sentence) + text("B1", "a"), { maxDigits: 16, cols });
  expect(seen).toContain(cols);
  expect(seen).toContain('<c r="A1" t="inlineStr" s="4">');
});

test("a text that needs exactly the limit does not wrap", () => {
  const maxDigits = (119.262 * 1.1 + 9) / 5.25;
  const cells = text("A1", `${letters(9)} ${letters(10)}`) + text("B1", "a");
  expect(fitted(cells, { maxDigits }).seen).not.toContain('s="4"');
  expect(fitted(cells, { maxDigits: maxDigits - 0.001 }).seen).toContain('s="4"');
});

test("texts of several rows and cells wrap, and other rows keep their height", () => {
  const sentence = new Array(12).fill(letters(5)).join(" ");
  const rows = [
    text("A1", sentence) + text("B1", sentence) + text("C1", "a"),
    text("A2", "a"),
    text("A3", sentence) + text("B3", "a"),
  ];
  const { seen } = fitted(rows.join('</row><row ht="9">'), { row: ' ht="9"' });
  expect([...seen.matchAll(/<row[^>]*>/g)].map(([tag]) => tag)).toEqual(['<row r="1">', '<row ht="9">', "<row>"]);
  expect([...seen.matchAll(/<c r="(\w+)" t="inlineStr" s="4">/g)].map(([, place]) => place)).toEqual([
    "A1",
    "B1",
    "A3",
  ]);
});
