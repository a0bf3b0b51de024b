import { expect, test } from "vitest";
import type { SheetMeasurements } from "./measure-sheet.ts";
import { hideZeros, replaceErrors, replaceFormulas, trailingFormats, trimCells } from "./sheet-cells.ts";

const measured = (visibleRow: number, visibleColumn: number) =>
  ({ contentRow: 2, contentColumn: 3, visibleRow, visibleColumn, cells: 9 }) as SheetMeasurements;

test.each([
  [2, 3, false, false],
  [62, 7, false, false],
  [63, 7, true, false],
  [62, 8, false, true],
])(
  "formats to row %i and column %i trail the content of 2 rows and 3 columns: %s, %s",
  (row, column, rows, columns) => {
    expect(trailingFormats(measured(row, column))).toEqual({ rows, columns });
  },
);

const row = (number: number, ...cells: string[]) => `<x:row r="${number}">${cells.join("")}</x:row>`;
const empty = (place: string) => `<x:c r="${place}" s="1"/>`;
const filled = (place: string) => `<x:c r="${place}" s="1"><x:v>1</x:v></x:c>`;
const first = row(1, filled("A1"), empty("C1"), empty("D1"), filled("H1"));
const second = row(2, empty("AB2"));

test("rows far behind the content are removed, and all columns stay", () => {
  expect(trimCells(first + second + row(3) + row(99, empty("A99")), measured(99, 4))).toEqual({
    body: first + second,
    measured: measured(2, 4),
  });
  expect(trimCells(first + second, measured(99, 4)).body).toBe(first + second);
});

test("empty cells in columns far behind the content are removed, and all rows stay", () => {
  expect(trimCells(first + second + row(9), measured(9, 28))).toEqual({
    body: row(1, filled("A1"), empty("C1"), filled("H1")) + row(2) + row(9),
    measured: measured(9, 3),
  });
});

test("a sheet whose formats do not trail is not trimmed", () => {
  const body = first + second;
  const own = measured(62, 7);
  expect(trimCells(body, own)).toEqual({ body, measured: own });
});

const view = (attributes: string) => `<worksheet><sheetViews><sheetView${attributes}/></sheetViews>`;
test.each([
  ["0", "<v>0</v>", ""],
  ["false", "<v>0</v>", ""],
  ["1", "<v>0</v>", "<v>0</v>"],
  ["0", "<v>-0.00</v>", ""],
  ["0", "<v>0.05</v>", "<v>0.05</v>"],
  ["0", "<v>10</v>", "<v>10</v>"],
])("a sheet with showZeros=%j prints %s as %j", (shows, value, printed) => {
  const cell = (inner: string) => `<c r="A1" t="n">${inner}</c><c r="B1" t="s"><v>0</v></c>`;
  expect(hideZeros(view(` showZeros="${shows}"`), cell(value))).toBe(cell(printed));
});

test("a sheet that says nothing of zeros and errors prints both", () => {
  const cells = '<c r="A1"><v>0</v></c><c r="B1" t="e"><v>#N/A</v></c>';
  expect(hideZeros(view(""), cells)).toBe(cells);
  expect(replaceErrors("</sheetData><pageMargins/>", cells)).toBe(cells);
});

test.each<[string, string, string]>([
  ["with a result", "<c><f>1+1</f><v>2</v></c>", "<c><v>2</v></c>"],
  ["with an empty text as result", '<c t="str"><f>A1&amp;""</f><v/></c>', '<c t="str"><v/></c>'],
  ["with an empty number as result", "<c><f>1+1</f><v/></c>", "<c><f>1+1</f><v/></c>"],
  ["without a result", "<c><f>1+1</f></c>", "<c><f>1+1</f></c>"],
  ["shared, all with results", '<c><f t="shared" si="0"/><v>2</v></c>', "<c><v>2</v></c>"],
  ["of an array", '<c><f t="array" ref="A1">1</f><v>2</v></c>', "<c><v>2</v></c>"],
])("a formula %s becomes its result, or stays", (_what, cell, replaced) => {
  expect(replaceFormulas(`<c><v>7</v></c>${cell}`, false)).toBe(`<c><v>7</v></c>${replaced}`);
});

test.each(["shared", "array", "dataTable"])(
  "where one result is missing, a formula of the kind %s stays and others become their results",
  (kind) => {
    const open = "<c><f>1+1</f></c>";
    const group = `<c><f t="${kind}" ref="A2:A3">2+2</f><v>4</v></c>`;
    expect(replaceFormulas(`${open}${group}<c><f>3+3</f><v>6</v></c>`, false)).toBe(`${open}${group}<c><v>6</v></c>`);
  },
);

test("results that are placeholders are removed, and plain values stay", () => {
  const cells = (result: string) => `<c><v>5</v></c><c><f>1+1</f>${result}</c><c/><c t="s"><v>0</v></c>`;
  expect(replaceFormulas(cells("<v>0</v>"), true)).toBe(cells(""));
  expect(replaceFormulas("<c><v>5</v></c>", true)).toBe("<c><v>5</v></c>");
});

const text = (formula: string, value = "<v>Open</v>") => `<c t="str">${formula}${value}</c>`;
test("cells that share a formula are links only where their own group is one", () => {
  const [link, other] = ['<f t="shared" si="3" ref="A2:A3">HYPERLINK(B2)</f>', '<f t="shared" si="4">UPPER(B2)</f>'];
  const [nextLink, nextOther] = ['<f t="shared" si="3"/>', '<f t="shared" si="4"/>'];
  const cells = [text(link), text(other), text(nextLink), text(nextOther), text('<f t="shared"/>')];
  expect(replaceFormulas(cells.join(""), false)).toBe(
    [text(link, ""), text(""), text(nextLink, ""), text(""), text("")].join(""),
  );
});

test("a link of an array formula becomes its stored text", () => {
  expect(replaceFormulas(text('<f t="array" ref="A1">HYPERLINK(B2)</f>'), false)).toBe(text(""));
});

test.each<[string, string, string]>([
  ["a stored result that its author saw", text('<f>CELL("filename",A1)</f>'), text("")],
  [
    "a stored result of this machine",
    text('<f>CELL("filename")</f>', "<v>file:///a.xlsx</v>"),
    '<c t="str"><f>""</f></c>',
  ],
  ["a system's name", text('<f>"On "&amp;INFO("system")</f>'), '<c t="str"><f>"On "&amp;""</f></c>'],
  ["escaped quotes and no result", "<c><f>CELL(&quot;address&quot;,A1)</f></c>", '<c><f>""</f></c>'],
  ["another kind of cell information", '<c><f>CELL("row",A1)</f></c>', '<c><f>CELL("row",A1)</f></c>'],
])("a call that gives away the machine, with %s, is not computed again", (_what, cell, replaced) => {
  expect(replaceFormulas(cell, false)).toBe(replaced);
});
