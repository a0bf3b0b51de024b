import { basename } from "node:path";
import { expect, test } from "vitest";
import { ods, type Sheet } from "../../../fixtures/office-files.ts";
import { OfficeDied } from "../office/office.ts";
import { changedWorkbook as made, partsOf, recordingOffice, startConverting, type WorkbookChange } from "./testing.ts";
import { workbookConverter } from "./workbook.ts";
import { zipBytes } from "./zip-writer.ts";

const convertFile = startConverting();
const sheetPart = (number: number) => `xl/worksheets/sheet${number}.xml`;
const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relationships = (...targets: [type: string, target: string][]) =>
  `<Relationships>${targets.map(([type, target], index) => `<Relationship Id="r${index}" Type="${relation}/${type}" Target="${target}"/>`).join("")}</Relationships>`;

/** Replaces text of a part. */
const edited =
  (part: string, from: string | RegExp, to: string): WorkbookChange =>
  (parts) => ({ [part]: parts[part]?.replace(from, to) });

/** Converts a workbook. @returns what was printed, with its warnings */
async function convert(sheets: Sheet[], change?: WorkbookChange) {
  const { office, printed } = recordingOffice();
  const content = await made(sheets, change);
  const { warnings, origin } = await convertFile(workbookConverter(office, "xlsx"), "made.xlsx", content);
  const [{ path = "", parts = {} } = {}] = printed;
  const sheet = (number: number) => parts[sheetPart(number)] ?? "";
  return { warnings, origin, parts, sheet, name: basename(path), book: parts["xl/workbook.xml"] ?? "" };
}
const codes = (warnings: { code: string }[]) => warnings.map(({ code }) => code);
const shown: Sheet = { name: "Shown", rows: [["Elder", 7]] };
const bookPart = "xl/workbook.xml";
const bookRelations = "xl/_rels/workbook.xml.rels";

test("a workbook is printed under its own name, each sheet on A4 with its rows as print area", async () => {
  const { origin, warnings, name, sheet, book } = await convert([shown, { name: "Next", rows: [["Nettle"], [1]] }]);
  expect([origin, warnings, name]).toEqual(["own", [], "made.xlsx"]);
  for (const number of [1, 2])
    expect(sheet(number)).toContain('<pageSetup paperSize="9" fitToWidth="1" fitToHeight="0" orientation="portrait"/>');
  expect(book).toContain("'Shown'!$1:$1<");
  expect(book).toContain("'Next'!$1:$2<");
  expect(book).not.toContain('state="hidden"');
  expect(book).not.toContain("activeTab");
});

test("hidden sheets are named, and keep the stored results of their formulas without a page set-up", async () => {
  const hidden = {
    name: "Workings",
    hidden: true,
    rows: [],
    more: '<row r="1"><c r="A1"><f>TODAY()</f><v>5</v></c></row>',
  };
  const { warnings, sheet } = await convert([shown, hidden]);
  expect(warnings).toEqual([{ code: "hidden-sheets-left-out", text: "The hidden sheet “Workings” was left out." }]);
  expect(sheet(2)).toContain('<c r="A1"><v>5</v></c></row></sheetData></worksheet>');
  const several = await convert([hidden, shown, { ...hidden, name: "Old" }]);
  expect(several.warnings).toMatchObject([{ text: "Hidden sheets were left out: “Workings”, “Old”." }]);
  expect(several.book).toContain('<bookViews><workbookView activeTab="1"/></bookViews>');
});

test("a workbook with hidden sheets only is refused, and one without any sheet is not", async () => {
  const { office } = recordingOffice();
  const converter = workbookConverter(office, "xlsx");
  await expect(convertFile(converter, "a.xlsx", await made([{ ...shown, hidden: true }]))).rejects.toMatchObject({
    reason: "empty",
    detail: "has hidden sheets only. Show the ones to be printed and replace the file.",
  });
  expect((await convert([])).warnings).toEqual([]);
});

test("a sheet of macros is hidden without being named, and parts of a VBA project are left out", async () => {
  const rels = (parts: Record<string, string>) =>
    (parts[bookRelations] ?? "")
      .replace(
        `${relation}/worksheet" Target="worksheets/sheet2.xml`,
        `${relation}/xlMacrosheet" Target="worksheets/sheet2.xml`,
      )
      .replace("</Rel", `<Relationship Id="v" Type="${relation}/vbaProject" Target="vbaProject.bin"/></Rel`);
  const { warnings, book, parts } = await convert([shown, { name: "Macro", rows: [["=HALT()"]] }], (all) => ({
    [bookRelations]: rels(all),
    "xl/vbaProject.bin": "code",
  }));
  expect(warnings).toEqual([]);
  expect(book).toMatch(/<sheet name="Macro"[^>]* state="hidden"/);
  expect(book).not.toMatch(/<sheet name="Shown"[^>]* state="hidden"/);
  expect(Object.keys(parts)).not.toContain("xl/vbaProject.bin");
  expect(parts[bookRelations]).not.toContain("vba");
});

test("worksheets in UTF-16 and sheets without a part stay as they are", async () => {
  const sheets = ["A", "B", "C"].map((name) => ({ ...shown, name }));
  const [one, other] = ["\xff\xfe<\0w\0", "\xfe\xff\0<\0w"];
  const { sheet, parts } = await convert([...sheets, shown], () => ({
    [sheetPart(1)]: one,
    [sheetPart(2)]: other,
    [sheetPart(3)]: undefined,
  }));
  expect([sheet(1), sheet(2), sheetPart(3) in parts]).toEqual([one, other, false]);
  expect(sheet(4)).toContain("<pageSetup");
});

const chartsheet = (number: number): WorkbookChange =>
  edited(
    bookRelations,
    `${relation}/worksheet" Target="worksheets/sheet${number}.xml`,
    `${relation}/chartsheet" Target="worksheets/sheet${number}.xml`,
  );
const chart = '<chartsheet xmlns:r="r"><sheetPr/><drawing r:id="r0"/></chartsheet>';

test("a chart sheet fills a page in landscape, and a hidden one stays", async () => {
  const change = (parts: Record<string, string>) => ({ ...chartsheet(2)(parts), [sheetPart(2)]: chart });
  const seen = await convert([shown, { name: "Chart", rows: [] }], change);
  expect(seen.sheet(2)).toContain('<pageSetup paperSize="9" orientation="landscape"/><drawing');
  const hidden = await convert([shown, { name: "Chart", rows: [], hidden: true }], change);
  expect(hidden.sheet(2)).toBe(chart);
});

test("what LibreOffice cannot print causes warnings that name the sheets", async () => {
  const picture = "<headerFooter><oddHeader>&amp;G</oddHeader></headerFooter><legacyDrawingHF/>";
  const links = `<hyperlinks>${'<hyperlink ref="A1"/>'.repeat(10_001)}</hyperlinks>`;
  const { warnings, sheet } = await convert(
    [
      { ...shown, name: "Logo", tail: picture },
      { ...shown, name: "Links", tail: links },
      { ...shown, name: "Computed", printArea: "OFFSET(A1,0,0)" },
      { ...shown, name: "Flow", tail: '<drawing r:id="r0"/>' },
      { name: "Wide", rows: [new Array(70).fill(1)] },
    ],
    () => ({
      "xl/worksheets/_rels/sheet4.xml.rels": relationships(["drawing", "../drawings/drawing1.xml"]),
      "xl/drawings/drawing1.xml":
        '<d><a:graphicData uri="http://schemas.microsoft.com/office/drawing/2014/chartex"/></d>',
    }),
  );
  expect(codes(warnings)).toEqual([
    "print-area-computed",
    "columns-in-bands",
    "header-pictures-missing",
    "charts-missing",
    "links-left-out",
  ]);
  const named = ["“Computed”", "“Wide”", "“Logo”", "“Flow”", "“Links”"];
  expect(warnings.map(({ text }, index) => text.includes(named[index] ?? "?"))).toEqual(named.map(() => true));
  expect(sheet(2)).not.toContain("<hyperlink");
});

const pivot = (parts: Record<string, string>) => ({
  ...parts,
  "xl/worksheets/_rels/sheet1.xml.rels": relationships(["pivotTable", "../pivotTables/p.xml"]),
  "xl/pivotTables/p.xml": '<pivotTableDefinition><location ref="A1:B2"/></pivotTableDefinition>',
});
test("a pivot table prints its stored cells, unless a formula still asks for it", async () => {
  const detached = await convert([shown], pivot);
  expect(detached.parts["xl/worksheets/_rels/sheet1.xml.rels"]).toBe("<Relationships></Relationships>");
  const asking = { name: "Asks", rows: [], more: '<row r="1"><c r="A1"><f>GETPIVOTDATA("Net",A1)</f></c></row>' };
  const kept = await convert([shown, asking], pivot);
  expect(kept.parts["xl/worksheets/_rels/sheet1.xml.rels"]).toContain("pivotTable");
});

test("an empty form of merged cells prints its grid where nothing else prints", async () => {
  const form: Sheet = { name: "Form", rows: [], tail: '<mergeCells><mergeCell ref="A1:C4"/></mergeCells>' };
  const blank = await convert([{ name: "Empty", rows: [] }, form]);
  expect(blank.sheet(2)).toContain('<printOptions gridLines="1"/>');
  expect(blank.book).toContain("localSheetId=\"1\">'Form'!$A$1:$C$4<");
  const filled = await convert([shown, form]);
  expect(filled.sheet(2)).not.toContain("gridLines");
  const besideChart = await convert([form, { name: "Chart", rows: [] }], (parts) => ({
    ...chartsheet(2)(parts),
    [sheetPart(2)]: chart,
  }));
  expect(besideChart.sheet(1)).not.toContain("gridLines");
});

test("a print area of a form's or of a hidden sheet is replaced or removed", async () => {
  const form: Sheet = {
    name: "Form",
    rows: [],
    tail: '<mergeCells><mergeCell ref="A1:C4"/></mergeCells>',
    printArea: "$A$1:$A$2",
  };
  const { book } = await convert([form, { ...shown, name: "Secret", hidden: true, printArea: "$A$1:$A$1" }]);
  expect(book.match(/<definedName .*?<\/definedName>/g)).toEqual([
    '<definedName name="_xlnm.Print_Area" localSheetId="0">\'Form\'!$A$1:$C$4</definedName>',
  ]);
});

test("results that are placeholders are computed again, so the rows to print are not known", async () => {
  const sheet = { ...shown, more: '<row r="2"><c r="A2"><f>1+1</f><v>0</v></c></row>' };
  const { sheet: printed, book } = await convert(
    [sheet],
    edited(bookPart, "</workbook>", '<calcPr fullCalcOnLoad="1"/></workbook>'),
  );
  expect(printed(1)).toContain('<c r="A2"><f>1+1</f></c>');
  expect(book).not.toContain("Print_Area");
  expect((await convert([sheet])).sheet(1)).toContain('<c r="A2"><v>0</v></c>');
});

test("heading rows that nobody chose are repeated, and a stated print area keeps its own", async () => {
  const rows = [
    [
      { text: "Payee", look: "bold" },
      { text: "Net", look: "bold" },
    ],
    ...Array.from({ length: 60 }, () => ["Rent", 1]),
  ] as Sheet["rows"];
  const { book } = await convert([{ name: "List", rows }]);
  expect(book).toContain('Print_Titles" localSheetId="0">\'List\'!$1:$1<');
  const stated = await convert([{ name: "List", rows, printArea: "$A$1:$B$30" }]);
  expect(stated.book).toContain("List!$A$1:$B$30<");
  expect(stated.book).not.toContain("$1:$81");
});

const sentence = new Array(10).fill("aaaaa").join(" ");
const texts = (columns: number): Sheet => ({ name: "Texts", rows: [new Array<string>(columns).fill(sentence)] });
test.each([
  // The last column overflows where all fit on one page.
  [5, { 1: 40, 4: 40 }],
  [6, { 1: 40, 6: 40 }],
  [10, { 1: 24, 10: 24 }],
  [12, { 1: 16, 12: 16 }],
])("%i columns of sentences are as wide as one page allows", async (columns, expected) => {
  const { sheet } = await convert([texts(columns)]);
  const widths = [...sheet(1).matchAll(/<col min="(\d+)" max="\d+" width="([\d.]+)"/g)].map(([, column, width]) => [
    Number(column),
    Number(width),
  ]);
  expect(Object.fromEntries(widths)).toMatchObject(expected);
  expect(widths).toHaveLength(columns === 5 ? 4 : columns);
});

test("sheets that would together take too many pages are refused, and one of them is not", async () => {
  const { office } = recordingOffice();
  const sheet = { ...shown, more: '<row ht="400" customHeight="1"><c><v>1</v></c></row>'.repeat(4_400) };
  const print = async (...sheets: Sheet[]) =>
    convertFile(workbookConverter(office, "xlsx"), "a.xlsx", await made(sheets));
  expect(await print(sheet)).toMatchObject({ warnings: [] });
  await expect(print(sheet, sheet)).rejects.toMatchObject({ reason: "too-large" });
});

const encrypted = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
test("an encrypted workbook is saved with its password, and that copy is printed", async () => {
  const { office, printed, read } = recordingOffice(await made([shown]));
  await convertFile(workbookConverter(office, "xlsx"), "bank.xlsx", encrypted, "secret");
  expect(read).toMatchObject([{ options: { password: "secret" } }]);
  expect([basename(printed[0]?.path ?? ""), printed[0]?.options]).toEqual(["bank.xlsx", undefined]);
  expect(printed[0]?.parts[sheetPart(1)]).toContain("<pageSetup");
});

test("a workbook that LibreOffice cannot save is printed unchanged", async () => {
  const { office, printed } = recordingOffice(new OfficeDied());
  const seen = await convertFile(workbookConverter(office, "xlsx"), "bank.xlsx", encrypted, "secret");
  expect(seen).toMatchObject({ warnings: [], origin: "own" });
  expect(printed).toMatchObject([{ options: { password: "secret" }, parts: {} }]);
  const other = recordingOffice(new Error("disk"));
  await expect(convertFile(workbookConverter(other.office, "xlsx"), "b.xlsx", encrypted)).rejects.toThrow("disk");
});

test("an OpenDocument workbook is saved from a copy with its stored results, and keeps the picture behind its cells", async () => {
  const back = '<picture r:id="r9"/>';
  const saved = await made([
    { ...shown, tail: `<headerFooter><oddFooter>&amp;Kffffffa</oddFooter></headerFooter>${back}` },
  ]);
  const { office, printed, read } = recordingOffice(saved);
  const parts = await partsOf(await ods([["Elder"]]));
  const content = (parts["content.xml"] ?? "").replace(
    /<table:table-cell[^>]*>/,
    '<table:table-cell table:formula="of:=TODAY()" office:value-type="float" office:value="5">',
  );
  const meta =
    '<office:document-meta xmlns:office="o" xmlns:meta="m"><office:meta><meta:generator>LibreOffice/25</meta:generator></office:meta></office:document-meta>';
  const all = Object.entries({ ...parts, "content.xml": content, "meta.xml": meta });
  const bytes = await zipBytes(all.map(([name, text]) => [name, Buffer.from(text, "latin1")] as const));
  await convertFile(workbookConverter(office, "ods"), "bank.ods", bytes);
  expect(read[0]?.path).toMatch(/prepared.bank\.ods$/);
  expect(read[0]?.parts["content.xml"]).not.toContain("TODAY");
  expect(printed[0]?.parts[sheetPart(1)]).toContain(back);
  expect(printed[0]?.parts[sheetPart(1)]).toContain("<oddFooter>a<");
  const locked = recordingOffice(saved);
  await convertFile(workbookConverter(locked.office, "ods"), "bank.ods", bytes, "secret");
  expect(locked.read[0]?.path).toMatch(/sheaf-sheet-[^/]+.bank\.ods$/);
});

test("stated widths of an XLS workbook count as custom", async () => {
  const cols = '<cols><col min="1" max="1" width="4" customWidth="false"/></cols>';
  const { office, printed } = recordingOffice(await made([{ ...shown, head: cols, rows: [["Elderberries", "x"]] }]));
  await convertFile(workbookConverter(office, "xls"), "bank.xls", encrypted, "secret");
  expect(printed[0]?.parts[sheetPart(1)]).toContain('<col min="1" max="1" width="4" customWidth="true"/>');
});
