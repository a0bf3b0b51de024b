import { expect, test } from "vitest";
import { OdtStyles } from "./odt-styles.ts";
import { cellStyle, spacer, type TableRow, tableXml } from "./odt-table.ts";
import { computeStyle, rootTextStyle } from "./style.ts";
import { allOf, type Printed, printedOf } from "./testing.ts";

const cell = { xml: "", columns: 1, rows: 1, style: "D" };
const row = (...cells: TableRow["cells"]): TableRow => ({ cells, minHeight: 0, keepsTogether: false });
const plain = row(cell, cell);

function tablesOf(rows: TableRow[], headRows = 0): Printed[] {
  const styles = new OdtStyles();
  const frame = { left: 40, right: 0, above: 8, startsPage: true, collapsesBorders: false, isRightToLeft: false };
  const xml = tableXml({ ...frame, widths: [100, 60], rows, headRows }, styles);
  return printedOf(xml, styles.xml()).filter(({ name }) => name === "table");
}
const rowCounts = (rows: TableRow[]) => tablesOf(rows).map((one) => allOf([one], "table-row").length);
const rows = (count: number) => Array.from({ length: count }, () => plain);

test.each([
  [0, [0]],
  [1, [1]],
  [450, [450]],
  [451, [300, 151]],
  [900, [300, 300, 300]],
  [901, [300, 300, 300, 1]],
])("a table of %i rows is written as tables of 300 rows", (count, parts) => {
  expect(rowCounts(rows(count))).toEqual(parts);
});

test.each<[string, TableRow, number[]]>([
  ["from the row above", row("covered", cell), [301, 199]],
  ["from the row above, beside an empty place", row(undefined, "covered"), [301, 199]],
  ["from the row above, beside a cell of one column", row(cell, "covered"), [301, 199]],
  ["from its own row", row({ ...cell, columns: 2 }, "covered"), [300, 200]],
])("a long table is not divided before a row with a cell that is covered %s", (_, one, parts) => {
  expect(rowCounts([...rows(300), one, ...rows(199)])).toEqual(parts);
});

test("a cell over three columns covers both after it, and one over two columns the next", () => {
  const over = (columns: number) => row({ ...cell, columns }, "covered", "covered");
  expect(rowCounts([...rows(300), over(3), ...rows(199)])).toEqual([300, 200]);
  expect(rowCounts([...rows(300), over(2), ...rows(199)])).toEqual([301, 199]);
});

test("of a divided table the first part has its place and its head", () => {
  const [first, second] = tablesOf(rows(451), 2);
  expect(first?.properties).toMatchObject({ width: 160, "margin-left": 40, "margin-top": 8, "break-before": "page" });
  expect(second?.properties).toMatchObject({ width: 160, "margin-left": 40, "margin-top": 0 });
  expect(second?.properties).not.toHaveProperty("break-before");
  const heads = [first, second].map((one) => allOf(one ? [one] : [], "table-header-rows").length);
  expect(heads).toEqual([1, 0]);
});

test.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 0],
])("a head of %i rows of three is written as one of %i", (headRows, written) => {
  const [head] = allOf(tablesOf(rows(3), headRows), "table-header-rows");
  expect(head?.children.length ?? 0).toBe(written);
  expect(allOf(tablesOf(rows(3), headRows), "table-row")).toHaveLength(3);
});

test("a row has a height when one is given, and its cells in their columns", () => {
  const given: TableRow = { cells: [undefined, { ...cell, columns: 2, rows: 3 }], minHeight: 4, keepsTogether: true };
  const [one, other] = allOf(tablesOf([given, plain]), "table-row");
  expect(one?.properties).toMatchObject({ "min-row-height": 4, "keep-together": "always" });
  expect(other?.properties).toEqual({ "keep-together": "auto" });
  const [empty, spanning] = one?.children ?? [];
  expect(empty?.children.map(({ name }) => name)).toEqual(["p"]);
  expect(spanning?.properties).toMatchObject({ "number-columns-spanned": "2", "number-rows-spanned": "3" });
  expect(other?.children[0]?.properties).not.toHaveProperty("number-columns-spanned");
  expect(other?.children[0]?.properties).not.toHaveProperty("number-rows-spanned");
});

test("a cell has the padding, background and borders of its style", () => {
  const css = { "padding-top": "1px", "padding-right": "2px", "padding-bottom": "3px", "padding-left": "4px" };
  const style = computeStyle(new Map(Object.entries({ ...css, "background-color": "red" })), rootTextStyle);
  const styles = new OdtStyles();
  const red = { r: 255, g: 0, b: 0, alpha: 1 };
  const none = { right: undefined, bottom: undefined, left: undefined };
  const name = cellStyle(style, { top: { width: 2, style: "dashed", colour: red }, ...none }, styles);
  expect(styles.xml()).toBe(
    `<style:style style:name="${name}" style:family="table-cell"><style:table-cell-properties fo:background-color="#ff0000" fo:padding-top="0.75pt" fo:padding-right="1.50pt" fo:padding-bottom="2.25pt" fo:padding-left="3.00pt" fo:border-top="1.50pt dashed #ff0000" fo:border-right="none" fo:border-bottom="none" fo:border-left="none" style:vertical-align="top"/></style:style>`,
  );
});

test("an empty paragraph takes no room but the space before it", () => {
  const styles = new OdtStyles();
  const [none] = printedOf(spacer(styles), styles.xml());
  expect(none?.properties).toMatchObject({ "margin-top": 0, "margin-bottom": 0, "line-height": 0.7, "font-size": 1.3 });
  const [some] = printedOf(spacer(styles, 8), styles.xml());
  expect(some?.properties).toMatchObject({ "margin-top": 8 });
});
