import { expect, test } from "vitest";
import { moveDrawing, moveFormulas, moveRanges, moveReferences, RowShift } from "./row-shift.ts";

/** Two more rows behind the third one, one behind the tenth. */
const shift = new RowShift([
  { behind: 3, count: 2 },
  { behind: 10, count: 1 },
]);

test.each([
  ["references before the inserted rows", "A1+B3", "A1+B3"],
  ["references after the inserted rows", "A4*$B$11", "A6*$B$14"],
  ["a range over them", "SUM(A1:A10)", "SUM(A1:A13)"],
  ["a range that ends with the split row", "SUM(A1:A3)", "SUM(A1:A5)"],
  ["whole rows", "SUM(4:5)", "SUM(6:7)"],
  ["whole columns", "SUM(A:B)", "SUM(A:B)"],
  ["this sheet by its name", "'It''s me'!A4", "'It''s me'!A6"],
  ["another sheet", "Other!A4+'Q 4'!B5", "Other!A4+'Q 4'!B5"],
  ["words", 'IF(A4="A4","B5",0)', 'IF(A6="A4","B5",0)'],
  ["another workbook", "[1]Costs!A4+'[1]It''s me'!A4", "[1]Costs!A4+'[1]It''s me'!A4"],
  [
    "functions, names and tables",
    "LOG10(A4)+Rate5+Sales[[#This Row],[Net A5]]",
    "LOG10(A6)+Rate5+Sales[[#This Row],[Net A5]]",
  ],
])("a formula with %s", (_what, formula, expected) => {
  expect(moveReferences(formula, "It's me", shift, true)).toBe(expected);
});

test("a formula of another sheet is moved only where it names this one", () => {
  expect(moveReferences("A4+Costs!A4", "Costs", shift, false)).toBe("A4+Costs!A6");
});

test("names, charts and conditional formats are updated, also with names that are not ASCII", () => {
  const name = Buffer.from("'Köln &amp; Co'!$A$4:$B$9").toString("latin1");
  const moved = Buffer.from("'Köln &amp; Co'!$A$6:$B$11").toString("latin1");
  for (const element of ["definedName", "c:f", "formula"]) {
    expect(moveFormulas(`<${element}>${name}</${element}>`, "Köln & Co", shift, false)).toBe(
      `<${element}>${moved}</${element}>`,
    );
  }
});

test("merged cells, links, page breaks and drawings move with their rows", () => {
  expect(moveRanges('<mergeCell ref="A3:B4"/><hyperlink ref="C11"/>', shift)).toBe(
    '<mergeCell ref="A3:B6"/><hyperlink ref="C14"/>',
  );
  expect(moveRanges('<rowBreaks count="1"><brk id="4" max="16383" man="1"/></rowBreaks>', shift)).toBe(
    '<rowBreaks count="1"><brk id="6" max="16383" man="1"/></rowBreaks>',
  );
  expect(moveDrawing("<xdr:from><xdr:row>3</xdr:row></xdr:from>", shift)).toBe(
    "<xdr:from><xdr:row>5</xdr:row></xdr:from>",
  );
});
