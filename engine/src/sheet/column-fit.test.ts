import { expect, test } from "vitest";
import { cellFormats } from "./cell-formats.ts";
import { columnContents } from "./column-contents.ts";
import { fitColumns } from "./column-fit.ts";

/** Style 1 is an amount, style 2 one that shrinks; columns of 9 digits have room for ten of them. */
const styles =
  '<styleSheet><cellXfs><xf/><xf numFmtId="4"/><xf numFmtId="4"><alignment shrinkToFit="1"/></xf></cellXfs></styleSheet>';
const sheet = (cols: string, cells: string, after = "") =>
  `<worksheet><cols>${cols}</cols><sheetData><row r="1">${cells}</row></sheetData>${after}</worksheet>`;
const cell = (place: string, value: number, style = 1) => `<c r="${place}" s="${style}"><v>${value}</v></c>`;
function fitted(xml: string) {
  const formats = cellFormats(styles);
  return fitColumns(xml, formats, columnContents(xml, formats, []), { maxDigits: 40, wrapsLast: false });
}
const widths = (xml: string) =>
  [...xml.matchAll(/<col min="(\d+)" max="(\d+)"(.*?)\/>/g)].map(([, min, max, rest = ""]) => {
    return [Number(min), Number(max), Math.floor(Number(/ width="([\d.]+)"/.exec(rest)?.[1]))];
  });

test("a column becomes as wide as its numbers, its neighbours keep their width", () => {
  const xml = sheet('<col min="1" max="3" width="9" style="4" customWidth="1"/>', cell("B1", -1234567.8));
  const seen = fitted(xml);
  expect(widths(seen)).toEqual([
    [1, 1, 9],
    [2, 2, 15],
    [3, 3, 9],
  ]);
  expect(seen.match(/style="4"/g)).toHaveLength(3);
});

test("a column without a `col` element gets one in the right place", () => {
  const cols = '<col min="1" max="1" width="9"/><col min="5" max="5" width="9"/>';
  const seen = fitted(sheet(cols, cell("C1", 1234567.8) + cell("E1", 1e9)));
  expect(widths(seen).map(([from]) => from)).toEqual([1, 3, 5]);
});

test("the result of a formula counts as a number", () => {
  const xml = sheet('<col min="1" max="1" width="9"/>', '<c r="A1" s="1"><f>SUM(B1:B9)</f><v>123456789</v></c>');
  expect(fitted(xml)).not.toBe(xml);
});

test.each([
  ["fits", cell("A1", 1234.5)],
  ["has no format and is rounded", cell("A1", 1234567891234, 0)],
  ["shrinks", cell("A1", 1234567891234, 2)],
  ["is a text", '<c r="A1" s="1" t="s"><v>1234567891234</v></c>'],
  ["is merged with others", cell("A1", 123456789), '<mergeCells><mergeCell ref="A1:D1"/></mergeCells>'],
])("where a number %s, nothing changes", (_what, cells, after = "") => {
  const xml = sheet('<col min="1" max="1" width="9"/>', cells, after);
  expect(fitted(xml)).toBe(xml);
});

test.each(['width="9" hidden="1"', 'width="0.5"'])("a column of %s stays hidden", (how) => {
  const xml = sheet(`<col min="1" max="1" ${how}/>`, cell("A1", 123456789));
  expect(fitted(xml)).toBe(xml);
});
