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

test("a row moves by all rows that were inserted before it, and the end of a range by those behind it too", () => {
  expect([1, 3, 4, 10, 11].map((row) => shift.row(row))).toEqual([1, 3, 6, 12, 14]);
  expect([1, 3, 4, 10, 11].map((row) => shift.end(row))).toEqual([1, 5, 6, 13, 14]);
});

test.each([
  ["A3", "A3"],
  ["$A$4", "$A$6"],
  ["A1:A3", "A1:A5"],
  ["4:10", "6:13"],
  ["A:C", "A:C"],
])("the range %s becomes %s", (range, moved) => expect(shift.range(range)).toBe(moved));

test("lists of ranges are moved one by one", () => {
  expect(shift.ranges("A1:B3 C4 D:D")).toBe("A1:B5 C6 D:D");
  expect(moveRanges('<x sqref="A4 B11"/><xm:sqref>A4:A10 C1</xm:sqref><y other="A4"/>', shift)).toBe(
    '<x sqref="A6 B14"/><xm:sqref>A6:A13 C1</xm:sqref><y other="A4"/>',
  );
});

test("page breaks of columns stay, and those behind a split row follow its pieces", () => {
  const breaks = (list: string, ...ids: number[]) =>
    `<${list}>${ids.map((id) => `<brk id="${id}"/>`).join("")}</${list}>`;
  expect(moveRanges(breaks("rowBreaks", 2, 3, 4) + breaks("colBreaks", 4), shift)).toBe(
    breaks("rowBreaks", 2, 5, 6) + breaks("colBreaks", 4),
  );
});

test("a formula that does not change keeps its writing", () => {
  const xml = (row: number) =>
    `<x:f>A1&amp;&quot;x&quot;</x:f><f t="shared">A${row}&amp;"x"</f><formula1>B${row}</formula1><fx>A4</fx>`;
  expect(moveFormulas(xml(4), "Costs", shift, true)).toBe(xml(6).replace('A6&amp;"x"', "A6&amp;&quot;x&quot;"));
});

test("the rows of all anchors of a drawing move, columns stay", () => {
  const anchor = (from: number, to: number) =>
    `<xdr:a><xdr:from><xdr:col>9</xdr:col><xdr:row>${from}</xdr:row></xdr:from><xdr:to><xdr:row>${to}</xdr:row></xdr:to></xdr:a>`;
  expect(moveDrawing(anchor(2, 3), shift)).toBe(anchor(2, 5));
  expect(moveDrawing(anchor(9, 10), shift)).toBe(anchor(11, 13));
});
