import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { columnLetters, type TextSheet, writeTextSheet } from "./xlsx-writer.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sheaf-xlsx-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const wide = { width: 100, alignRight: false };
const amounts = { width: 50, alignRight: true };

/** Writes a sheet. @returns its parts as text */
async function written(sheet: Partial<TextSheet>) {
  const path = join(dir, "table.xlsx");
  await writeTextSheet(path, {
    name: "Bank",
    columns: [wide, amounts],
    rows: [
      ["Payee", "Amount"],
      ["Rent", "1,200.00"],
    ],
    header: undefined,
    fontSize: 10,
    margin: 36,
    fit: { how: "fit", landscape: false, percent: 100, pageWidth: 500 },
    repeatFirstColumn: false,
    ...sheet,
  });
  const archive = await openArchive(path);
  const part = async (name: string) => (await archive.read(name))?.toString() ?? "";
  const parts = {
    workbook: await part("xl/workbook.xml"),
    sheet: await part("xl/worksheets/sheet1.xml"),
    styles: await part("xl/styles.xml"),
  };
  archive.close();
  return parts;
}

test.each([
  ["Bank statement", "Bank statement"],
  ["a/b\\c?d*e[f]g:h'i", "a b c d e f g h i"],
  [" March ", "March"],
  ["Transactions of the current account 2026", "Transactions of the current acc"],
  ["???", "Table"],
  ["R&D", "R&amp;D"],
])("a table named %j becomes a sheet named %j, which is its bookmark", async (name, title) => {
  expect((await written({ name })).workbook).toContain(`<sheet name="${title}"`);
});

test("the print area covers all cells, and a header row and the first column are repeated where asked for", async () => {
  const area = '<definedName name="_xlnm.Print_Area" localSheetId="0">\'Bank\'!$A$1:$B$2</definedName>';
  expect((await written({})).workbook).toContain(`<definedNames>${area}</definedNames>`);
  expect((await written({ header: 0 })).workbook).toContain(">'Bank'!$1:$1<");
  expect((await written({ header: 1, repeatFirstColumn: true })).workbook).toContain(">'Bank'!$A:$A,'Bank'!$2:$2<");
  expect((await written({ rows: [], header: undefined })).workbook).not.toContain("definedNames");
});

test("cells have the style of their column, and those of the header row are bold", async () => {
  const { sheet } = await written({
    header: 0,
    rows: [
      ["Payee", "Amount"],
      ["Rent", ""],
    ],
  });
  expect([...sheet.matchAll(/<c r="(\w+)" s="(\d)"/g)].map(([, cell, style]) => `${cell} ${style}`)).toEqual([
    "A1 3",
    "B1 4",
    "A2 1",
    "B2 2",
  ]);
  expect(sheet).toContain('<c r="B2" s="2"/>');
});

test("page set-up states paper, orientation, margins in inches, and either one page across or a scale", async () => {
  const fitted = (await written({ margin: 36 })).sheet;
  expect(fitted).toContain('<pageMargins left="0.500" right="0.500" top="0.500" bottom="0.500"');
  expect(fitted).toContain('paperSize="9" fitToWidth="1" fitToHeight="0" orientation="portrait"');
  expect(fitted).toContain('fitToPage="1"');
  const scaled = (await written({ fit: { how: "bands", landscape: true, percent: 80, pageWidth: 500 } })).sheet;
  expect(scaled).toContain('paperSize="9" scale="80" orientation="landscape"');
  expect(scaled).toContain('fitToPage="0"');
});

test.each([
  [0, "A"],
  [25, "Z"],
  [26, "AA"],
  [51, "AZ"],
  [52, "BA"],
  [701, "ZZ"],
  [702, "AAA"],
  [16_383, "XFD"],
])("column %i has the letters %s", (index, letters) => {
  expect(columnLetters(index)).toBe(letters);
});

test("columns are as wide as stated, in digits of their font", async () => {
  const { sheet } = await written({ columns: [wide, amounts], fontSize: 10 });
  expect(sheet.match(/<col .*?\/>/g)).toEqual([
    '<col min="1" max="1" width="17.99" customWidth="1"/>',
    '<col min="2" max="2" width="8.99" customWidth="1"/>',
  ]);
  expect((await written({ columns: [wide], fontSize: 20, rows: [] })).sheet).toContain('width="8.99"');
});

test("texts are regular above a light line, headers bold above a dark one, and amounts stand on the right", async () => {
  const { styles } = await written({ fontSize: 12 });
  const formats = [
    ...styles.matchAll(/<xf numFmtId="(\d+)" fontId="(\d)" fillId="0" borderId="(\d)" xfId="0".*?(?=<xf|<\/cellXfs)/g),
  ];
  expect(formats.map(([xf, ...ids]) => [...ids.map(Number), xf.includes('horizontal="right"')])).toEqual([
    [0, 0, 0, false],
    [49, 0, 1, false],
    [49, 0, 1, true],
    [49, 1, 2, false],
    [49, 1, 2, true],
  ]);
  expect(styles.match(/<font>.*?<sz val="12"\/>/g)?.map((font) => font.includes("<b/>"))).toEqual([false, true]);
});

test("a sheet without columns or rows has no print area", async () => {
  expect((await written({ columns: [], rows: [[]] })).workbook).not.toContain("Print_Area");
  expect((await written({ rows: [] })).workbook).not.toContain("Print_Area");
  expect((await written({ columns: [wide], rows: [["a"]] })).workbook).toContain("$A$1:$A$1<");
});
