import { expect, test } from "vitest";
import { boldStyle, type TestSheet, usualStyle, wrappedStyle, xlsStream } from "./testing.ts";
import { readBook } from "./workbook-globals.ts";

const cells = [{ row: 0, column: 0, text: "Damson" }];
const sheet = (name: string, others: Partial<TestSheet> = {}): TestSheet => ({ name, cells, ...others });

test("sheets have their names, visibility, print areas, repeated columns and the first rows of their filters", () => {
  const book = readBook(
    xlsStream([
      sheet("Costs", { printArea: { toRow: 9, toColumn: 3 }, filteredRows: [4, 30] }),
      sheet("Workings", { hidden: true }),
      sheet("Sales", { repeatedTo: 1 }),
    ]),
  );
  expect(book?.sheets).toMatchObject([
    { name: "Costs", hidden: false, kind: "cells", printArea: "!$A$1:$D$10", printTitles: undefined, filterRow: 5 },
    { name: "Workings", hidden: true, printArea: undefined, filterRow: undefined },
    { name: "Sales", hidden: false, printTitles: "!$A:$B" },
  ]);
  expect(book?.activeSheet).toBe(0);
});

test("formats state their font, and whether they wrap", () => {
  const { format, defaultFontSize } = readBook(xlsStream([sheet("Costs")]))?.styles ?? {};
  expect(defaultFontSize).toBe(11);
  expect([usualStyle, boldStyle, 400].map((style) => format?.(style))).toMatchObject([
    { isBold: false, fontSize: 11, wraps: false },
    { isBold: true, fontSize: 11 },
    { isBold: false, fontSize: 11 },
  ]);
  expect(format?.(wrappedStyle).wraps).toBe(true);
});

test.each([
  ["version", 4, 0x0500],
  ["kind of first record", 0, 0x0409],
])("a workbook with another %s is not read", (_what, at, value) => {
  const stream = xlsStream([sheet("Costs")]);
  stream.writeUInt16LE(value, at);
  expect(readBook(stream)).toBeUndefined();
});

/** Returns the usual format after one byte of its record ([MS-XLS] 2.4.353) was changed. */
function usualFormatWith(at: number, value: number) {
  const stream = xlsStream([sheet("Costs")]);
  let record = 0;
  for (let formats = 0; ; record += 4 + stream.readUInt16LE(record + 2)) {
    if (stream.readUInt16LE(record) === 0xe0 && formats++ === usualStyle) break;
  }
  stream.writeUInt8(value, record + 4 + at);
  return readBook(stream)?.styles.format(usualStyle);
}

test.each([
  ["as usual", 7, 0, { adapts: false, alignment: "left", isVisible: false }],
  ["turned", 7, 45, { adapts: true }],
  ["shrunk to fit", 8, 0x10, { adapts: true }],
  ["indented", 8, 0x02, { adapts: false }],
  ["centred", 6, 2, { alignment: "both" }],
  ["on the right", 6, 3, { alignment: "right" }],
  ["wrapped", 6, 8, { wraps: true }],
  ["under a line across", 16, 0x20, { isVisible: true }],
  ["filled", 17, 0x04, { isVisible: true }],
  ["inside lines", 10, 1, { isVisible: true }],
])("a format whose cells are %s", (_what, at, value, format) => {
  expect(usualFormatWith(at, value)).toMatchObject(format);
});
