import { expect, test } from "vitest";
import { readPageSetup } from "./page-setup.ts";
import { trimCells } from "./sheet-cells.ts";
import { layOutSheet } from "./sheet-layout.ts";
import { plainFormat, type WorkbookStyles } from "./workbook-parts.ts";
import { measureWorksheet } from "./worksheet-cells.ts";

/** Style 1 has a border, style 2 is set in 5 points. */
const styles: WorkbookStyles = {
  format: (style) => ({ ...plainFormat, fontSize: style === 2 ? 5 : 11, isVisible: style === 1 }),
  defaultFontSize: 11,
  columnStretch: 1,
};
const letters = (column: number) =>
  (column < 26 ? "" : String.fromCharCode(64 + Math.floor(column / 26))) + String.fromCharCode(65 + (column % 26));
const row = (number: number, columns: number, cell = "<v>1</v>") =>
  `<row r="${number}">${Array.from({ length: columns }, (_, index) => `<c r="${letters(index)}${number}">${cell}</c>`).join("")}</row>`;
const sheet = (rows: string, after = "", before = "") =>
  `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;

function layout(xml: string, printArea?: string, printTitles?: string, columnStretch = 1) {
  const measured = measureWorksheet(xml, { ...styles, columnStretch }, [], []);
  return layOutSheet(measured, readPageSetup(xml), { printArea, printTitles });
}

test.each([
  ["8 columns are printed in portrait", 8, { landscape: false, fit: { width: 1, height: 0 } }],
  ["15 columns are printed in landscape", 15, { landscape: true, fit: { width: 1, height: 0 } }],
  ["60 columns are printed in bands", 60, { landscape: true, scale: 64 }],
])("%s", (_, columns, setup) => expect(layout(sheet(row(1, columns))).setup).toEqual(setup));

test("a stated fit is kept while it is readable, and overridden below 6 pt", () => {
  const fit = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
  const setup = '<pageSetup orientation="portrait" fitToWidth="1" fitToHeight="1"/>';
  const kept = layout(sheet(row(1, 15), setup, fit));
  expect(kept).toMatchObject({ isRefitted: false, setup: { landscape: false, fit: { width: 1, height: 1 } } });
  expect(layout(sheet(row(1, 80)))).toMatchObject({ isRefitted: false });
  expect(layout(sheet(row(1, 80), setup, fit))).toMatchObject({
    bands: expect.any(Number),
    isRefitted: true,
    setup: { landscape: true, scale: 64 },
  });
});

test.each([
  ["kept when all columns fit", 12, 80, 80],
  ["reduced a little when the columns would not all fit", 12, 85, 80],
])("an author's scale is %s", (_, columns, stated, scale) => {
  const setup = `<pageSetup orientation="portrait" scale="${stated}"/>`;
  expect(layout(sheet(row(1, columns), setup), undefined, undefined, 1.06)).toMatchObject({
    bands: 1,
    setup: { landscape: false, scale },
  });
});

test("the print area decides the width", () => {
  expect(layout(sheet(row(1, 60)), "Sheet1!$A$1:$D$9").setup).toMatchObject({ landscape: false });
});

test.each(["$1:$1048576", "$A$1:$H$1048576", "$A:$XFD", "$A$1:$H$5000", "$A$1:$H$900"])(
  "a print area of %s keeps the author's fit, and its empty rows add no pages",
  (area) => {
    const rows = Array.from({ length: 40 }, (_, index) => row(index + 1, 8)).join("");
    const setup = '<pageSetup orientation="portrait" fitToWidth="1" fitToHeight="1"/>';
    const fit = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
    expect(layout(sheet(rows, setup, fit), `Sheet1!${area}`)).toMatchObject({
      isRefitted: false,
      setup: { fit: { width: 1, height: 1 } },
    });
    expect(layout(sheet(rows), `Sheet1!${area}`)).toMatchObject({ bands: 1, pages: 1 });
  },
);

test("with a print area that is a formula the whole sheet is laid out", () => {
  const computed = "OFFSET(Sheet1!$A$1,0,0,COUNTA(Sheet1!$A:$A),12)";
  expect(layout(sheet(row(1, 60)), computed)).toEqual(layout(sheet(row(1, 60))));
  expect(layout(sheet(row(1, 60)), "'It''s, 1!A'!$A$1:$D$9,Sheet1!$F:$G")).toMatchObject({ bands: 1 });
});

test("a cell far from all others adds only its own page", () => {
  const stray = (cell: string) => `<row r="${/\d+/.exec(cell)}"><c r="${cell}"><v>1</v></c></row>`;
  expect(layout(sheet(row(1, 5) + stray("A1048576")))).toMatchObject({ bands: 1, pages: 2 });
  expect(layout(sheet(row(1, 5) + stray("XFD2")))).toMatchObject({ bands: 2, pages: 2 });
  expect(layout(sheet(row(1, 5) + stray("ZZ50000"))).pages).toBeLessThan(10);
  const tall = '<row r="3" ht="400" customHeight="1"><c r="A3"><v>1</v></c></row>';
  expect(layout(sheet(row(1, 5) + tall + stray("A400"))).pages).toBe(2);
});

test("all pages count where LibreOffice would examine millions of empty ones", () => {
  const corner = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  expect(layout(sheet(row(1, 5) + corner)).pages).toBeGreaterThan(1_000_000);
});

test("repeated columns take their width on every page", () => {
  const bands = (titles?: string) => layout(sheet(row(1, 90)), undefined, titles).bands;
  expect(bands("Sheet1!$A:$K,Sheet1!$1:$1")).toBeGreaterThan(bands());
  expect(bands("Sheet1!$1:$1")).toBe(bands());
});

test("a stated scale and column breaks are kept where they fit", () => {
  expect(layout(sheet(row(1, 8), '<pageSetup scale="80"/>')).setup).toEqual({ landscape: false, scale: 80 });
  const breaks = '<colBreaks count="1"><brk id="8"/></colBreaks>';
  expect(layout(sheet(row(1, 16), breaks)).setup).toEqual({ landscape: false, scale: 100 });
});

test("a long text counts as far as it overflows into empty cells", () => {
  const long = `<row r="1"><c r="A1" t="inlineStr"><is><t>${"A heading that runs on ".repeat(6)}</t></is></c></row>`;
  expect(measureWorksheet(sheet(long), styles, [], []).contentColumn).toBeGreaterThan(10);
});

test("a long text in the first column of a table counts unless a filled cell clips it or it is merged", () => {
  const note = (next: string) =>
    `<row r="2"><c r="A2" t="inlineStr"><is><t>${"A note of what is above ".repeat(6)}</t></is></c>${next}</row>`;
  const columns = (rows: string, after = "") => measureWorksheet(sheet(rows, after), styles, [], []).contentColumn;
  expect(columns(row(1, 4) + note(""))).toBeGreaterThan(10);
  expect(columns(row(1, 4) + note('<c r="C2"><v>1</v></c>'))).toBe(4);
  expect(columns(row(1, 4) + note(""), '<mergeCells><mergeCell ref="A2:D2"/></mergeCells>')).toBe(4);
});

test("trailing formats of thousands of rows are removed, the empty lines of a form stay", () => {
  const bordered = (to: number) =>
    Array.from({ length: to - 1 }, (_, index) => `<row r="${index + 2}"><c r="A${index + 2}" s="1"/></row>`).join("");
  const body = (to: number) => row(1, 3) + bordered(to);
  const trimmed = (to: number) => trimCells(body(to), measureWorksheet(sheet(body(to)), styles, [], []));
  expect(trimmed(3_000).body).toBe(row(1, 3));
  expect(trimmed(20).body).toBe(body(20));
});

test("a hidden column takes no width, a merged title the width of all its columns", () => {
  const hidden = '<cols><col min="2" max="30" width="20" hidden="1"/></cols>';
  expect(layout(sheet(row(1, 30), "", hidden)).setup).toMatchObject({ landscape: false });
  const merged = sheet(row(1, 1), '<mergeCells><mergeCell ref="A1:T1"/></mergeCells>');
  expect(measureWorksheet(merged, styles, [], []).contentColumn).toBe(20);
});

test("texts of a million characters in every row are not measured completely", () => {
  const rows = Array.from(
    { length: 3000 },
    (_, index) => `<row r="${index + 1}"><c r="A${index + 1}" t="s"><v>0</v></c></row>`,
  );
  const read = { letters: 0 };
  const text = new Proxy(["x".repeat(1_000_000)], {
    get: (target, key) => {
      read.letters++;
      return Reflect.get(target, key);
    },
  });
  expect(measureWorksheet(sheet(rows.join("")), styles, text, []).contentColumn).toBe(51);
  expect(read.letters).toBeLessThan(rows.length * 2);
});
