import { expect, test } from "vitest";
import { type Sheet, xlsx } from "../../../fixtures/office-files.ts";
import { startPrinting } from "../testing/printing.ts";
import { amountStyle, type TestSheet, xls } from "./biff/testing.ts";
import { changedWorkbook, type WorkbookChange } from "./testing.ts";
import { workbookConverter } from "./workbook.ts";
import { zipBytes } from "./zip-writer.ts";

const printing = startPrinting();
const { printed, written } = printing;

async function workbook(sheet: Omit<Sheet, "name">) {
  const path = await written("made.xlsx", await xlsx([{ name: "Ledger", ...sheet }]));
  return printed(workbookConverter(printing.office, "xlsx"), path);
}

async function oldWorkbook(sheet: Omit<TestSheet, "name">) {
  const path = await written("made.xls", xls([{ name: "Ledger", ...sheet }]));
  return printed(workbookConverter(printing.office, "xls"), path);
}

const address = "12 Meadowsweet Terrace, Hawthorn Bank, Lower Elderfield, Wiltshire, near the old corn exchange";
const sentence = (text: string) => text.replaceAll(/\s+/g, " ");
const cell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const splitWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

test("columns without a stated width fit their content, also beside columns with one", async () => {
  const head =
    '<cols><col min="1" max="1" width="11" customWidth="1"/><col min="4" max="4" width="9" style="0"/></cols>';
  const rows = [["Date", "Consultancy in January", "Paid by bank transfer", "Ref"]];
  expect(sentence((await workbook({ head, rows })).text)).toContain("Consultancy in January Paid by bank transfer Ref");
});

test("texts too long for any column wrap, and their rows grow", async () => {
  const rows = [
    ["Name", "Address", "Notes"],
    ["Teasel Ltd", address, address],
    ["Bryony", "Short", "x"],
  ];
  const more = `<row r="4" ht="15" customHeight="1">${cell("A4", "Sorrel")}${cell("B4", `Ф ${address}`)}${cell("C4", "y")}</row>`;
  const seen = await workbook({ rows, more });
  expect(seen).toMatchObject({ pages: 1, warnings: [] });
  const found = splitWords(seen.text);
  for (const word of splitWords(address))
    expect(found.filter((one) => one === word)).toHaveLength(
      splitWords(address).filter((one) => one === word).length * 3,
    );
});

const [types, relations] = ["[Content_Types].xml", "xl/_rels/workbook.xml.rels"];
/** Moves a part of a workbook to another name, or removes it. */
const moved =
  (from: string, to: string | undefined): WorkbookChange =>
  (parts) => {
    const without = (list = "") => list.replace(new RegExp(`<[^<>]*"/?(?:xl/)?${from}"[^<>]*>`), "");
    const renamed = (list = "") => list.replace(`${from}"`, `${to}"`);
    const change = to === undefined ? without : renamed;
    const part = to === undefined ? {} : { [`xl/${to}`]: parts[`xl/${from}`] };
    return { [`xl/${from}`]: undefined, ...part, [types]: change(parts[types]), [relations]: change(parts[relations]) };
  };

test.each<[string, WorkbookChange]>([
  ["without cell formats", moved("styles.xml", undefined)],
  [
    "with tags as few programs write them",
    (parts) =>
      Object.fromEntries(
        Object.entries(parts).map(([name, xml]) => [
          name,
          xml.replaceAll(/([\w:]+)="([^"']*)"(?=[^<]*>)/g, "$1 = '$2'").replaceAll(/<\/([\w:]+)>/g, "</$1\n>"),
        ]),
      ),
  ],
  ["with its cell formats in a part of another name", moved("styles.xml", "formats/cells.xml")],
])("texts too long for any column wrap in a workbook %s", async (_what, change) => {
  const rows = [
    ["Name", "Address", "Notes"],
    ["Teasel Ltd", address, "x"],
  ];
  const path = await written("made.xlsx", await changedWorkbook([{ name: "Ledger", rows }], change));
  const seen = await printed(workbookConverter(printing.office, "xlsx"), path);
  expect(seen).toMatchObject({ pages: 1, warnings: [] });
  expect(splitWords(seen.text)).toEqual(expect.arrayContaining(splitWords(address)));
});

test("the last column wraps too where its texts would go on over several pages across", async () => {
  const note = (name: string) => Array.from({ length: 150 }, (_, word) => `${name}${word}`).join(" ");
  const seen = await workbook({
    rows: [
      ["Payment", address, note("a")],
      ["Refund", address, note("b")],
    ],
  });
  expect(seen.warnings).toEqual([]);
  for (const name of ["a", "b"]) expect(splitWords(seen.text)).toEqual(expect.arrayContaining(splitWords(note(name))));
});

test("texts wrap in narrower columns before a table takes more pages across, and never within a word", async () => {
  const headings = Array.from({ length: 14 }, (_, column) =>
    `Quarterly Responsibilities of partner ${column} `.repeat(2),
  );
  const seen = await workbook({ rows: [headings, headings.map((_, column) => `Value ${column}`)] });
  expect(seen).toMatchObject({ pages: 1, warnings: [] });
  expect(splitWords(seen.text).filter((word) => word === "Responsibilities")).toHaveLength(28);
});

test("dates in ISO 8601 are whole, in columns without a width and in narrow ones", async () => {
  const more =
    '<row r="1"><c r="A1" s="1" t="d"><v>2026-01-15</v></c><c r="B1" s="1" t="d"><v>2026-02-16T10:00:00</v></c></row>';
  expect((await workbook({ rows: [], more })).text).toMatch(/15\/01\/2026\s+16\/02\/2026/);
  expect((await workbook({ rows: [], more, widths: [4, 5] })).text).toMatch(/15\/01\/2026\s+16\/02\/2026/);
});

test("numbers are never ###: in formats that are known by number alone, in merged cells, and just too wide", async () => {
  const rows = [[{ value: 46037, format: 58 }, { value: 1234567.8, format: 4 }, 98765, { value: 46037.5, format: 22 }]];
  const merged = '<mergeCells><mergeCell ref="D1:E1"/></mergeCells>';
  const seen = await workbook({ rows, widths: [7, 9.5, 4, 5, 5], tail: merged });
  expect(sentence(seen.text)).toContain("15/01/2026 1,234,567.80 98765 15/01/2026 12:00");
});

test("a text with the same format as numbers overflows at its own size", async () => {
  const rows = [[{ value: 1, style: 2 as const }]];
  const more = `<row r="2"><c r="A2" s="2" t="inlineStr"><is><t>${address}</t></is></c></row>`;
  expect(sentence((await workbook({ rows, more, widths: [9] })).text)).toContain(address);
});

test("columns of an XLS workbook fit their content without a stated width, and never print ### with one", async () => {
  const text = (column: number, text: string) => ({ row: 0, column, text });
  const cells = [text(0, "Date"), text(1, "Consultancy in January"), text(2, "Paid by bank transfer"), text(3, "Ref")];
  expect(sentence((await oldWorkbook({ cells })).text)).toContain("Consultancy in January Paid by bank transfer Ref");
  const amounts = [{ row: 0, column: 0, value: 1234567.8, style: amountStyle }];
  for (const widths of [[6], [11.6], [12]]) {
    expect((await oldWorkbook({ cells: amounts, widths })).text).toContain("1,234,567.80");
  }
});

test("an OpenDocument workbook without stated widths prints dates, amounts and texts whole", async () => {
  const spaces = ["office", "table", "text", "style", "number"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === "number" ? "datastyle" : name}:1.0"`,
  );
  const type = "application/vnd.oasis.opendocument.spreadsheet";
  const parts = ["day", "month", "year"]
    .map((part) => `<number:${part} number:style="long"/>`)
    .join("<number:text>/</number:text>");
  const styles = `<office:automatic-styles><number:date-style style:name="N1">${parts}<number:text> </number:text><number:hours number:style="long"/><number:text>:</number:text><number:minutes number:style="long"/></number:date-style><style:style style:name="ce1" style:family="table-cell" style:data-style-name="N1"/></office:automatic-styles>`;
  const date =
    '<table:table-cell table:style-name="ce1" office:value-type="date" office:date-value="2026-01-15T09:30:00"/>';
  const words = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
  const row = `<table:table-row>${words("Consultancy in January")}${date}${words(address)}${words("Ref")}</table:table-row>`;
  const content = `<office:document-content ${spaces.join(" ")} office:version="1.3">${styles}<office:body><office:spreadsheet><table:table table:name="Ledger"><table:table-column table:number-columns-repeated="4"/>${row}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const entries = ["/", "content.xml"].map(
    (path) =>
      `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${path === "/" ? type : "text/xml"}"/>`,
  );
  const path = await written(
    "made.ods",
    await zipBytes([
      ["mimetype", type],
      [
        "META-INF/manifest.xml",
        `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${entries.join("")}</manifest:manifest>`,
      ],
      ["content.xml", content],
    ]),
  );
  const seen = await printed(workbookConverter(printing.office, "ods"), path);
  expect(sentence(seen.text)).toMatch(/Consultancy in January 15\/01\/2026 09:30 .* Ref/);
  for (const word of splitWords(address)) expect(splitWords(seen.text)).toContain(word);
});
