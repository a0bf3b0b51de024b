import { expect, test } from "vitest";
import { type Archive, openArchive } from "../detect/archive.ts";
import { cellFormats } from "./cell-formats.ts";
import { RowSplitter, repeatedHeight, repeatedRows } from "./split-rows.ts";
import type { SheetEntry, Workbook } from "./workbook-parts.ts";
import { measureWorksheet } from "./worksheet-cells.ts";
import { zipBytes } from "./zip-writer.ts";

const formats = () =>
  cellFormats('<styleSheet><cellXfs><xf/><xf><alignment wrapText="1"/></xf></cellXfs></styleSheet>');
const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n");
const sheet: SheetEntry = {
  name: "Notes",
  part: "xl/worksheets/sheet1.xml",
  hidden: false,
  isWorksheet: true,
  isMacroSheet: false,
  printArea: "Notes!$A$1:$B$3",
  printTitles: "Notes!$1:$1",
};
const worksheet = (text: string) =>
  `<worksheet><dimension ref="A1:B3"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2" s="1" t="inlineStr"><is><t>${text}</t></is></c></row><row r="3"><c r="A3"><f>A1+A3</f></c></row></sheetData><mergeCells><mergeCell ref="A3:B3"/></mergeCells></worksheet>`;
const anchor = (row: number) => `<xdr:anchor><xdr:from><xdr:row>${row}</xdr:row></xdr:from></xdr:anchor>`;

const parts: [string, string][] = [
  ["xl/workbook.xml", "<workbook><definedName>Notes!$A$3</definedName></workbook>"],
  [sheet.part, "<worksheet/>"],
  ["xl/worksheets/sheet2.xml", "<worksheet><f>Notes!A3+A3</f></worksheet>"],
  ["xl/charts/chart1.xml", "<c:f>Notes!$A$3</c:f>"],
  ["xl/charts/chart2.xml", "<c:f>Notes!$A$1</c:f>"],
  ["xl/drawings/drawing1.xml", anchor(2)],
  ["xl/tables/table1.xml", '<table ref="A3:B3"/>'],
  ["xl/comments1.xml", '<comment ref="A3"/>'],
  ["xl/other.xml", '<other ref="A3"/>'],
];
const relationships = [
  ["drawing", "xl/drawings/drawing1.xml"],
  ["table", "xl/tables/table1.xml"],
  ["comments", "xl/comments1.xml"],
  ["other", "xl/other.xml"],
].map(([type, part = ""]) => ({ id: "", type: `http://example.org/${type}`, part }));

const workbook: Workbook = {
  part: "xl/workbook.xml",
  stylesPart: undefined,
  sharedTextsPart: undefined,
  sheets: [sheet, { ...sheet, part: "xl/worksheets/sheet2.xml" }, { ...sheet, part: "" }],
  activeSheet: 0,
  recalculate: false,
};

/** Splits the rows of a sheet whose second row has this text. */
async function split(archive: Archive, text: string, pageHeight: number) {
  const splitter = new RowSplitter(archive, workbook);
  const xml = worksheet(text);
  const own = formats();
  const measured = measureWorksheet(xml, own.styles, [], []);
  const body = /<sheetData>(.*)<\/sheetData>/s.exec(xml)?.[1] ?? "";
  const found = await splitter.split({ xml, body, measured, pageHeight }, sheet, {
    formats: own,
    relationships,
    drawings: [anchor(2)],
  });
  return { splitter, found };
}

test("a sheet without tall rows is not split", async () => {
  using archive = await openArchive(await zipBytes(parts));
  expect((await split(archive, lines, 2_000)).found).toBeUndefined();
});

test("the rows behind a tall row move down, with everything on the sheet that refers to them", async () => {
  using archive = await openArchive(await zipBytes(parts));
  const { found } = await split(archive, lines, 315);
  const rows = [...(found?.xml.matchAll(/<row r="(\d+)"/g) ?? [])].map(([, row]) => Number(row));
  const last = rows.at(-1) ?? 0;
  expect(last).toBeGreaterThan(8);
  expect(rows).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  expect(found?.xml).toContain(`<dimension ref="A1:B${last}"/>`);
  expect(found?.xml).toContain(`<c r="A${last}"><f>A1+A${last}</f></c></row></sheetData>`);
  expect(found?.xml).toContain(`<mergeCell ref="A${last}:B${last}"/>`);
  expect(found?.sheet).toEqual({ ...sheet, printArea: `Notes!$A$1:$B$${last}` });
  expect(found?.splitRows).toEqual(new Set([2]));
  expect(found?.drawings).toEqual([anchor(last - 1)]);
});

test("formulas, charts, drawings, tables and notes elsewhere follow the moved rows", async () => {
  using archive = await openArchive(await zipBytes(parts));
  const { splitter, found } = await split(archive, lines, 315);
  const last = Number(/\$B\$(\d+)/.exec(found?.sheet.printArea ?? "")?.[1]);
  const changed = new Map([["xl/charts/chart1.xml", "<c:f>Notes!$A$3+Notes!$B$3</c:f>"]]);
  await splitter.moveOthers(changed);
  expect(Object.fromEntries(changed)).toEqual({
    "xl/workbook.xml": `<workbook><definedName>Notes!$A$${last}</definedName></workbook>`,
    "xl/worksheets/sheet2.xml": `<worksheet><f>Notes!A${last}+A3</f></worksheet>`,
    "xl/charts/chart1.xml": `<c:f>Notes!$A$${last}+Notes!$B$${last}</c:f>`,
    "xl/drawings/drawing1.xml": anchor(last - 1),
    "xl/tables/table1.xml": `<table ref="A${last}:B${last}"/>`,
    "xl/comments1.xml": `<comment ref="A${last}"/>`,
  });
});

test("repeated rows leave less of each page", async () => {
  using archive = await openArchive(await zipBytes(parts));
  const pieces = async (repeated: string | undefined, pageHeight: number) => {
    const splitter = new RowSplitter(archive, workbook);
    const xml = worksheet(lines);
    const own = formats();
    const measured = { ...measureWorksheet(xml, own.styles, [], []), heightTo: (row: number) => row * 200 };
    const options = { formats: own, relationships, drawings: [] };
    const printed = { ...sheet, printTitles: repeated };
    const body = /<sheetData>(.*)<\/sheetData>/s.exec(xml)?.[1] ?? "";
    const found = await splitter.split({ xml, body, measured, pageHeight }, printed, options);
    return found?.xml;
  };
  expect(await pieces("Notes!$1:$1", 515)).toBe(await pieces(undefined, 315));
  expect(await pieces("Notes!$A:$A", 315)).toBe(await pieces(undefined, 315));
});

test.each<[string | undefined, object | undefined, number]>([
  [undefined, undefined, 0],
  ["Sheet!$A:$B", undefined, 0],
  ["Sheet!$A:$B,Sheet!$2:$3", { from: 2, to: 3 }, 20],
])("the repeated rows of the print titles %s, and their height", (printTitles, rows, height) => {
  expect(repeatedRows(printTitles)).toEqual(rows);
  const measured = { heightTo: (row: number) => row * 10 } as Parameters<typeof repeatedHeight>[0];
  expect(repeatedHeight(measured, repeatedRows(printTitles))).toBe(height);
});
