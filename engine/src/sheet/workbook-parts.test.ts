import { expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { readTree } from "../xml/xml-tree.ts";
import {
  plainFormat,
  plainText,
  readRelatedParts,
  readRelationships,
  readSharedTexts,
  readStyles,
  readWorkbook,
  relationshipsPart,
  setActiveSheet,
} from "./workbook-parts.ts";
import { zipBytes } from "./zip-writer.ts";

const archiveOf = async (parts: [string, string][]) => openArchive(await zipBytes(parts));
const related = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://example.org/${type}" Target="${target}"/>`;

test("a workbook lists its sheets, with their parts and what they print", async () => {
  const names = [
    '<definedName name="_xlnm.Print_Area" localSheetId="1">Costs!$A$1:$B$2</definedName>',
    '<definedName name="_xlnm.Print_Titles" localSheetId="0">&apos;A&amp;B&apos;!$1:$1</definedName>',
    '<definedName name="_xlnm.Print_Area">Other!$A$1</definedName>',
  ];
  const sheets = [
    '<sheet name="A&amp;B" r:id="r1"/>',
    '<sheet name="Costs é" state="veryHidden" r:id="r2"/>',
    '<sheet r:id="r9"/>',
  ];
  const workbook = `<workbook><bookViews><workbookView activeTab="1"/><workbookView activeTab="2"/></bookViews><sheets>${sheets.join("")}</sheets><definedNames>${names.join("")}</definedNames><calcPr fullCalcOnLoad="1"/></workbook>`;
  using archive = await archiveOf([
    ["_rels/.rels", `<Relationships>${related("a", "officeDocument", "book/main.xml")}</Relationships>`],
    ["book/main.xml", workbook],
    [
      "book/_rels/main.xml.rels",
      `<Relationships>${related("r1", "worksheet", "../sheets/one.xml")}${related("r2", "chartsheet", "/two.xml")}${related("r3", "styles", "styles2.xml")}</Relationships>`,
    ],
  ]);
  const entry = {
    name: "",
    part: "",
    hidden: false,
    isWorksheet: false,
    isMacroSheet: false,
    printArea: undefined,
    printTitles: undefined,
  };
  expect(await readWorkbook(archive)).toEqual({
    part: "book/main.xml",
    stylesPart: "book/styles2.xml",
    sharedTextsPart: undefined,
    sheets: [
      { ...entry, name: "A&B", part: "sheets/one.xml", isWorksheet: true, printTitles: "'A&B'!$1:$1" },
      { ...entry, name: "Costs é", part: "two.xml", hidden: true, printArea: "Costs!$A$1:$B$2" },
      entry,
    ],
    activeSheet: 1,
    recalculate: true,
  });
});

test("a workbook without a view, and a package without relationships, have the usual ones", async () => {
  using archive = await archiveOf([["xl/workbook.xml", '<workbook><sheets><sheet name="A"/></sheets></workbook>']]);
  expect(await readWorkbook(archive)).toMatchObject({
    part: "xl/workbook.xml",
    sheets: [{ name: "A", part: "", isWorksheet: false }],
    activeSheet: 0,
    recalculate: false,
  });
});

test("related parts are found by their type", async () => {
  using archive = await archiveOf([
    ["xl/_rels/a.xml.rels", `<R>${related("1", "table", "t1.xml")}${related("2", "notable", "t2.xml")}</R>`],
    ["xl/t1.xml", "é"],
    ["xl/t2.xml", "b"],
  ]);
  expect([relationshipsPart("xl/a.xml"), relationshipsPart("")]).toEqual(["xl/_rels/a.xml.rels", "_rels/.rels"]);
  expect(await readRelatedParts(archive, await readRelationships(archive, "xl/a.xml"), "table")).toEqual([
    "\u00c3\u00a9",
  ]);
  expect(await readRelationships(archive, "xl/b.xml")).toEqual([]);
});

test("shared texts are read with their formatting", async () => {
  using archive = await archiveOf([
    ["_rels/.rels", `<Relationships>${related("a", "officeDocument", "xl/book.xml")}</Relationships>`],
    ["xl/_rels/book.xml.rels", `<Relationships>${related("b", "sharedStrings", "Texts.xml")}</Relationships>`],
    ["xl/Texts.xml", '<sst><si><t>é</t></si><si/><x:si a="b"><r><t>a</t></r></x:si></sst>'],
  ]);
  const workbook = await readWorkbook(archive);
  expect(await readSharedTexts(archive, workbook)).toEqual(["<t>é</t>", "", "<r><t>a</t></r>"]);
  expect(await readSharedTexts(archive, { ...workbook, sharedTextsPart: undefined })).toEqual([]);
});

test("the text of an item is that of its runs, without phonetic ones", () => {
  const item = "<r><rPr/><t>a&amp;</t></r><x:r><x:t xml:space='preserve'> b</x:t></x:r><rPh><t>c</t></rPh>";
  expect(plainText(item)).toBe("a& b");
});

const styleSheet = (xf: string, others = "") => `<styleSheet>${others}<cellXfs><xf/>${xf}</cellXfs></styleSheet>`;
const formatOf = (xf: string, others?: string) => readStyles(readTree(styleSheet(xf, others))).format(1);
const fonts = '<fonts><font><sz val="10"/><name val="Arial"/></font><font><b/></font><font><b val="0"/></font></fonts>';
const borders =
  '<borders><border><left/></border><border><left/><top style="thin"/></border><border><left style="none"/></border></borders>';
const fills =
  '<fills><fill><patternFill/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"/></fill><fill><gradientFill/></fill></fills>';
const codes =
  '<numFmts><numFmt numFmtId="164" formatCode="0.0&quot;k&quot;"/><numFmt numFmtId="4" formatCode="0"/></numFmts>';
const alignment = (attributes: string) => `<xf><alignment ${attributes}/></xf>`;

test.each<[string, string, object]>([
  ["", "<xf/>", { fontSize: 10 }],
  ["a bold font", '<xf fontId="1"/>', { isBold: true }],
  ["a font that is not bold", '<xf fontId="2"/>', {}],
  ["an unlisted font", '<xf fontId="9"/>', {}],
  ["a border", '<xf fontId="9" borderId="1"/>', { isVisible: true }],
  ["an invisible border", '<xf fontId="9" borderId="2"/>', {}],
  ["a pattern that nobody sees", '<xf fontId="9" fillId="1"/>', {}],
  ["a solid fill", '<xf fontId="9" fillId="2"/>', { isVisible: true }],
  ["a gradient", '<xf fontId="9" fillId="3"/>', { isVisible: true }],
  ["a number format of its own", '<xf fontId="9" numFmtId="164"/>', { formatCode: '0.0"k"' }],
  ["a built-in number format", '<xf fontId="9" numFmtId="2"/>', { formatCode: "0.00" }],
  ["a built-in number format of its own", '<xf fontId="9" numFmtId="4"/>', { formatCode: "0" }],
])("a cell format with %s", (_what, xf, format) => {
  expect(formatOf(xf, codes + fonts + fills + borders)).toEqual({ ...plainFormat, ...format });
});

test.each<[string, object]>([
  ['wrapText="1"', { wraps: true }],
  ['wrapText="true"', { wraps: true }],
  ['wrapText="0"', {}],
  ['horizontal="justify"', { wraps: true }],
  ['horizontal="distributed"', { wraps: true }],
  ['shrinkToFit="1"', { adapts: true }],
  ['textRotation="90"', { adapts: true }],
  ['textRotation="0"', {}],
  ['horizontal="right"', { alignment: "right" }],
  ['horizontal="center"', { alignment: "both" }],
  ['horizontal="centerContinuous"', { alignment: "both" }],
  ['horizontal="fill"', {}],
])("a cell format aligned with %s", (attributes, format) => {
  expect(formatOf(alignment(attributes))).toEqual({ ...plainFormat, ...format });
});

test("the first font is the default one, also of formats that the workbook does not list", () => {
  const styles = readStyles(readTree(styleSheet("", fonts)));
  expect(styles).toMatchObject({ defaultFontSize: 10 });
  expect(styles.columnStretch).toBeCloseTo(1.2356, 4);
  expect(styles.format(9)).toEqual({ ...plainFormat, fontSize: 10 });
  expect(readStyles(undefined).format(0)).toEqual(plainFormat);
});

test("another sheet becomes the active one", () => {
  const sheets = '<x:sheets><x:sheet name="A"/></x:sheets>';
  const views = '<x:bookViews><x:workbookView activeTab="2"/></x:bookViews>';
  const now = `<x:workbook>${views}${sheets}</x:workbook>`;
  expect(setActiveSheet(`<x:workbook><x:bookViews/>${sheets}</x:workbook>`, 2)).toBe(now);
  expect(setActiveSheet(`<x:workbook>${sheets}</x:workbook>`, 2)).toBe(now);
  expect(setActiveSheet("<workbook/>", 2)).toBe("<workbook/>");
});
