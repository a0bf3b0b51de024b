import fc from "fast-check";
import { expect, test } from "vitest";
import { numericColumns, readTable } from "./csv-table.ts";
import { findDelimiter } from "./delimiter.ts";

test.each([
  [",", "Date,Amount\n01/02/2026,12.50\n02/02/2026,3.00"],
  [";", "Datum;Betrag\n01.02.2026;1.234,56\n02.02.2026;7,00"],
  [";", "01.02.2026;1,50\n02.02.2026;2,75"],
  [";", "Year;Make\n1997;Ford, Inc\n2000;Mercury"],
  ["\t", "Name\tTown, county\nSmith\tHove, Sussex\nJones\tBath, Somerset"],
  ["|", "id|name\n1|a;b\n2|c"],
  [",", '"Smith; John",100\n"Jones; Ann",200'],
  [",", "just one column\nof text"],
])("%j separates %j", (delimiter, text) => expect(findDelimiter(text)).toBe(delimiter));

test("[D7] every cell is text as written: leading zeros, sort codes, dates, decimal commas", () => {
  const { rows } = readTable('Sort code,Account,Date,Amount\r\n01-02-03,00123456,03/02/2026,"1.234,50"\r\n');
  expect(rows[1]).toEqual(["01-02-03", "00123456", "03/02/2026", "1.234,50"]);
});

test("Excel's line that states the delimiter is applied and not printed", () => {
  expect(readTable("sep=|\na,b|c\n1,2|3").rows).toEqual([
    ["a,b", "c"],
    ["1,2", "3"],
  ]);
});

test.each([
  ['01/02/2026, "Smith, Jones & Co", "1,234.50"', ["01/02/2026", "Smith, Jones & Co", "1,234.50"]],
  ['  "Smith, J" ,"x "', ["Smith, J", "x "]],
  ['"a, ""b"", c", "d ""e"", f",g', ['a, "b", c', 'd "e", f', "g"]],
  [' plain , 5" pipe , "Big" Jones ,z', [" plain ", ' 5" pipe ', ' "Big" Jones ', "z"]],
])("spaces around quoted fields are removed, other spaces are kept: %j", (line, fields) => {
  expect(readTable(`${line}\n${line}\n`).rows).toEqual([fields, fields]);
});

test("a quote that is never closed is an ordinary character", () => {
  const { rows } = readTable('size,item\n5" pipe,a\n"unclosed,b\nlast,c\n');
  expect(rows.map((row) => row.at(-1))).toEqual(["item", "a", "b", "c"]);
});

test("blank rows and columns at the end are left out, ragged rows are kept", () => {
  const table = readTable("a,b,,\n1,,,\n2,3,,\n,,,\n\n");
  expect(table).toMatchObject({
    columns: 2,
    rows: [
      ["a", "b"],
      ["1", ""],
      ["2", "3"],
    ],
  });
});

test.each([
  ["Date,Amount\n01/02/2026,1\n", 0],
  ["Account: 123\n\nDate,Text,Amount\n01/02/2026,Rent,1\n", 2],
  ["01/02/2026,12.50\n02/02/2026,13.00\n", undefined],
])("the header of %j is row %j", (text, header) => expect(readTable(text).header).toBe(header));

test("amounts are aligned right, codes are not", () => {
  const table = readTable(
    "Code,Amount,Text\n0012,£1,234.50,a\n".replace("£1,234.50", '"£1,234.50"').concat("0013,(20.00),b\n"),
  );
  expect(numericColumns(table)).toEqual([false, true, false]);
});

test("spaces around and within an amount do not matter, however many", () => {
  const spaces = " ".repeat(2_000);
  const rows = [
    ["Amount", "Text"],
    [`${spaces}-${spaces}£${spaces}20.00${spaces}`, `${spaces}20.00${spaces}x`],
  ];
  expect(numericColumns({ rows, columns: 2, header: 0 })).toEqual([true, false]);
});

test("a file with only separators is refused as empty, and one with too many cells is refused with their number", () => {
  expect(() => readTable(",,\n,,\n")).toThrow(expect.objectContaining({ reason: "empty" }));
  expect(() => readTable(`${"a,".repeat(20_000)}b`)).toThrow(expect.objectContaining({ reason: "too-large" }));
  expect(() => readTable("1,2,3,4\n".repeat(250_001))).toThrow(/1,000,000 cells/);
});

/** Quoted as RFC 4180 says. */
const written = (rows: string[][], delimiter: string, end: string) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join(end);

test("any table that is written with quotes is read back cell for cell", () => {
  const cell = fc.string({
    unit: fc.constantFrom("a", "1", " ", ",", ";", '"', "\n", "é", "😀", "\t"),
    minLength: 1,
    maxLength: 12,
  });
  const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 8 });
  const filled = table.filter((rows) => rows.every((row) => row.every((one) => one.trim() !== "")));
  fc.assert(
    fc.property(filled, fc.constantFrom(",", ";", "\t", "|"), fc.constantFrom("\n", "\r\n"), (rows, delimiter, end) => {
      expect(readTable(written(rows, delimiter, end)).rows).toEqual(rows);
    }),
    { numRuns: 200 },
  );
});
