import { basename, dirname } from "node:path";
import { expect, test } from "vitest";
import type { Sheet } from "../../../fixtures/office-files.ts";
import { type TestSheet, xls } from "./biff/testing.ts";
import { changedWorkbook, recordingOffice, startConverting, type WorkbookChange } from "./testing.ts";
import { workbookConverter } from "./workbook.ts";

const convertFile = startConverting();
const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Converts a workbook of one or more sheets. @returns its printed parts, the first sheet among them, and warnings */
async function convert(sheet: Sheet, change?: WorkbookChange) {
  const { office, printed } = recordingOffice();
  const content = await changedWorkbook([sheet], change);
  const { warnings } = await convertFile(workbookConverter(office, "xlsx"), "made.xlsx", content);
  const parts = printed[0]?.parts ?? {};
  return { warnings, parts, xml: parts["xl/worksheets/sheet1.xml"] ?? "", book: parts["xl/workbook.xml"] ?? "" };
}
const shown: Sheet = { name: "Shown", rows: [["Elder", 7]] };
const row = (cells: string) => `<row r="2">${cells}</row>`;

test.each<[string, Partial<Sheet>, string]>([
  [
    "hides zeros",
    { head: '<sheetViews><sheetView showZeros="0"/></sheetViews>', more: row('<c r="A2"><v>0</v></c>') },
    row('<c r="A2"></c>'),
  ],
  [
    "prints errors as dashes",
    { more: row('<c r="A2" t="e"><v>#N/A</v></c>'), tail: '<pageSetup errors="dash"/>' },
    row('<c r="A2" t="str"><v>--</v></c>'),
  ],
  [
    "states a scale",
    { tail: '<pageSetup scale="80"/>' },
    '<pageSetup paperSize="9" scale="80" orientation="portrait"/>',
  ],
  ["states no scale", {}, '<pageSetUpPr fitToPage="1"/>'],
  ["has a picture behind its cells", { tail: '<picture r:id="r1"/>' }, "</sheetData><pageSetup"],
])("a sheet that %s is printed so", async (_what, others, expected) => {
  expect((await convert({ ...shown, ...others })).xml).toContain(expected);
});

test("a sheet with a scale is not fitted to the page", async () => {
  const { xml } = await convert({ ...shown, tail: '<pageSetup scale="80"/>' });
  expect(xml).toContain('<pageSetUpPr fitToPage="0"/>');
});

test("formulas of a table name it, where they have no result", async () => {
  const related = `<Relationships><Relationship Id="r1" Type="${relation}/table" Target="../tables/t.xml"/></Relationships>`;
  const { xml } = await convert({ ...shown, more: row('<c r="A2"><f>SUM([Net])</f></c>') }, () => ({
    "xl/worksheets/_rels/sheet1.xml.rels": related,
    "xl/tables/t.xml": '<table displayName="Sales" ref="A1:B2"/>',
  }));
  expect(xml).toContain("<f>SUM(Sales[Net])</f>");
});

test("open notes are closed in the drawing that holds them", async () => {
  const related = `<Relationships><Relationship Id="r1" Type="${relation}/vmlDrawing" Target="../drawings/v.vml"/></Relationships>`;
  const note = (style: string) =>
    `<xml><v:shape style='visibility:${style}'><x:ClientData ObjectType="Note"/></v:shape></xml>`;
  const { parts, book } = await convert(shown, () => ({
    "xl/worksheets/_rels/sheet1.xml.rels": related,
    "xl/drawings/v.vml": note("visible"),
  }));
  expect(parts["xl/drawings/v.vml"]).toBe(note("hidden"));
  expect(book).not.toContain("Print_Area");
});

test("a row higher than a page is split, and names follow the rows below it", async () => {
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`).join("\n");
  const notes: Sheet = { name: "Notes", rows: [[{ text: lines, look: "wrapped" }], ["after"]] };
  const { xml, book } = await convert(notes, (parts) => ({
    "xl/workbook.xml": parts["xl/workbook.xml"]?.replace(
      "</sheets>",
      '</sheets><definedNames><definedName name="Mark">Notes!$A$2</definedName></definedNames>',
    ),
  }));
  const rows = [...xml.matchAll(/<row r="(\d+)"/g)].map(([, number]) => Number(number));
  expect(rows.length).toBeGreaterThan(4);
  expect(book).toContain(`<definedName name="Mark">Notes!$A$${rows.length}<`);
  expect(book).toContain(`'Notes'!$1:$${rows.length}<`);
});

test("formats that only numbers have shrink to fit in the styles", async () => {
  const { parts } = await convert({ ...shown, rows: [[{ value: 7, style: 2 }]] });
  expect(parts["xl/styles.xml"]).toContain('<alignment shrinkToFit="1"/>');
});

/** Converts an XLS workbook. */
async function convertXls(sheets: TestSheet[], saved?: Buffer) {
  const recorded = recordingOffice(saved);
  const { warnings, origin } = await convertFile(workbookConverter(recorded.office, "xls"), "bank.xls", xls(sheets));
  return { ...recorded, warnings, origin };
}
const old: TestSheet = { name: "Old", cells: [{ row: 0, column: 0, text: "Elder" }], widths: [20] };

test("an XLS workbook is printed in its own format, with warnings for its printed sheets", async () => {
  const wide = {
    name: "Wide",
    cells: Array.from({ length: 90 }, (_, column) => ({ row: 0, column, value: 1 })),
    widths: new Array<number>(90).fill(9),
  };
  const { printed, read, warnings, origin } = await convertXls([
    { ...old, header: "&C&G" },
    wide,
    { ...old, name: "Secret", hidden: true, header: "&C&G" },
  ]);
  const path = printed[0]?.path ?? "";
  expect([basename(dirname(path)), basename(path), printed.length, read.length, origin]).toEqual([
    "set-up",
    "bank.xls",
    1,
    0,
    "own",
  ]);
  expect(warnings.map(({ code }) => code)).toEqual([
    "hidden-sheets-left-out",
    "columns-in-bands",
    "header-pictures-missing",
  ]);
  expect(warnings[1]?.text).toContain("Sheet “Wide”");
  expect(warnings[2]?.text).toContain("sheet “Old”");
  expect((await convertXls([old])).warnings).toEqual([]);
});

test("an XLS workbook of columns without a width is saved as XLSX first", async () => {
  const cells = [
    { row: 0, column: 0, text: "Consultancy services in January" },
    { row: 0, column: 1, value: 123_456_789_012 },
  ];
  const { printed, read } = await convertXls([{ name: "Export", cells, widths: [] }], await changedWorkbook([shown]));
  expect(read).toHaveLength(1);
  expect(printed.map(({ path }) => basename(path))).toEqual(["bank.xlsx"]);
});

test("an XLS workbook with a password is saved as XLSX first, with the password", async () => {
  const { office, printed, read } = recordingOffice(await changedWorkbook([shown]));
  await convertFile(workbookConverter(office, "xls"), "bank.xls", xls([old]), "secret");
  expect(read).toMatchObject([{ options: { password: "secret" } }]);
  expect(basename(printed[0]?.path ?? "")).toBe("bank.xlsx");
});

test("an XLS workbook of too many pages is refused before it is printed", async () => {
  const wide = Array.from({ length: 256 }, (_, column) => ({ row: 0, column, value: 1 }));
  const long = Array.from({ length: 40_000 }, (_, row) => ({ row: row + 1, column: 0, value: 1 }));
  const sheet = { name: "Long", cells: [...wide, ...long], widths: new Array<number>(256).fill(20) };
  await expect(convertXls([sheet])).rejects.toMatchObject({ reason: "too-large" });
});
