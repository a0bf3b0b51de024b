import { expect, test } from "vitest";
import { drawingRanges } from "./drawing-ranges.ts";
import type { NewSetup } from "./page-setup.ts";
import { printedRows } from "./printed-rows.ts";
import { plainFormat, type WorkbookStyles } from "./workbook-parts.ts";
import { measureWorksheet } from "./worksheet-cells.ts";

/** Style 1 has a border. */
const styles: WorkbookStyles = {
  format: (style) => ({ ...plainFormat, isVisible: style === 1 }),
  defaultFontSize: 11,
  columnStretch: 1,
};
const toWidth: NewSetup = { landscape: false, fit: { width: 1, height: 0 } };
const table = '<row r="1"><c r="A1"><v>1</v></c></row><row r="40"><c r="B40"><v>2</v></c></row>';
const sheet = (rows: string, { head = "", tail = "" } = {}) =>
  `<worksheet>${head}<sheetData>${rows}</sheetData>${tail}</worksheet>`;
const drawing = (inner: string) => `<xdr:wsDr>${inner}</xdr:wsDr>`;
const corner = (name: string, row: number) =>
  `<xdr:${name}><xdr:col>1</xdr:col><xdr:row>${row}</xdr:row></xdr:${name}>`;

function rows(xml: string, { setup = toWidth, types = ["hyperlink"], drawings = [] as string[] } = {}) {
  const measured = measureWorksheet(xml, styles, [], drawings.flatMap(drawingRanges));
  const relationships = [...types, ...drawings.map(() => "drawing")].map((type) => ({ type: `http://x/${type}` }));
  return printedRows({ xml, measured, setup, relationships, drawings }, styles);
}

test("a table is printed to its last row", () => expect(rows(sheet(table))).toBe("$1:$40"));

test("a picture anchored to two cells extends the printed rows to a few rows after it", () => {
  const between = (to: number) =>
    drawing(`<xdr:twoCellAnchor>${corner("from", 9)}${corner("to", to)}</xdr:twoCellAnchor>`);
  expect(rows(sheet(table), { drawings: [between(69)] })).toBe("$1:$90");
  expect(rows(sheet(table), { drawings: [between(20)] })).toBe("$1:$41");
  expect(rows(sheet(table), { drawings: [between(18)] })).toBe("$1:$40");
});

const onePage = { ...toWidth, fit: { width: 1, height: 1 } };
const loose = drawing(`<xdr:oneCellAnchor>${corner("from", 50)}<xdr:ext cx="1" cy="9999999"/></xdr:oneCellAnchor>`);
const turned = drawing(
  `<xdr:twoCellAnchor>${corner("from", 5)}${corner("to", 6)}<a:xfrm rot="5400000"/></xdr:twoCellAnchor>`,
);
test.each<[string, string | undefined]>([
  ["whose height counts for the scale", rows(sheet(table), { setup: onePage })],
  ["without content", rows(sheet('<row r="1"><c r="A1" s="1"/></row>'))],
  ["with a picture without a stated end row", rows(sheet(table), { drawings: [loose] })],
  ["with a rotated picture", rows(sheet(table), { drawings: [turned] })],
  ["with form controls or notes", rows(sheet(table), { types: ["vmlDrawing"] })],
  ["with sparklines", rows(sheet(table, { tail: "<x14:sparklineGroup/>" }))],
  ["with a formatted column", rows(sheet(table, { head: '<cols><col min="5" max="5" style="1"/></cols>' }))],
  ["with a formatted row", rows(sheet(`${table}<row r="41" s="1" customFormat="1"/>`))],
  ["with cells merged far below", rows(sheet(table, { tail: '<mergeCell ref="A41:B300"/>' }))],
  ["with a long empty form behind it", rows(sheet(`${table}<row r="95"><c r="C95" s="1"/></row>`))],
])("no print area is added to a sheet %s", (_, area) => expect(area).toBeUndefined());

test("an empty form is printed with its rows up to the length from which on LibreOffice leaves them out", () => {
  const form = (row: number) => sheet(`${table}<row r="${row}"><c r="C${row}" s="1"/></row>`);
  expect(rows(form(83))).toBe("$1:$83");
  expect(rows(form(84))).toBeUndefined();
});

test("rows are printed at most to the last one of a sheet", () => {
  const below = (row: number) =>
    rows(sheet(table), {
      drawings: [drawing(`<xdr:twoCellAnchor>${corner("from", 9)}${corner("to", row)}</xdr:twoCellAnchor>`)],
    });
  expect(below(1_048_554)).toBe("$1:$1048575");
  expect(below(1_048_555)).toBe("$1:$1048576");
  expect(below(1_048_575)).toBe("$1:$1048576");
});

test("an empty form beside a long table is left to LibreOffice, and one beside a short table is printed", () => {
  const table = (row: number, form: string) => sheet(`<row r="${row}"><c r="A${row}"><v>1</v></c>${form}</row>`);
  const form = '<c r="C1" s="1"/>';
  expect(rows(table(84, ""))).toBe("$1:$84");
  expect(rows(table(84, form))).toBeUndefined();
  expect(rows(table(83, form))).toBe("$1:$83");
});

test("empty cells merged below the table extend the printed rows to their last one, up to a limit", () => {
  expect(rows(sheet(table, { tail: '<mergeCell ref="A39:B40"/><mergeCell ref="A41:B43"/>' }))).toBe("$1:$43");
  expect(rows(sheet(table, { tail: '<mergeCell ref="A41:B60"/>' }))).toBe("$1:$60");
  expect(rows(sheet(table, { tail: '<mergeCell ref="A41:B61"/>' }))).toBeUndefined();
});

test("formats without border or fill change nothing", () => {
  const plain = sheet(`${table}<row r="41" s="2" customFormat="1"/>`, {
    head: '<cols><col min="5" max="5" style="2"/><col min="6" max="6"/></cols>',
  });
  expect(rows(plain)).toBe("$1:$40");
});

test("a drawing that is no XML is left to LibreOffice", () => {
  expect(rows(sheet(table), { drawings: ["<xdr:wsDr><a>"] })).toBeUndefined();
});
