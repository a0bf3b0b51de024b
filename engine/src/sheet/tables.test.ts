import { expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { readTables, withTableNames } from "./tables.ts";
import { zipBytes } from "./zip-writer.ts";

const sales = { name: "Sales", from: { row: 1, column: 1 }, to: { row: 5, column: 3 }, hasHeading: true };
const cell = (reference: string, formula: string) => `<c r="${reference}"><f>${formula}</f><v>0</v></c>`;

test.each([
  ["a column's bare name", "B5", "SUBTOTAL(109,[Net])", "SUBTOTAL(109,Sales[Net])"],
  ["several columns", "C2", "[Net]+[@VAT]", "Sales[Net]+Sales[@VAT]"],
  ["names within a reference", "C2", "Sales[[#This Row],[Net]]*2", "Sales[[#This Row],[Net]]*2"],
  ["this row of a bare column", "C2", "[[#This Row],[Net]]", "Sales[[#This Row],[Net]]"],
  ["words in a string", "B5", 'IF(A1,"[Net]",[Net])', 'IF(A1,"[Net]",Sales[Net])'],
  ["another workbook", "B5", "[1]Sheet1!A1+[Net]", "[1]Sheet1!A1+Sales[Net]"],
  ["a cell outside the table", "E1", "SUM([Net])", "SUM([Net])"],
])("%s", (_, reference, formula, expected) => {
  expect(withTableNames(cell(reference, formula), [sales])).toBe(cell(reference, expected));
});

test("the tables of a sheet have their names, places and headings, and those that state none are left out", async () => {
  const tables = [
    '<table displayName="Sales&amp;Co" ref="B3:D40"/>',
    '<table displayName="Costs" ref="AA1:AB9" headerRowCount="0"/>',
    '<table ref="A1:A2"/>',
    '<table displayName="Whole" ref="A:B"/>',
  ];
  const parts = tables.map((xml, index) => [`xl/tables/table${index}.xml`, xml] as [string, string]);
  const relationships = parts.map(([part], index) => ({ id: `r${index}`, type: "http://example.org/table", part }));
  using archive = await openArchive(await zipBytes(parts));
  expect(await readTables(archive, relationships)).toEqual([
    { name: "Sales&#38;Co", from: { row: 3, column: 2 }, to: { row: 40, column: 4 }, hasHeading: true },
    { name: "Costs", from: { row: 1, column: 27 }, to: { row: 9, column: 28 }, hasHeading: false },
  ]);
});

test.each([
  ["C3", true],
  ["E3", true],
  ["C5", true],
  ["E5", true],
  ["B3", false],
  ["F3", false],
  ["C2", false],
  ["C6", false],
])("a formula in %s is within the table from C3 to E5: %s", (reference, isInside) => {
  const table = { ...sales, from: { row: 3, column: 3 }, to: { row: 5, column: 5 } };
  expect(withTableNames(cell(reference, "[Net]"), [table])).toBe(cell(reference, isInside ? "Sales[Net]" : "[Net]"));
});

test("without tables, and outside all of several, formulas stay", () => {
  const other = { ...sales, name: "Costs", from: { row: 9, column: 1 }, to: { row: 9, column: 1 } };
  expect(withTableNames(cell("A9", "[Net]"), [])).toBe(cell("A9", "[Net]"));
  expect(withTableNames(cell("A9", "[Net]") + cell("A8", "[Net]"), [sales, other])).toBe(
    cell("A9", "Costs[Net]") + cell("A8", "[Net]"),
  );
});
