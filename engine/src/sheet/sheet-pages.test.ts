import { expect, test } from "vitest";
import type { IndexRange, SheetMeasurements } from "./measure-sheet.ts";
import { a4 } from "./page-fit.ts";
import type { AuthorSetup } from "./page-setup.ts";
import { layOutSheet } from "./sheet-layout.ts";

/** Without its margins, A4 is 523.276 points wide and 769.89 high. */
const plain: AuthorSetup = {
  fitToPage: false,
  fitToWidth: 1,
  fitToHeight: 1,
  scale: 100,
  landscape: false,
  marginsAcross: 72,
  marginsDown: 72,
  columnBreaks: [],
};

interface Sheet {
  columns?: number;
  rows?: number;
  width?: (column: number) => number;
  /** Height of a row. */
  height?: number;
  fontSize?: number;
  columnStretch?: number;
  usedRows?: IndexRange[];
  isUsedColumn?: (column: number) => boolean;
  printArea?: string;
  printTitles?: string;
}
/** Lays out a sheet of 10 columns of 50 points and 100 rows of 20 points. */
function layout(
  { columns = 10, rows = 100, width = () => 50, height = 20, printArea, printTitles, ...others }: Sheet,
  setup: Partial<AuthorSetup> = {},
) {
  const measured = {
    visibleRow: rows,
    visibleColumn: columns,
    fontSize: 11,
    columnWidth: width,
    columnStretch: 1,
    heightTo: (row: number) => row * height,
    usedRows: [{ from: 1, to: rows }],
    isUsedColumn: (column: number) => column <= columns,
    ...others,
  } as SheetMeasurements;
  const { pageHeight, ...laid } = layOutSheet(measured, { ...plain, ...setup }, { printArea, printTitles });
  return { ...laid, pageHeight: Number(pageHeight.toFixed(2)) };
}
const fit = (width: number, height: number, landscape = false) => ({ landscape, fit: { width, height } });
const usual = { bands: 1, isRefitted: false };

test.each<[string, Sheet, Partial<AuthorSetup>, object]>([
  ["no set-up", {}, {}, { ...usual, setup: fit(1, 0), pages: 3, pageHeight: 769.89 }],
  ["a choice of landscape", {}, { landscape: true }, { setup: fit(1, 0, true), pages: 4, pageHeight: 523.28 }],
  ["a reduction to the width", { columns: 12 }, {}, { setup: fit(1, 0), pages: 3, pageHeight: 884.93 }],
  ["wide margins", {}, { marginsAcross: 172, marginsDown: 272 }, { setup: fit(1, 0), pages: 3, pageHeight: 678.44 }],
  ["a fit to pages that are readable", { fontSize: 16 }, { fitToPage: true }, { setup: fit(1, 1), pages: 1 }],
  ["a fit that is unreadable", {}, { fitToPage: true }, { setup: fit(1, 0), pages: 3, isRefitted: true }],
  ["any number of pages down", {}, { fitToPage: true, fitToHeight: 0 }, { ...usual, setup: fit(1, 0), pages: 3 }],
  [
    "any number of pages across",
    {},
    { fitToPage: true, fitToWidth: 0, fitToHeight: 2 },
    { setup: fit(0, 2), pages: 2 },
  ],
  [
    "two pages across",
    { columns: 20 },
    { fitToPage: true, fitToWidth: 2, fitToHeight: 0 },
    { setup: fit(2, 0), pageHeight: 769.89 },
  ],
  [
    "two pages across in landscape",
    { columns: 30 },
    { fitToPage: true, fitToWidth: 2, fitToHeight: 0, landscape: true },
    { setup: fit(2, 0, true), pageHeight: 523.28 },
  ],
  [
    "a fit that just leaves 6 points",
    { columns: 1, width: () => 1000, fontSize: 12 },
    { fitToPage: true, fitToHeight: 0, marginsAcross: a4.short - 500 },
    usual,
  ],
  ["small print that stays its size", { fontSize: 5 }, { fitToPage: true, fitToHeight: 0 }, usual],
  [
    "small print that would be reduced",
    { fontSize: 5, columns: 11 },
    { fitToPage: true, fitToHeight: 0 },
    { isRefitted: true },
  ],
  ["no height", { height: 0 }, { fitToPage: true }, { setup: fit(1, 1), pages: 1, pageHeight: 769.89 }],
])("a sheet with %s is laid out so", (_what, sheet, setup, expected) => {
  expect(layout(sheet, setup)).toMatchObject(expected);
});

const scaled = (scale: number, landscape = false) => ({ landscape, scale });
test.each<[string, Sheet, Partial<AuthorSetup>, object]>([
  ["80 %", { columns: 12 }, { scale: 80 }, { ...usual, setup: scaled(80), pages: 3, pageHeight: 962.36 }],
  [
    "80 % in landscape",
    { columns: 12 },
    { scale: 80, landscape: true },
    { setup: scaled(80, true), pageHeight: 654.09 },
  ],
  ["80 % that LibreOffice's columns exceed", { columns: 12, columnStretch: 1.2 }, { scale: 80 }, { setup: scaled(72) }],
  ["90 % that the columns exceed", { columns: 12 }, { scale: 90 }, { setup: fit(1, 0) }],
  ["80 % of small print", { columns: 12, fontSize: 7 }, { scale: 80 }, { setup: fit(1, 0) }],
  [
    "80 % of print that columns of LibreOffice make small",
    { columns: 12, fontSize: 7.6, columnStretch: 1.2 },
    { scale: 80 },
    { setup: fit(1, 0) },
  ],
  ["100 %, as usual", {}, { scale: 100 }, { setup: fit(1, 0) }],
  ["more than 100 %", { columns: 5 }, { scale: 150 }, { setup: scaled(150), pages: 4 }],
  ["a column break", { columns: 12 }, { columnBreaks: [5] }, { setup: scaled(100), pages: 6 }],
  ["two column breaks", { columns: 12 }, { columnBreaks: [5, 8] }, { setup: scaled(100), pages: 9 }],
  ["a break behind the first column", { columns: 11 }, { columnBreaks: [1] }, { setup: scaled(100), pages: 6 }],
  [
    "50 % that just fills the page",
    { columns: 20, fontSize: 12 },
    { scale: 50, marginsAcross: a4.short - 500 },
    { setup: scaled(50) },
  ],
  [
    "breaks between full pages",
    { columns: 20 },
    { columnBreaks: [10], marginsAcross: a4.short - 500 },
    { setup: scaled(100) },
  ],
  ["a break that leaves too much", { columns: 16 }, { columnBreaks: [5] }, { setup: fit(1, 0, true) }],
])("a sheet with a scale of its author's, %s, is laid out so", (_what, sheet, setup, expected) => {
  expect(layout(sheet, setup)).toMatchObject(expected);
});

test("column breaks count from the first column of the sheet, not of its print area", () => {
  // Columns 3 to 7 are 250 points wide together, and columns 8 to 12 are 500.
  const sheet = { columns: 20, width: (column: number) => column * 10, printArea: "!$C$1:$L$100", columnStretch: 1.1 };
  expect(layout(sheet, { columnBreaks: [7] }).setup).toEqual(scaled(95));
});

test.each<[string, Sheet, object]>([
  ["60 columns", { columns: 60 }, { bands: 3, pages: 9, setup: scaled(64, true), pageHeight: 817.62 }],
  ["columns that just fill three pages", { columns: 72 }, { bands: 3 }],
  ["columns that just do not", { columns: 73 }, { bands: 4 }],
  ["some empty pages", { columns: 60, isUsedColumn: (column) => column < 9 || column > 59 }, { bands: 2, pages: 6 }],
  ["repeated columns", { columns: 60, printTitles: "!$A:$K,!$1:$1" }, { bands: 4, pages: 12 }],
  ["repeated rows", { columns: 60, printTitles: "!$1:$1" }, { bands: 3, pages: 9 }],
  ["repeated columns in its middle", { columns: 60, printTitles: "!$B:$L" }, { bands: 4 }],
])("a sheet in bands with %s takes this many pages", (_what, sheet, expected) => {
  expect(layout(sheet)).toMatchObject({ isRefitted: false, ...expected });
});

test("an unreadable fit in bands says that it was overridden", () => {
  expect(layout({ columns: 60 }, { fitToPage: true })).toMatchObject({ bands: 3, isRefitted: true });
});

test("from two million pages up to the last one, all of them count", () => {
  const pages = (examined: number) => {
    const height = (examined * 523.276 * 769.89) / 0.64 ** 2 / 3000;
    return layout({ columns: 60, rows: 1, height }).pages;
  };
  expect(pages(2_000_010)).toBe(2_000_010);
  expect(pages(1_999_990)).toBe(2_405_895);
});

test.each<[string, IndexRange[], string | undefined, number]>([
  [
    "far apart",
    [
      { from: 1, to: 10 },
      { from: 90, to: 90 },
    ],
    undefined,
    2,
  ],
  [
    "on the same page",
    [
      { from: 1, to: 3 },
      { from: 9, to: 10 },
    ],
    undefined,
    1,
  ],
  [
    "on a page with the ones before, and the next",
    [
      { from: 1, to: 10 },
      { from: 30, to: 50 },
    ],
    undefined,
    2,
  ],
  [
    "before, across and behind the print area",
    [
      { from: 1, to: 5 },
      { from: 8, to: 20 },
      { from: 99, to: 100 },
    ],
    "!$A$11:$J$50",
    1,
  ],
  [
    "at the edges of the print area",
    [
      { from: 1, to: 11 },
      { from: 60, to: 90 },
    ],
    "!$A$11:$J$60",
    2,
  ],
  [
    "just behind the print area",
    [
      { from: 11, to: 12 },
      { from: 61, to: 90 },
    ],
    "!$A$11:$J$60",
    1,
  ],
  ["in a print area far down", [{ from: 30, to: 50 }], "!$A$31:$J$50", 1],
  ["none within the print area", [{ from: 1, to: 10 }], "!$A$11:$J$60", 1],
])("rows that are %s take as many pages as show any", (_what, usedRows, printArea, pages) => {
  expect(layout({ usedRows, ...(printArea === undefined ? {} : { printArea }) }).pages).toBe(pages);
});

test.each<[string, string, object]>([
  ["of two parts", "!$A$1:$B$10,!$D$1:$J$40", { setup: fit(1, 0), pages: 3 }],
  ["that is wide", "!$A$1:$L$10,!$A$1:$B$10", { setup: fit(1, 0), pages: 2, pageHeight: 884.93 }],
  ["of all columns", "!$A:$XFD", { setup: fit(1, 0), pages: 3 }],
  ["of all columns but the last", "!$A:$XFC", { setup: scaled(64, true) }],
  ["of all columns but the first", "!$B:$XFD", { setup: scaled(64, true) }],
  ["of rows", "!$11:$20", { setup: fit(1, 0), pages: 1 }],
  ["below all content", "!$A$150:$J$160", { setup: fit(1, 0), pages: 1 }],
])("a print area %s decides the layout", (_what, printArea, expected) => {
  expect(layout({ printArea })).toMatchObject(expected);
});

test("the heights of all parts of a print area count for a fit to one page", () => {
  const sheet = { fontSize: 8, printArea: "!$A$21:$J$50,!$A$61:$J$80" };
  // 50 rows of 20 points on 769.89 points: 77 %.
  expect(layout(sheet, { fitToPage: true })).toMatchObject({ setup: fit(1, 1), pages: 1, pageHeight: 1000 });
  const below = { fontSize: 8, printArea: "!$A$150:$J$160" };
  expect(layout(below, { fitToPage: true })).toMatchObject({ setup: fit(1, 1), pageHeight: 769.89 });
});

test("a sheet without anything visible has one row and one column", () => {
  expect(layout({ rows: 0, columns: 0, usedRows: [] })).toMatchObject({ setup: fit(1, 0), pages: 1, bands: 1 });
});
