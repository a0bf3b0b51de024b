import { expect, test } from "vitest";
import type { RowHeight } from "./measure-sheet.ts";
import { plainFormat, type WorkbookStyles } from "./workbook-parts.ts";
import {
  cellText,
  columnNumber,
  hasContent,
  measureWorksheet,
  parseCells,
  parseDefaultHeight,
  parseMerges,
  statedWidths,
  storedValue,
} from "./worksheet-cells.ts";

const styles: WorkbookStyles = { format: () => plainFormat, defaultFontSize: 11, columnStretch: 1 };

test("cells have their row, column, format and place in the part", () => {
  const xml = '<row r="3"><c r="B3" s="12"><v>1</v></c><c r="AA3"/></row>';
  expect([...parseCells(xml)]).toEqual([
    { row: 3, column: 2, style: 12, attributes: ' r="B3" s="12"', inner: "<v>1</v>", cellAt: 11, rowAt: 0 },
    { row: 3, column: 27, style: 0, attributes: ' r="AA3"', inner: "", cellAt: 40, rowAt: 0 },
  ]);
});

test("rows and cells without numbers follow the ones before", () => {
  const xml = '<row><c/><c/></row><x:row r="5"><x:c r="D5"/><x:c/></x:row><row><c/></row>';
  expect([...parseCells(xml)].map(({ row, column }) => [row, column])).toEqual([
    [1, 1],
    [1, 2],
    [5, 4],
    [5, 5],
    [6, 1],
  ]);
});

test("rows state heights of their own, and hidden ones have none", () => {
  const heights: RowHeight[] = [];
  const xml = '<row r="1" ht="20"/><row r="2" ht="30.5" customHeight="1"/><row r="3" ht="9" hidden="1"/><row r="4"/>';
  expect([...parseCells(xml, (one) => heights.push(one))]).toEqual([]);
  expect(heights).toEqual([
    { row: 1, height: 20, isCustom: false },
    { row: 2, height: 30.5, isCustom: true },
    { row: 3, height: 0, isCustom: true },
  ]);
});

test("a row that states no height has the sheet's default, or 15 points", () => {
  expect(parseDefaultHeight('<sheetFormatPr defaultRowHeight="12.75"/>')).toBe(12.75);
  expect(parseDefaultHeight("<sheetFormatPr/>")).toBe(15);
  expect(parseDefaultHeight("<sheetData/>")).toBe(15);
});

test("merged cells are read behind the rows only", () => {
  const merge = (ref: string) => `<mergeCell ref="${ref}"/>`;
  expect(parseMerges(`${merge("A1:A2")}<sheetData></sheetData>${merge("B2:AA40")}${merge("C1")}`)).toEqual([
    { from: { row: 2, column: 2 }, to: { row: 40, column: 27 } },
  ]);
  expect(parseMerges(merge("A1:B2"))).toHaveLength(1);
});

test.each([
  ["nothing", "", false],
  ["a number", "<v>0</v>", true],
  ["an empty value", "<v></v>", false],
  ["a formula without a result", "<f>1+1</f>", true],
  ["a formula with an empty result", '<f>IF(A1,"","")</f><v></v>', false],
  ["a formula with a result", "<f>1+1</f><v>2</v>", true],
  ["a text", "<is><t>a</t></is>", true],
  ["an empty text", "<is><t> </t></is>", false],
  ["only other markup", "<extLst/>", false],
])("a cell with %s has content: %s", (_what, inner, expected) => expect(hasContent(inner)).toBe(expected));

test.each([
  ['t="s"', "<v>1</v>", "two"],
  ['t="s"', "<v>9</v>", ""],
  ['t="str"', "<f>A1</f><v>caf\u00c3\u00a9 &amp; co</v>", "café & co"],
  ['t="inlineStr"', "<is><t>caf\u00c3\u00a9 &lt;</t></is>", "café <"],
  ['t="n"', "<v>5</v>", ""],
  ["", "<v>5</v>", ""],
])("a cell of %s with %s has the text %j", (attributes, inner, text) => {
  expect(cellText(attributes, inner, ["one", "two"])).toBe(text);
});

test("the stored value of a cell is empty where it has none", () => {
  expect(storedValue('<f>1</f><x:v xml:space="preserve">2</x:v>')).toBe("2");
  expect(storedValue("<f>1</f>")).toBe("");
});

test("stated widths are those of the head, a default in digits, and the font's size", () => {
  const cols = [
    '<col min="2" max="4" width="12.5"/>',
    '<col min="5" max="5" width="9" customWidth="1" hidden="true"/>',
    '<col min="6" max="7" width="9" customWidth="false"/>',
    '<col min="8" max="9" style="1"/>',
  ].join("");
  const xml = (format: string) => `<worksheet>${format}<cols>${cols}</cols><sheetData/><col min="1"/></worksheet>`;
  const range = (from: number, to: number, digits: number, others = {}) => ({
    from,
    to,
    digits,
    hidden: false,
    isCustom: true,
    ...others,
  });
  const ranges = [
    range(2, 4, 12.5),
    range(5, 5, 9, { hidden: true }),
    range(6, 7, 9, { isCustom: false }),
    range(8, 9, 8, { isCustom: false }),
  ];
  expect(statedWidths(xml(""), styles)).toEqual({ fontSize: 11, baseDigits: 8, usualDigits: undefined, ranges });
  const based = statedWidths(xml('<sheetFormatPr baseColWidth="10"/>'), styles);
  expect([based.baseDigits, based.usualDigits, based.ranges[3]?.digits]).toEqual([10, undefined, 10]);
  const usual = statedWidths(xml('<sheetFormatPr baseColWidth="10" defaultColWidth="14.5"/>'), styles);
  expect([usual.baseDigits, usual.usualDigits, usual.ranges[3]?.digits]).toEqual([10, 14.5, 14.5]);
  expect(statedWidths("<worksheet/>", styles).ranges).toEqual([]);
});

test.each([
  ["A", 1],
  ["Z", 26],
  ["AA", 27],
  ["AZ", 52],
  ["BA", 53],
  ["ZZ", 702],
  ["XFD", 16_384],
])("column %s is number %i", (letters, number) => expect(columnNumber(letters)).toBe(number));

test("a shared text counts with its own length, other contents with that of their markup", () => {
  const cells = [
    '<c r="A1" t="s"><v>0</v></c>',
    '<c r="B1" t="s"><v>7</v></c>',
    '<c r="C1"><v>5</v></c>',
    '<c r="D1" t="s"><is/><v>1</v></c>',
  ];
  const characters = cells.map((cell) => {
    const xml = `<worksheet><sheetData><row r="1">${cell}</row></sheetData></worksheet>`;
    return measureWorksheet(xml, styles, ["damson", "a"], []).characters;
  });
  expect(characters).toEqual([6, 0, 8, 1]);
});

test("the measurements hold heights, merged cells, widths and drawings of the worksheet", () => {
  const head = '<sheetFormatPr defaultRowHeight="10"/><cols><col min="2" max="2" hidden="1"/></cols>';
  const rows = '<row r="1" ht="30"><c r="A1"><v>1</v></c><c r="B1" s="1"/></row>';
  const xml = `<worksheet>${head}<sheetData>${rows}</sheetData><mergeCell ref="A1:C2"/></worksheet>`;
  const drawing = { from: { row: 4, column: 1 }, to: { row: 5, column: 6 } };
  const measured = measureWorksheet(xml, styles, [], [drawing]);
  expect(measured).toMatchObject({ cells: 1, contentRow: 5, contentColumn: 6, visibleRow: 5 });
  expect([1, 2].map(measured.heightTo)).toEqual([30, 40]);
  expect([1, 2].map(measured.columnWidth)).toEqual([48, 0]);
  expect(measured.topCells).toEqual([{ row: 1, column: 1, style: 0, isText: false }]);
});
