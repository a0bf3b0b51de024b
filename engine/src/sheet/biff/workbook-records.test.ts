import { expect, test } from "vitest";
import { columnStretch } from "../column-widths.ts";
import { record } from "./records.ts";
import { biff } from "./testing.ts";
import { readBook, removePrintAreas } from "./workbook-globals.ts";

const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
const long = (value: number) => Buffer.from(new Uint32Array([value]).buffer);
const begin = biff(record.begin, shorts(0x0600, 5, 0, 0));
const narrow = (text: string) => Buffer.from(`\0${text}`, "latin1");
const streamOf = (...records: Buffer[]) => Buffer.concat([begin, ...records, biff(record.end)]);
const read = (...records: Buffer[]) => readBook(streamOf(...records));

const sheet = (name: string, { start = 500, visibility = 0, kind = 0 } = {}) =>
  biff(record.sheet, long(start), Buffer.from([visibility, kind, name.length]), narrow(name));
const font = (name: string, size: number, weight = 400) =>
  biff(record.font, shorts(size * 20, 0, 0, weight, 0, 0, 0), Buffer.from([name.length]), narrow(name));
interface Format {
  font?: number;
  code?: number;
  alignment?: number;
  lines?: number;
  more?: number;
}
const format = ({ font: fontIndex = 0, code = 0, alignment = 0, lines = 0, more = 0 }: Format) =>
  biff(record.format, shorts(fontIndex, code, 0, alignment, 0, lines, 0), long(more), shorts(0));

test.each([
  [0, 0, false, "cells"],
  [1, 0, true, "cells"],
  [2, 2, true, "chart"],
  [3, 0, true, "cells"],
  [4, 2, false, "chart"],
  [0, 1, false, "other"],
  [0, 6, false, "other"],
])("a sheet of visibility %i and type %i is hidden: %s, and of the kind %s", (visibility, kind, hidden, what) => {
  expect(read(sheet("Costs", { start: 0x12345, visibility, kind }))?.sheets).toMatchObject([
    { name: "Costs", start: 0x12345, hidden, kind: what },
  ]);
});

test("the active sheet is that of the last window, or the first where no window is stated", () => {
  const window = (active: number) => biff(record.window, shorts(0, 0, 0, 0, 0, active, 9, 9, 9));
  expect(read()?.activeSheet).toBe(0);
  expect(read(window(2))?.activeSheet).toBe(2);
  expect(read(window(2), window(3))?.activeSheet).toBe(3);
});

test("an encrypted workbook is not read", () => {
  expect(read()).toBeDefined();
  expect(read(biff(record.filePass, shorts(0)))).toBeUndefined();
});

test("formats have the font of their index, of which there is no number 4", () => {
  const fonts = ["A", "B", "C", "D", "E", "F"].map((name, index) => font(name, 8 + index, index === 4 ? 700 : 699));
  const formats = [0, 3, 4, 5, 6, 7].map((one) => format({ font: one }));
  const book = read(...fonts, ...formats);
  expect(formats.map((_, style) => book?.fontName(style))).toEqual(["A", "D", "E", "E", "F", ""]);
  expect(formats.map((_, style) => book?.styles.format(style).fontSize)).toEqual([8, 11, 12, 12, 13, 8]);
  expect(formats.map((_, style) => book?.styles.format(style).isBold)).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(book?.styles.format(6)).toMatchObject({ fontSize: 8, isBold: false });
  expect(book?.fontName(6)).toBe("A");
});

test("without fonts the size is 10, and an unlisted format is as bold as the first font", () => {
  expect(read()?.styles.defaultFontSize).toBe(10);
  expect(read()?.styles.format(0)).toMatchObject({ fontSize: 10, isBold: false });
  expect(read()?.fontName(0)).toBe("");
  expect(read(font("A", 9, 700))?.styles.format(3)).toMatchObject({ fontSize: 9, isBold: true });
  const sizeless = read(format({ font: 2 }));
  expect(sizeless?.styles.format(0)).toMatchObject({ fontSize: 10, isBold: false });
});

test.each<[string, Format, object]>([
  ["nothing", {}, { isVisible: false, wraps: false, adapts: false, alignment: "left" }],
  ["lines at the sides", { lines: 0x8000 }, { isVisible: true }],
  ["the lowest line across", { more: 1 << 21 }, { isVisible: true }],
  ["the highest line across", { more: 1 << 24 }, { isVisible: true }],
  ["only colours below the line across", { more: (1 << 21) - 1 }, { isVisible: false }],
  ["only a flag above the line across", { more: 1 << 25 }, { isVisible: false }],
  ["the lowest pattern", { more: 1 << 26 }, { isVisible: true }],
  ["the highest pattern", { more: 0x80000000 }, { isVisible: true }],
  ["the alignment 1", { alignment: 1 }, { alignment: "left", wraps: false }],
  ["the alignment 2", { alignment: 2 }, { alignment: "both" }],
  ["the alignment 3", { alignment: 3 }, { alignment: "right" }],
  ["the alignment 6", { alignment: 6 }, { alignment: "both" }],
  ["the alignment 7", { alignment: 7 }, { alignment: "left" }],
  ["wrapped lines on the right", { alignment: 11 }, { alignment: "right", wraps: true }],
  ["an alignment from the bottom", { alignment: 0x20 }, { alignment: "left", wraps: false }],
  ["a rotation of one degree", { alignment: 0x0100 }, { adapts: true }],
])("a format with %s", (_what, given, expected) => {
  expect(read(format(given))?.styles.format(0)).toMatchObject(expected);
});

test("a format has the code of its number, the workbook's own or a built-in one", () => {
  const own = biff(record.numberFormat, shorts(164, 5), narrow("0.000"));
  const book = read(own, format({ code: 164 }), format({ code: 4 }), format({ code: 0 }));
  expect([0, 1, 2].map((style) => book?.styles.format(style).formatCode)).toEqual(["0.000", "#,##0.00", ""]);
});

const texts = (...words: string[]) =>
  Buffer.concat([
    long(words.length),
    long(words.length),
    ...words.map((one) => Buffer.concat([shorts(one.length), narrow(one)])),
  ]);

test("shared texts are read from their record and those that continue it, up to another record", () => {
  const { sharedStrings, continued } = record;
  expect(read()?.shared).toEqual([]);
  const second = Buffer.concat([shorts(3), narrow("Ash")]);
  const first = Buffer.concat([long(2), long(2), shorts(3), narrow("Elm")]);
  expect(read(biff(sharedStrings, texts("Oak")))?.shared).toEqual(["Oak"]);
  expect(read(biff(sharedStrings, first), biff(continued, second), sheet("A"))?.shared).toEqual(["Elm", "Ash"]);
  expect(read(biff(continued, second), sheet("A"), biff(sharedStrings, texts("Oak")), sheet("B"))?.shared).toEqual([
    "Oak",
  ]);
  expect(() => read(biff(sharedStrings, first), sheet("A"), biff(continued, second))).toThrow(RangeError);
});

const name = (kind: number, tokens: number[], { sheetNumber = 1, flags = 0x20, rest = [] as number[] } = {}) =>
  biff(
    record.name,
    shorts(flags, 0x0100, tokens.length, 0, sheetNumber, 0, 0),
    Buffer.from([0, kind, ...tokens, ...rest]),
  );
const bytes = (...values: number[]) => [...shorts(...values)];
const area = (kind: number, ...place: number[]) => [kind, 9, 0, ...bytes(...place)];

test.each<[string, number[], string | undefined]>([
  ["one area", area(0x3b, 0, 8, 0, 2), "!$A$1:$C$9"],
  ["an area as a value", area(0x5b, 0, 8, 0, 2), "!$A$1:$C$9"],
  ["an area as an array", area(0x7b, 0, 8, 0, 2), "!$A$1:$C$9"],
  ["one cell", [0x3a, 9, 0, ...bytes(4, 3)], "!$D$5:$D$5"],
  [
    "two areas, after the size of the list",
    [0x29, 22, 0, ...area(0x3b, 0, 1, 0, 1), ...area(0x3b, 4, 5, 2, 3), 0x10],
    "!$A$1:$B$2,!$C$5:$D$6",
  ],
  ["relative columns", area(0x3b, 1, 1, 0xc002, 0x4003), "!$C$2:$D$2"],
  ["whole rows", area(0x3b, 2, 4, 0, 255), "!$3:$5"],
  ["whole columns", area(0x3b, 0, 0xffff, 1, 2), "!$B:$C"],
  ["all cells", area(0x3b, 0, 0xffff, 0, 255), "!$1:$65536"],
  ["the last columns", area(0x3b, 2, 4, 1, 255), "!$B$3:$IV$5"],
  ["the first columns but one", area(0x3b, 2, 4, 0, 254), "!$A$3:$IU$5"],
  ["rows from the second", area(0x3b, 1, 0xffff, 1, 2), "!$B$2:$C$65536"],
  ["rows to the last but one", area(0x3b, 0, 0xfffe, 1, 2), "!$B$1:$C$65535"],
  ["a lost cell", [0x3c, 9, 0, 0, 0, 0, 0], "#REF!"],
  ["a lost area as a value", [0x5d, ...Array.from({ length: 10 }, () => 0)], "#REF!"],
  ["an area beside a lost one", [...area(0x3b, 0, 1, 0, 1), 0x3d, 0, 0], "#REF!"],
  ["a range operator", [...area(0x3b, 0, 1, 0, 1), 0x11], "OFFSET()"],
  ["a call", [0x42, 1, 78, 0], "OFFSET()"],
  ["a call as an array", [0x61, 78, 0], "OFFSET()"],
  ["a name", [0x23, 1, 0, 0, 0], "OFFSET()"],
  ["a name elsewhere", [0x39, 0, 0, 1, 0, 0, 0], "OFFSET()"],
  ["a number", [0x1e, 1, 0], "OFFSET()"],
  ["a fraction", [0x1f, 0, 0, 0, 0, 0, 0, 0, 0], "OFFSET()"],
  ["a text", [0x17, 1, 0, 65], "OFFSET()"],
  ["an attribute", [0x19, 1, 0, 0], "OFFSET()"],
])("a print area of %s", (_what, tokens, printArea) => {
  expect(read(sheet("Costs"), name(6, tokens, { rest: [0x01, 0x02] }))?.sheets[0]?.printArea).toBe(printArea);
});

test.each<[string, number[]]>([
  ["an unknown token", [0x01, 0, 0]],
  ["a comparison", [0x0b]],
  ["nothing", []],
])("a workbook with a print area of %s is not read, and one with such titles is", (_what, tokens) => {
  expect(read(sheet("Costs"), name(6, tokens))).toBeUndefined();
  expect(read(sheet("Costs"), name(7, tokens))?.sheets[0]?.printTitles).toBe("");
});

test("a name belongs to the sheet of its number, and one that is not built in counts for none", () => {
  const cells = area(0x3b, 2, 4, 0, 255);
  const book = read(
    sheet("Costs"),
    sheet("Sales"),
    name(6, cells, { sheetNumber: 2, flags: 0x21 }),
    name(7, cells, { sheetNumber: 1 }),
    name(13, cells, { sheetNumber: 2 }),
    name(6, cells, { flags: 0x1f }),
    name(12, cells),
  );
  expect(book?.sheets).toMatchObject([
    { printArea: undefined, printTitles: "!$3:$5", filterRow: undefined },
    { printArea: "!$3:$5", printTitles: undefined, filterRow: 3 },
  ]);
});

test("print areas of hidden sheets and computed ones are disabled, and others stay", () => {
  const cells = area(0x3b, 2, 4, 0, 255);
  const stream = streamOf(
    sheet("Costs"),
    sheet("Workings", { visibility: 1 }),
    sheet("Sales"),
    name(6, cells, { sheetNumber: 1 }),
    name(6, cells, { sheetNumber: 2 }),
    name(7, cells, { sheetNumber: 2 }),
    name(6, [0x42, 1, 78, 0], { sheetNumber: 3 }),
    name(6, cells, { sheetNumber: 4 }),
    name(6, cells, { sheetNumber: 2, flags: 0 }),
  );
  const before = Buffer.from(stream);
  const book = readBook(stream);
  if (!book) throw new Error("The test's workbook cannot be read");
  removePrintAreas(stream, book);
  expect(readBook(stream)?.sheets.map(({ printArea }) => printArea)).toEqual(["!$3:$5", undefined, undefined]);
  expect(readBook(stream)?.sheets[1]?.printTitles).toBe("!$3:$5");
  const changed = [...before.keys()].filter((at) => before[at] !== stream[at]);
  expect(changed.map((at) => stream[at])).toEqual([12, 12, 12]);
});

test("columns are as wide as the first font stretches them, or as in Arial", () => {
  const stretchIn = (...fonts: Buffer[]) => read(...fonts)?.styles.columnStretch;
  expect(stretchIn(font("Calibri", 11), font("Arial", 10))).toBe(columnStretch("Calibri", 11));
  expect(stretchIn()).toBe(columnStretch("Arial", 10));
});
