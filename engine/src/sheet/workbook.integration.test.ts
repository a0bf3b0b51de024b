import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { fixturePath } from "../../../fixtures/files.ts";
import { type Sheet, xlsx } from "../../../fixtures/office-files.ts";
import { openArchive } from "../detect/archive.ts";
import { startPrinting } from "../testing/printing.ts";
import { formula, type TestSheet, xls } from "./biff/testing.ts";
import { workbookConverter } from "./workbook.ts";
import { zipBytes } from "./zip-writer.ts";

const run = promisify(execFile);
const printing = startPrinting();
const { printed, written } = printing;

async function workbook(sheets: Sheet[], name = "made.xlsx") {
  return printed(workbookConverter(printing.office, "xlsx"), await written(name, await xlsx(sheets)));
}

test("all of 25 columns are printed on one page", async () => {
  const seen = await printed(workbookConverter(printing.office, "xlsx"), fixturePath("wide.xlsx"));
  expect(seen).toMatchObject({ pages: 1, lies: true, warnings: [] });
  expect(seen.text).toContain("Tansy");
});

test("hidden sheets are left out and named", async () => {
  const seen = await printed(workbookConverter(printing.office, "xlsx"), fixturePath("hidden-sheet.xlsx"));
  expect(seen.text).toContain("Elder");
  expect(seen.text).not.toContain("Nettle");
  expect(seen.warnings).toEqual([
    { code: "hidden-sheets-left-out", text: "The hidden sheet “Workings” was left out." },
  ]);
});

test("a hidden sheet is left out even if it was open when the workbook was saved", async () => {
  const seen = await workbook([
    { name: "Secret", hidden: true, rows: [["Nettle"]] },
    { name: "Shown", rows: [["Elder"]] },
  ]);
  expect(seen).toMatchObject({ pages: 1 });
  expect(seen.text).toContain("Elder");
  expect(seen.text).not.toContain("Nettle");
});

test("a hidden sheet is left out even if it has a print area of its own", async () => {
  const seen = await workbook([
    { name: "Shown", rows: [["Elder"]] },
    { name: "Secret", hidden: true, rows: [["Nettle"]], printArea: "$A$1:$A$1" },
  ]);
  expect(seen).toMatchObject({ pages: 1 });
  expect(seen.text).not.toContain("Nettle");
});

test("a chart of a hidden sheet's cells shows their stored results", async () => {
  const row = (cell: string) => `<row r="1"><c r="A1">${cell}</c></row>`;
  const seen = await workbook([
    { name: "Shown", rows: [], more: row("<f>Workings!A1+1</f>") },
    { name: "Workings", hidden: true, rows: [], more: row("<f>TODAY()</f><v>4321</v>") },
  ]);
  expect(seen.text.trim()).toBe("4322");
});

test.each([
  ["LibreOffice/25.2", "4321"],
  ["a program that stores placeholders", "42"],
])("an OpenDocument workbook by %s prints %s", async (generator, result) => {
  const spaces = ["office", "table", "text", "meta"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  spaces.push('xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"');
  const document = (kind: string, inside: string) =>
    `<office:document-${kind} ${spaces.join(" ")} office:version="1.3">${inside}</office:document-${kind}>`;
  const type = "application/vnd.oasis.opendocument.spreadsheet";
  const files = ["content.xml", "meta.xml"].map(
    (name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`,
  );
  const cell = `<table:table-cell table:formula="of:=TODAY()-TODAY()+42" office:value-type="float" office:value="4321"><text:p>4321</text:p></table:table-cell>`;
  const table = `<table:table table:name="Sheet"><table:table-row>${cell}</table:table-row></table:table>`;
  const path = await written(
    "results.ods",
    await zipBytes([
      ["mimetype", type],
      [
        "META-INF/manifest.xml",
        `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>${files.join("")}</manifest:manifest>`,
      ],
      [
        "content.xml",
        document("content", `<office:body><office:spreadsheet>${table}</office:spreadsheet></office:body>`),
      ],
      ["meta.xml", document("meta", `<office:meta><meta:generator>${generator}</meta:generator></office:meta>`)],
    ]),
  );
  expect((await printed(workbookConverter(printing.office, "ods"), path)).text.split(/\s+/)).toContain(result);
});

test("built-in dates and pounds print as in the United Kingdom", async () => {
  const seen = await printed(workbookConverter(printing.office, "xlsx"), fixturePath("ledger.xlsx"));
  expect(seen.text).toMatch(/15\/01\/2026\s+Entry 1\s+£12\.50/);
});

test("without stated widths, dates and amounts are complete and no text is clipped by the next cell", async () => {
  const row = [{ value: 46037, format: 14 }, "Consultancy services in January", { value: -12345.6, format: 44 }, "x"];
  const seen = await workbook([{ name: "Export", rows: [["Date", "For what", "Net", "Code"], row] }]);
  expect(seen.text).toMatch(/15\/01\/2026\s+Consultancy services in January\s+-\s*£\s*12,345\.60\s+x/);
  const chosen = await workbook([{ name: "Chosen", rows: [row], widths: [4, 4, 4, 4] }]);
  expect(chosen.text).not.toContain("Consultancy services");
});

test("amounts and dates are complete even when the stated widths are too narrow", async () => {
  const row = [{ value: 46037, format: 14 }, { value: -1234567.8, format: 44 }, "x", { value: 99, format: 4 }];
  const widths = [6, 9, 9, 9];
  expect((await workbook([{ name: "Narrow", rows: [row], widths }])).text).toMatch(
    /15\/01\/2026.*1,234,567\.80.*x.*99\.00/,
  );
});

test("zeros are not printed on a sheet that hides them, and are printed on others", async () => {
  const rows = [["Damson", 0, { value: 0, format: 4 }, 5]];
  const view = '<sheetViews><sheetView showZeros="0" workbookViewId="0"/></sheetViews>';
  const words = async (head: string) =>
    (await workbook([{ name: "Zeros", head, rows }])).text.split(/\s+/).filter(Boolean);
  expect(await words(view)).toEqual(["Damson", "5"]);
  expect(await words("")).toEqual(["Damson", "0", "0.00", "5"]);
});

test("every built-in date and currency format prints in the British way, whatever the locale of the program that wrote it", async () => {
  const numbers = [5, 7, 14, 22, 42, 44].map((format) => ({
    value: format === 14 || format === 22 ? 46037.55 : 1234.5,
    format,
  }));
  const seen = await workbook([{ name: "Formats", rows: numbers.map((one) => [one]), widths: [24] }]);
  const lines = seen.text.split("\n").map((line) => line.trim().replaceAll(/\s+/g, " "));
  expect(lines.filter(Boolean)).toEqual([
    "£1,235",
    "£1,234.50",
    "15/01/2026",
    "15/01/2026 13:12",
    "£ 1,235",
    "£ 1,234.50",
  ]);
});

test.each(["accounts.xls", "budget.ods"] as const)("%s is converted in the same way", async (name) => {
  const seen = await printed(
    workbookConverter(printing.office, name.endsWith("xls") ? "xls" : "ods"),
    fixturePath(name),
  );
  expect(seen).toMatchObject({ pages: 1, lies: false });
  expect(seen.text).toMatch(/Damson|Bilberry/);
});

async function oldWorkbook(...sheets: TestSheet[]) {
  return printed(workbookConverter(printing.office, "xls"), await written("made.xls", xls(sheets)));
}

test("25 columns of an XLS workbook are printed on one page, and its hidden sheets are left out", async () => {
  const cells = Array.from({ length: 25 }, (_, column) => ({ row: 0, column, text: `Plant${column}` }));
  const printArea = { toRow: 0, toColumn: 0 };
  const hidden = { name: "Secret", hidden: true, cells: [{ row: 0, column: 0, text: "Nettle" }], printArea };
  const seen = await oldWorkbook({ name: "Wide", cells }, hidden);
  expect(seen).toMatchObject({ pages: 1, lies: true });
  for (const { text } of cells) expect(seen.text).toContain(text);
  expect(seen.text).not.toContain("Nettle");
  expect(seen.warnings).toMatchObject([{ code: "hidden-sheets-left-out" }]);
});

test("an XLS workbook prints its stored results in its print area", async () => {
  const { today } = formula;
  const cells = [
    { row: 0, column: 0, tokens: today, result: 4321 },
    { row: 1, column: 0, tokens: today, result: "Hawthorn" },
    { row: 2, column: 0, tokens: today, result: true },
    { row: 3, column: 0, text: "Nettle" },
  ];
  const seen = await oldWorkbook({ name: "Results", cells, printArea: { toRow: 2, toColumn: 0 } });
  expect(seen.text.split(/\s+/).filter(Boolean)).toEqual(["4321", "Hawthorn", "TRUE"]);
});

test("a missing picture in the header of a printed sheet causes a warning", async () => {
  const space = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const tail = `<headerFooter><oddHeader>&amp;C&amp;G</oddHeader></headerFooter><legacyDrawingHF ${space} r:id="rId1"/>`;
  const rows = [["Damson"]];
  const seen = await workbook([
    { name: "Letter", rows, tail },
    { name: "Plain", rows },
    { name: "Secret", hidden: true, rows, tail },
  ]);
  const old = await oldWorkbook({ name: "Letter", header: "&C&G", cells: [{ row: 0, column: 0, text: "Damson" }] });
  const text = expect.stringContaining("The picture in the header or footer of sheet “Letter” is missing.");
  expect(seen.warnings).toContainEqual({ code: "header-pictures-missing", text });
  expect(old.warnings).toEqual([{ code: "header-pictures-missing", text }]);
});

test("an XLS workbook without stated widths gets columns as wide as their content", async () => {
  const cells = [
    { row: 0, column: 0, text: "Consultancy services in January" },
    { row: 0, column: 1, value: 123456789012 },
  ];
  expect((await oldWorkbook({ name: "Export", cells, widths: [] })).text).toMatch(/in January\s+123456789012/);
  expect((await oldWorkbook({ name: "Chosen", cells })).text).not.toContain("January");
});

test("an XLS workbook without stored results is computed", async () => {
  const cells = [{ row: 0, column: 0, tokens: formula.sum, result: "open" as const }];
  expect((await oldWorkbook({ name: "Open", cells })).text.trim()).toBe("42");
});

test("a sheet that would be unreadable on one page is printed in bands of columns, without losing any", async () => {
  const columns = Array.from({ length: 80 }, (_, index) => `Column${index}`);
  const seen = await workbook([{ name: "Wide", rows: [columns] }]);
  expect(seen.pages).toBeGreaterThan(1);
  for (const column of columns) expect(seen.text).toContain(column);
  expect(seen.warnings).toMatchObject([{ code: "columns-in-bands" }]);
});

test("an empty form of merged cells prints its grid on few pages", async () => {
  const merges = Array.from({ length: 5_000 }, (_, index) => `<mergeCell ref="A${index + 1}:B${index + 1}"/>`);
  const seen = await workbook([{ name: "Bögen", rows: [], tail: `<mergeCells>${merges.join("")}</mergeCells>` }]);
  expect(seen.pages).toBeLessThan(4);
  expect(seen.drawsLines).toBe(true);
});

test("a right-to-left sheet begins at the right edge", async () => {
  const view = '<sheetViews><sheetView rightToLeft="1" workbookViewId="0"/></sheetViews>';
  const seen = await workbook([{ name: "RTL", head: view, rows: [["Alpha", "Beta"]] }]);
  expect(seen.text).toMatch(/Beta\s+Alpha/);
});

test("the author's print area, fit to one page and repeated rows are kept", async () => {
  const rows = Array.from({ length: 300 }, (_, index) => [`Row ${index}`, `Note ${index}`]);
  const fitted = await workbook([
    {
      name: "Fitted",
      head: '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
      rows: rows.slice(0, 45),
      tail: '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="1"/>',
    },
  ]);
  expect(fitted).toMatchObject({ pages: 1, lies: true });
  const area = await workbook([
    { name: "Area", rows: [["Heading", "Notes"], ...rows], printArea: "$A$1:$A$100", printTitles: "$1:$1" },
  ]);
  expect(area.text).toContain("Row 98");
  expect(area.text).not.toMatch(/Row 99|Note/);
  expect(area.text.match(/Heading/g)).toHaveLength(area.pages);
  const moving = await workbook([
    { name: "Moving", rows: [["Heading", "Notes"], ...rows], printArea: "A1:A100", printTitles: "1:1" },
  ]);
  expect(moving.text).not.toMatch(/Row 99|Note/);
  expect(moving.text.match(/Heading/g)).toHaveLength(moving.pages);
});

test("a fit to one page that would be unreadable is overridden with a warning", async () => {
  const fit = {
    head: '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    tail: '<pageSetup fitToWidth="1" fitToHeight="1"/>',
  };
  const long = await workbook([
    { name: "Long", ...fit, rows: Array.from({ length: 300 }, (_, row) => [`Row ${row}`]) },
  ]);
  expect(long.pages).toBeGreaterThan(3);
  expect(long.warnings).toMatchObject([
    { code: "fit-overridden", text: expect.stringMatching(/^Sheet “Long” would be/) },
  ]);
  const wide = await workbook([
    { name: "Wide", ...fit, rows: [Array.from({ length: 80 }, (_, column) => `C${column}`)] },
  ]);
  expect(wide.warnings).toMatchObject([{ code: "columns-in-bands", text: expect.stringContaining("as its author") }]);
});

test("page numbers start at the author's first number, and pages follow the author's order", async () => {
  const page = '<pageSetup firstPageNumber="5" useFirstPageNumber="1" pageOrder="overThenDown" scale="100"/>';
  const tail = `<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>${page}<headerFooter><oddFooter>Page &amp;P</oddFooter></headerFooter><colBreaks count="1" manualBreakCount="1"><brk id="1" max="99" man="1"/></colBreaks>`;
  const rows = Array.from({ length: 80 }, (_, index) => [`Left ${index}`, `Right ${index}`]);
  const { text, pages } = await workbook([{ name: "Numbered", rows, tail }]);
  expect(pages).toBe(4);
  expect(text.match(/Page \d/g)).toEqual(["Page 5", "Page 6", "Page 7", "Page 8"]);
  expect(text.indexOf("Right 0")).toBeLessThan(text.indexOf("Left 79"));
});

test("an open note is printed only when the page set-up prints notes", async () => {
  const space = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"';
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const style = "position:absolute;margin-left:100pt;margin-top:7pt;width:96pt;height:55pt;visibility:visible";
  const place = "<x:Anchor>2, 15, 0, 10, 3, 61, 4, 4</x:Anchor><x:Row>0</x:Row><x:Column>0</x:Column><x:Visible/>";
  const client = `<x:ClientData ObjectType="Note">${place}</x:ClientData>`;
  const noted = async (setup: string) => {
    const archive = await openArchive(
      await xlsx([
        { name: "Noted", rows: [["Damson"]], tail: `${setup}<legacyDrawing xmlns:r="${type}" r:id="rId1"/>` },
      ]),
    );
    const types = String(await archive.read("[Content_Types].xml"));
    const kept = archive.names.filter((name) => name !== "[Content_Types].xml");
    const parts = await Promise.all(
      kept.map(async (name) => [name, String(await archive.read(name))] as [string, string]),
    );
    const path = await written(
      "noted.xlsx",
      await zipBytes([
        [
          "[Content_Types].xml",
          types.replace(
            "</Types>",
            '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Override PartName="/xl/comments1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"/></Types>',
          ),
        ],
        ...parts,
        [
          "xl/worksheets/_rels/sheet1.xml.rels",
          `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${type}/vmlDrawing" Target="../drawings/vmlDrawing1.vml"/><Relationship Id="rId2" Type="${type}/comments" Target="../comments1.xml"/></Relationships>`,
        ],
        [
          "xl/comments1.xml",
          '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>A</author></authors><commentList><comment ref="A1" authorId="0"><text><t>Nettle</t></text></comment></commentList></comments>',
        ],
        [
          "xl/drawings/vmlDrawing1.vml",
          `<xml ${space}><v:shape id="_x0000_s1025" style="${style}">${client}</v:shape></xml>`,
        ],
      ]),
    );
    return (await printed(workbookConverter(printing.office, "xlsx"), path)).text;
  };
  expect(await noted("")).not.toContain("Nettle");
  expect(await noted('<pageSetup cellComments="asDisplayed"/>')).toContain("Nettle");
});

test("sheets with an added print area are complete to the last row and the widest text, next to sheets without one", async () => {
  const numbered = (word: string, count: number) =>
    Array.from({ length: count }, (_, index) => [`${word} ${index + 1}`]);
  const seen = await workbook([
    { name: "Told", rows: [...numbered("larch", 130), [`${"wide ".repeat(15)}end`]] },
    {
      name: "Measured",
      head: '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
      rows: numbered("maple", 20),
      tail: "<pageSetup/>",
    },
    { name: "Told too", rows: numbered("rowan", 3) },
  ]);
  for (const words of ["larch 1\n", "larch 130", "wide end", "maple 20", "rowan 3"]) expect(seen.text).toContain(words);
  expect(seen.pages).toBe(5);
});

test("a sheet that its author centred on the page is printed in its middle", async () => {
  const tail = '<printOptions verticalCentered="1"/>';
  const { pdfPath } = await workbook([{ name: "Centred", rows: [["Speedwell"]], tail }]);
  const { stdout } = await run("pdftotext", ["-bbox", pdfPath, "-"]);
  const [, top, bottom] = /yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">Speedwell</.exec(stdout) ?? [];
  expect(Math.abs((Number(top) + Number(bottom)) / 2 - 841.89 / 2)).toBeLessThan(10);
});

test("a million formatted empty rows add no pages and little time", async () => {
  const styled = Array.from({ length: 200_000 }, (_, index) => `<row r="${index + 3}" s="1" customFormat="1"/>`);
  const began = performance.now();
  const seen = await workbook([{ name: "Long", rows: [["Speedwell"]], more: styled.join("") }]);
  expect(seen).toMatchObject({ pages: 1 });
  expect(seen.text).toContain("Speedwell");
  expect(performance.now() - began).toBeLessThan(20_000);
});

test("the icons of a conditional format are as large as its numbers", async () => {
  const values = '<cfvo type="percent" val="0"/><cfvo type="percent" val="33"/><cfvo type="percent" val="67"/>';
  const tail = `<conditionalFormatting sqref="A1:A3"><cfRule type="iconSet" priority="1"><iconSet iconSet="3Arrows">${values}</iconSet></cfRule></conditionalFormatting>`;
  const { pdfPath } = await workbook([{ name: "Scores", rows: [[1], [50], [100]], tail }]);
  const { stdout } = await run("pdfimages", ["-list", pdfPath]);
  const [, , icon = ""] = stdout.split("\n");
  const [, , , dots, , , , , , , , , dotsPerInch] = icon.trim().split(/\s+/).map(Number);
  const points = (72 * (dots ?? 0)) / (dotsPerInch ?? 1);
  expect(points).toBeGreaterThan(9);
  expect(points).toBeLessThan(20); // a LibreOffice that draws them correctly needs no correction
});
