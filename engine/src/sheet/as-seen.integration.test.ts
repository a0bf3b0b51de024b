import { readFile } from "node:fs/promises";
import { PDFDict, PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { type Sheet, xlsx } from "../../../fixtures/office-files.ts";
import { startPrinting } from "../testing/printing.ts";
import { withParts } from "../testing/with-parts.ts";
import { chartOfExcel5, formula, type TestSheet, xls } from "./biff/testing.ts";
import { workbookConverter } from "./workbook.ts";

const printing = startPrinting();
const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const openXml = "application/vnd.openxmlformats-officedocument";
type Parts = Parameters<typeof withParts>[1];

const relationships = (...entries: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${kind}" Target="${target}"/>`)
    .join("")}</Relationships>`;
const before = (end: string, more: string) => (stated: string) => stated.replace(end, more + end);
const overrides = (...parts: [part: string, type: string][]) =>
  before(
    "</Types>",
    parts.map(([part, one]) => `<Override PartName="/${part}" ContentType="${openXml}.${one}+xml"/>`).join(""),
  );

async function workbook(sheets: Sheet[], parts: Parts = {}) {
  const path = await printing.written("made.xlsx", await withParts(await xlsx(sheets), parts));
  return printing.printed(workbookConverter(printing.office, "xlsx"), path);
}

async function oldWorkbook(sheet: Omit<TestSheet, "name">) {
  const path = await printing.written("made.xls", xls([{ name: "Old", ...sheet }]));
  return printing.printed(workbookConverter(printing.office, "xls"), path);
}

/** Returns the target addresses of the links of a PDF. */
async function addresses({ pdfPath }: { pdfPath: string }): Promise<string[]> {
  const pdf = await PDFDocument.load(await readFile(pdfPath));
  const actions = pdf.context.enumerateIndirectObjects().flatMap(([, object]) => {
    const action = object instanceof PDFDict ? object.lookupMaybe(PDFName.of("A"), PDFDict) : undefined;
    return action?.lookupMaybe(PDFName.of("URI"), PDFString)?.decodeText() ?? [];
  });
  return actions.toSorted();
}

/** A pivot table on the second sheet, computed from the cells of the first. */
const pivotTable: Parts = {
  "[Content_Types].xml": overrides(
    ["xl/pivotTables/pivotTable1.xml", "spreadsheetml.pivotTable"],
    ["xl/pivotCache/pivotCacheDefinition1.xml", "spreadsheetml.pivotCacheDefinition"],
  ),
  "xl/workbook.xml": before("</workbook>", '<pivotCaches><pivotCache cacheId="7" r:id="rIdCache"/></pivotCaches>'),
  "xl/_rels/workbook.xml.rels": before(
    "</Relationships>",
    `<Relationship Id="rIdCache" Type="${type}/pivotCacheDefinition" Target="pivotCache/pivotCacheDefinition1.xml"/>`,
  ),
  "xl/worksheets/_rels/sheet2.xml.rels": relationships([
    "rId1",
    `${type}/pivotTable`,
    "../pivotTables/pivotTable1.xml",
  ]),
  "xl/pivotTables/pivotTable1.xml": `<pivotTableDefinition ${space} name="P" cacheId="7" dataCaption="Values"><location ref="A3:B5" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/><pivotFields count="2"><pivotField axis="axisRow" showAll="0"><items count="2"><item x="0"/><item t="default"/></items></pivotField><pivotField dataField="1" showAll="0"/></pivotFields><rowFields count="1"><field x="0"/></rowFields><rowItems count="2"><i><x/></i><i t="grand"><x/></i></rowItems><colItems count="1"><i/></colItems><dataFields count="1"><dataField name="Sum of Net" fld="1" baseField="0" baseItem="0"/></dataFields></pivotTableDefinition>`,
  "xl/pivotTables/_rels/pivotTable1.xml.rels": relationships([
    "rId1",
    `${type}/pivotCacheDefinition`,
    "../pivotCache/pivotCacheDefinition1.xml",
  ]),
  "xl/pivotCache/pivotCacheDefinition1.xml": `<pivotCacheDefinition ${space} refreshedVersion="6" recordCount="0" saveData="0"><cacheSource type="worksheet"><worksheetSource ref="A1:B2" sheet="Data"/></cacheSource><cacheFields count="2"><cacheField name="Plant"><sharedItems count="1"><s v="Damson"/></sharedItems></cacheField><cacheField name="Net"><sharedItems containsSemiMixedTypes="0" containsString="0" containsNumber="1" minValue="1" maxValue="1"/></cacheField></cacheFields></pivotCacheDefinition>`,
};
const source = {
  name: "Data",
  rows: [
    ["Plant", "Net"],
    ["Damson", 1],
  ],
};
const pivoted = [[], [], ["Row Labels", "Sum of Net"], ["Damson", 4321], ["Grand Total", 4321]];
const asked = '<row r="1"><c r="A1"><f>GETPIVOTDATA("Net",Pivot!$A$3,"Plant","Damson")+41</f></c></row>';

test("a pivot table prints what its author saw", async () => {
  const { text } = await workbook([source, { name: "Pivot", rows: pivoted }], pivotTable);
  expect(text).toMatch(/Row Labels.*\n.*Damson\s+4321\n.*Grand Total\s+4321/);
  expect(text).not.toContain("Total Result");
});

test("a pivot table without stored cells, or one that a formula still reads, is computed", async () => {
  const empty = await workbook([source, { name: "Pivot", rows: [] }], pivotTable);
  expect(empty.text).toContain("Sum of Net");
  const open = await workbook(
    [source, { name: "Pivot", rows: pivoted }, { name: "Open", rows: [], more: asked }],
    pivotTable,
  );
  expect(open.text.trim().endsWith("42")).toBe(true);
});

test("a link made by a formula keeps its address", async () => {
  const cell = (row: number, text: string, words: string) =>
    `<row r="${row}"><c r="A${row}" t="str"><f>HYPERLINK(${text},"${words}")</f><v>${words}</v></c></row>`;
  const more = cell(2, '"https://example.com/a?b=1&amp;c=2"', "View receipt") + cell(3, '"mailto:"&amp;A1', "Write");
  const seen = await workbook([{ name: "Links", rows: [["rowan@example.com"]], more }]);
  expect(seen.text).toMatch(/View receipt\s+Write/);
  expect(await addresses(seen)).toEqual(["https://example.com/a?b=1&c=2", "mailto:rowan@example.com"]);
  const old = await oldWorkbook({
    cells: [
      { row: 0, column: 0, tokens: formula.link("https://example.com/old", "View"), result: "View" },
      { row: 1, column: 0, text: "Damson" },
    ],
  });
  expect(old.text).toMatch(/View\s+Damson/);
  expect(await addresses(old)).toEqual(["https://example.com/old"]);
});

test("a picture behind the cells does not print, as in Excel", async () => {
  const dots = Buffer.alloc(8 * 24, 0x70);
  const [head, size] = [new Uint8Array(new Uint16Array([12, 0, 8, 8, 1, 24]).buffer), Buffer.alloc(8)];
  size.writeUInt32LE(0x10009);
  size.writeUInt32LE(head.length + dots.length, 4);
  const cells = [{ row: 0, column: 0, text: "Damson" }];
  const images = async ({ pdfPath }: { pdfPath: string }) =>
    (await readFile(pdfPath)).toString("latin1").match(/\/Subtype\s*\/Image/g)?.length ?? 0;
  expect(await images(await oldWorkbook({ cells, background: Buffer.concat([size, head, dots]) }))).toBe(0);
});

test("a print area that is a formula prints the whole sheet, with a warning", async () => {
  const text = "The print area of sheet “Old” is computed and could not be used: the whole sheet is printed.";
  const cells = ["Damson", "Elder", "Rowan"].map((plant, column) => ({ row: 0, column, text: plant }));
  const old = await oldWorkbook({ cells, printArea: formula.firstColumns(2) });
  const rows = [cells.map((cell) => cell.text)];
  const area = "OFFSET(Old!$A$1,0,0,COUNTA(Old!$A:$A),2)";
  const made = await workbook([{ name: "Old", rows, printArea: "$A$1:$B$1" }], {
    "xl/workbook.xml": (stated) => stated.replace("Old!$A$1:$B$1", area),
  });
  for (const seen of [old, made]) {
    expect(seen.text).toMatch(/Damson\s+Elder\s+Rowan/);
    expect(seen.warnings).toEqual([{ code: "print-area-computed", text }]);
  }
});

test("errors print as the page set-up states", async () => {
  const more =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Rate</t></is></c><c r="B1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>';
  const words = async (errors: string) =>
    (await workbook([{ name: "Errors", rows: [], more, tail: `<pageSetup errors="${errors}"/>` }])).text.trim();
  expect(await words("displayed")).toMatch(/^Rate\s+#DIV\/0!$/);
  expect(await words("blank")).toBe("Rate");
  expect(await words("dash")).toMatch(/^Rate\s+--$/);
  const divided = { row: 0, column: 1, tokens: formula.today, result: { error: 7 } };
  const old = await oldWorkbook({ errors: 1, cells: [{ row: 0, column: 0, text: "Rate" }, divided] });
  expect(old.text.trim()).toBe("Rate");
});

test("a missing waterfall chart gives a warning", async () => {
  const drawing = "http://schemas.openxmlformats.org/drawingml/2006";
  const corner = (name: string, at: number) =>
    `<xdr:${name}><xdr:col>${at}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${at}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  const frame = `<xdr:graphicFrame macro=""><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/drawing/2014/chartex"/></a:graphic></xdr:graphicFrame>`;
  const seen = await workbook(
    [{ name: "Cash", rows: [["Damson"]], tail: `<drawing xmlns:r="${type}" r:id="rId1"/>` }],
    {
      "[Content_Types].xml": overrides(["xl/drawings/drawing1.xml", "drawing"]),
      "xl/worksheets/_rels/sheet1.xml.rels": relationships(["rId1", `${type}/drawing`, "../drawings/drawing1.xml"]),
      "xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><xdr:twoCellAnchor>${corner("from", 1)}${corner("to", 3)}<mc:AlternateContent><mc:Choice xmlns:cx1="http://schemas.microsoft.com/office/drawing/2015/9/8/chartex" Requires="cx1">${frame}</mc:Choice><mc:Fallback/></mc:AlternateContent><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`,
    },
  );
  expect(seen.warnings).toMatchObject([{ code: "charts-missing", text: expect.stringContaining("sheet “Cash”") }]);
});

test("a workbook that LibreOffice prints but cannot save is printed unchanged, and so is the next one", async () => {
  const path = await printing.written("chart.xls", chartOfExcel5(80.5));
  expect(await printing.printed(workbookConverter(printing.office, "xls"), path)).toMatchObject({
    pages: 1,
    text: expect.stringContaining("80.5"),
  });
  expect((await workbook([{ name: "Next", rows: [["Damson"]] }])).text).toContain("Damson");
});
