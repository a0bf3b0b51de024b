import { expect, test } from "vitest";
import { maxColumns, numericColumns, readTable } from "./csv-table.ts";

test.each([
  ["SEP=;\na;b,c\n", [["a", "b,c"]]],
  [
    "sep=;a;b\n1;2\n",
    [
      ["sep=", "a", "b"],
      ["1", "2", ""],
    ],
  ],
  [
    'sep= \n"a" "b"\nc d\n',
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\rc,d\r\ne,f",
    [
      ["a", "b"],
      ["c", "d"],
      ["e", "f"],
    ],
  ],
])("the table %j has the rows %j", (text, rows) => {
  expect(readTable(text).rows.map((row) => [...row, ""].slice(0, rows[0]?.length))).toEqual(rows);
});

test("as many columns as a sheet can have are accepted, and one more is refused", () => {
  const row = (columns: number) => `${",".repeat(columns - 1)}a\n`;
  expect(readTable(row(maxColumns)).columns).toBe(16_384);
  expect(() => readTable(row(maxColumns + 1))).toThrow(
    expect.objectContaining({
      reason: "too-large",
      detail: "has 16,385 columns; the limit is 16,384. Split it and replace it.",
    }),
  );
});

const filled = (cells: number, columns: number) =>
  Array.from({ length: columns }, (_, index) => (index < cells ? "name" : "")).join(",");
const row = "a,b,c,d,e,f,g,h,i,j\n";
test.each<[string, string, number | undefined]>([
  ["seven of ten columns", `${filled(7, 10)}\n${row}`, 0],
  ["six of ten columns", `${filled(6, 10)}\n${row}${row}`, 1],
  ["one of one column", "name\nRent\n", 0],
  ["the only row", "name,amount\n", undefined],
  ["the last row", `${filled(1, 2)}\nname,amount\n`, undefined],
  ["the 30th row", `${"x,\n".repeat(29)}name,amount\nRent,1\n`, 29],
  ["the 31st row", `${"x,\n".repeat(30)}name,amount\nRent,1\n`, undefined],
])("a first row that fills %s is the header, or none is", (_what, text, header) => {
  expect(readTable(text).header).toBe(header);
});

test.each<[string, boolean]>([
  ["12.50", true],
  ["£5", true],
  ["(1,234)", true],
  ["17.5%", true],
  ["01/02/2026", true],
  ["10:30", true],
  ["2026-02-01T10:30:00Z", true],
  ["12 GBP", true],
  ["12 POUNDS", false],
  ["Q1", false],
  ["5 pears", false],
  ["GBP", false],
])("a row with %j holds a value: %s", (cell, isValue) => {
  expect(readTable(`Name;${cell}\na;b\n`).header).toBe(isValue ? undefined : 0);
});

const isNumeric = (...cells: string[]) =>
  numericColumns({ rows: cells.map((cell) => [cell]), columns: 1, header: undefined })[0];
test.each([
  "0",
  "12",
  "-3.5",
  "+7",
  "(20.00)",
  "£1,234.50",
  "€ 1.234,50",
  "1 234,5",
  "12%",
  "5-",
  "0.5",
  ".5",
  "1,234,567",
])("%s is an amount", (cell) => expect(isNumeric(cell)).toBe(true));
test.each(["007", "12-34-56", "1,23,456", "12:30", "1.2.3", "5x", "£$5"])("%s is no amount", (cell) =>
  expect(isNumeric(cell)).toBe(false),
);

test("a column is of amounts from four in five filled cells on, and an empty one is not", () => {
  expect(isNumeric("1", "2", "3", "4", "a", "")).toBe(true);
  expect(isNumeric("1", "2", "3", "a", "")).toBe(false);
  expect(isNumeric("", " ")).toBe(false);
  const table = { rows: [["1", "2"], ["3"], ["a", "4", "5"]], columns: 3, header: 0 };
  expect(numericColumns(table)).toEqual([false, true, true]);
});

test.each<[string, string[]]>([
  ['"a" , "b"c, d', ["a", ' "b"c', " d"]],
  ['"a ""b""" ,"c"', ['a "b"', "c"]],
  ['"a" ,"b', ['"a" ', '"b']],
])("of %j the fields are %j", (line, fields) => expect(readTable(`sep=,\n${line}`).rows[0]).toEqual(fields));
