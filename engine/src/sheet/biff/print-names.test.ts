import { expect, test } from "vitest";
import { writeBiffPrintNames } from "./print-names.ts";
import { record, recordsFrom } from "./records.ts";
import { type TestSheet, xlsStream } from "./testing.ts";
import { readBook } from "./workbook-globals.ts";

const sheet = (name: string): TestSheet => ({ name, cells: [{ row: 0, column: 0, text: name }] });
const told = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ index, what: "printed" as const, rows: { from: 1, to: 20 + index } }));

/** Adds print names and returns them, with the offsets of the sheets' substreams before and after. */
function tell(stream: Buffer, count: number) {
  const before = Buffer.from(stream);
  writeBiffPrintNames(stream, told(count));
  const book = readBook(stream);
  const first = book?.sheets[0]?.start ?? 0;
  return {
    areas: book?.sheets.map(({ printArea }) => printArea),
    titles: book?.sheets.map(({ printTitles }) => printTitles),
    isRestAsItWas: before.subarray(first).equals(stream.subarray(first)),
    types: [...recordsFrom(stream, 0)].slice(0, -1).map(({ type }) => type),
  };
}

test.each([
  ["next to existing references and names", true],
  ["in a workbook whose formulas refer to one sheet only", false],
])("print areas are added %s", (_where, hasReferences) => {
  const sheets = [{ ...sheet("Costs"), repeatedTo: 1 }, sheet("Sales")];
  const { areas, titles, isRestAsItWas } = tell(xlsStream(sheets, { hasReferences }), 2);
  expect(areas).toEqual(["!$1:$20", "!$1:$21"]);
  expect(titles?.[0]).toBe(hasReferences ? "!$A:$B" : undefined);
  expect(isRestAsItWas).toBe(true);
});

test("when there is no room for all sheets only the first get print areas, and no record is truncated", () => {
  const sheets = ["One", "Two", "Three", "Four"].map(sheet);
  expect(tell(xlsStream(sheets), 4).areas).toEqual(["!$1:$20", "!$1:$21", "!$1:$22", undefined]);
});

test("print titles are added in addition to print areas", () => {
  const stream = xlsStream([sheet("Costs"), sheet("Sales")]);
  writeBiffPrintNames(stream, [{ index: 1, what: "repeated", rows: { from: 2, to: 3 } }, ...told(2)]);
  expect(readBook(stream)?.sheets).toMatchObject([
    { printArea: "!$1:$20", printTitles: undefined },
    { printArea: "!$1:$21", printTitles: "!$2:$3" },
  ]);
});

test("the workbook is unchanged when there is no room", () => {
  const stream = xlsStream([sheet("Costs"), sheet("Sales")], { writerBytes: 0 });
  const before = Buffer.from(stream);
  writeBiffPrintNames(stream, told(2));
  expect(stream.equals(before)).toBe(true);
});

test("a record and the records that continue it are not separated", () => {
  const stream = xlsStream([sheet("Costs")]);
  const types = [...recordsFrom(stream, 0)];
  const afterNames = types[types.findLastIndex(({ type }) => type === record.references) + 1];
  if (!afterNames) throw new Error("Nothing follows.");
  stream.writeUInt16LE(record.continued, afterNames.at - 4);
  const before = Buffer.from(stream);
  writeBiffPrintNames(stream, told(1));
  expect(stream.equals(before)).toBe(true);
});
