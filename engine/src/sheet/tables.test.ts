import { expect, test } from "vitest";
import { withTableNames } from "./tables.ts";

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
