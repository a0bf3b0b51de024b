import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compoundFile } from "../../../../fixtures/encrypted.ts";
import { vbaStreams } from "../../../../fixtures/vba-project.ts";
import { readCompoundFile } from "../../detect/compound.ts";
import { workFolder } from "../../pdf/testing.ts";
import { filler } from "./formulas.ts";
import { copyWithoutProject, prepareXls } from "./prepare-xls.ts";
import { record, recordsFrom } from "./records.ts";
import {
  amountStyle,
  biff,
  boldStyle,
  formula,
  type TestCell,
  type TestSheet,
  usualStyle,
  wrappedStyle,
  xlsStream,
} from "./testing.ts";
import { readBook } from "./workbook-globals.ts";

const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
const project = vbaStreams([{ name: "Module1", kind: "own", source: "Sub Tart()\nEnd Sub" }], "_VBA_PROJECT_CUR/");
const streamIn = (file: Buffer) => Buffer.concat(readCompoundFile(file).pieces("Workbook") ?? []);
const placesOf = (stream: Buffer, type: number) => [...recordsFrom(stream, 0)].filter((one) => one.type === type);

/** Prepares a workbook after a change of its stream, and returns the stream of the result. */
async function prepared(sheets: TestSheet[], change: (stream: Buffer) => unknown = () => {}, others = {}) {
  const [dir, given] = [await workFolder(), xlsStream(sheets)];
  const changed = change(given);
  const stream = Buffer.isBuffer(changed) ? changed : given;
  const [path, outPath] = [join(dir, "in.xls"), join(dir, "out.xls")];
  await writeFile(path, compoundFile({ Workbook: stream, ...others }));
  const ready = await prepareXls(path, outPath);
  expect(existsSync(outPath)).toBe(ready !== undefined);
  const file = ready ? await readFile(outPath) : Buffer.alloc(0);
  return { ready, file, stream: ready ? streamIn(file) : Buffer.alloc(0) };
}

const text = (words: string, row = 0, column = 0, style = usualStyle): TestCell => ({
  row,
  column,
  text: words,
  style,
});
const amount = (value: number, row = 0, column = 0): TestCell => ({ row, column, value, style: amountStyle });
const damson: TestSheet = { name: "Damson", cells: [text("Damson")] };
/** Sets the type of a sheet, by its index. */
const kindOf = (index: number, kind: number) => (stream: Buffer) => {
  stream.writeUInt8(kind, (placesOf(stream, record.sheet)[index]?.at ?? 0) + 5);
};
const [chart, macros] = [2, 1];

/** The numbers of each page set-up: paper, scale, pages across and down, flags. */
const setups = (stream: Buffer) =>
  placesOf(stream, record.pageSetup).map(({ at }) =>
    [0, 2, 6, 8, 10].map((offset) => stream.readUInt16LE(at + offset)),
  );
const setUp = (scale: number, across: number, down: number, flags: number, options: number) => (stream: Buffer) => {
  const [setup, option] = [
    placesOf(stream, record.pageSetup)[0]?.at ?? 0,
    placesOf(stream, record.sheetOptions)[0]?.at ?? 0,
  ];
  for (const [index, value] of [1, scale, 1, across, down, flags].entries())
    stream.writeUInt16LE(value, setup + index * 2);
  stream.writeUInt16LE(options, option);
};
const optionsOf = (stream: Buffer) => placesOf(stream, record.sheetOptions).map(({ at }) => stream.readUInt16LE(at));

test.each<[string, Parameters<typeof setUp>, number[], number]>([
  ["with a scale", [80, 3, 4, 2, 0x04c1], [9, 80, 3, 4, 2], 0x04c1],
  ["with a scale in landscape", [80, 3, 4, 0, 0x04c1], [9, 80, 3, 4, 0], 0x04c1],
  ["that is fitted", [80, 1, 2, 2, 0x05c1], [9, 100, 1, 2, 2], 0x05c1],
  ["without a set-up of its own", [100, 3, 4, 0x0842, 0x04c1], [9, 100, 1, 0, 0x0802], 0x05c1],
  ["with unset values and printed notes", [80, 3, 4, 0x0c26, 0x04c1], [9, 100, 1, 0, 0x0c02], 0x05c1],
])("the page of a sheet %s is A4", async (_which, given, setup, options) => {
  const { stream } = await prepared([damson], setUp(...given));
  expect(setups(stream)).toEqual([setup]);
  expect(optionsOf(stream)).toEqual([options]);
});

test("a chart sheet is printed on one page of A4, as it is set up", async () => {
  const { ready, stream } = await prepared([damson, { name: "Chart", cells: [] }], kindOf(1, chart));
  expect(ready?.printed).toMatchObject([
    { entry: { name: "Damson" }, bands: 1, pages: 1 },
    { entry: { name: "Chart" }, bands: 1, pages: 1, isRefitted: false, hasHeaderPicture: false, isBlank: false },
  ]);
  expect(ready?.printed[1]?.clippable).toEqual([]);
  expect(setups(stream)[1]).toEqual([9, 100, 1, 1, 2]);
  expect(optionsOf(stream)[1]).toBe(0x04c1);
});

test("a workbook of a chart sheet alone is prepared, and one without anything to print is not", async () => {
  expect((await prepared([{ name: "Chart", cells: [] }], kindOf(0, chart))).ready).toBeDefined();
  expect((await prepared([{ name: "Empty", cells: [] }])).ready).toBeUndefined();
  expect((await prepared([{ name: "Empty", cells: [] }, damson])).ready?.printed.map(({ isBlank }) => isBlank)).toEqual(
    [true, false],
  );
});

test.each<[string, TestSheet[], (stream: Buffer) => void, boolean]>([
  ["whose active sheet is hidden", [{ ...damson, hidden: true }, damson], () => {}, false],
  [
    "whose active sheet does not exist",
    [damson],
    (stream) => stream.writeUInt16LE(1, (placesOf(stream, record.window)[0]?.at ?? 0) + 10),
    false,
  ],
  ["whose second sheet is hidden", [damson, { ...damson, hidden: true }], () => {}, true],
  ["with a sheet of macros", [damson, damson], kindOf(1, macros), false],
  ["with a hidden sheet of macros", [damson, { ...damson, hidden: true }], kindOf(1, macros), true],
  [
    "two of whose sheets begin at one place",
    [damson, damson],
    (stream) => {
      const [first, second] = placesOf(stream, record.sheet).map(({ at }) => at);
      stream.writeUInt32LE(stream.readUInt32LE(first), second);
    },
    false,
  ],
  [
    "with a row that is far higher than a page",
    [{ ...damson, cells: [text("word ".repeat(4_000), 0, 0, wrappedStyle)] }],
    () => {},
    false,
  ],
  [
    "with a formula without a result",
    [{ ...damson, cells: [{ row: 0, column: 0, tokens: formula.today, result: "open" }] }],
    () => {},
    false,
  ],
  ["with a record that is cut off", [damson], (stream) => stream.writeUInt16LE(0xffff, 2), false],
])("a workbook %s is prepared: %s", async (_which, sheets, change, isPrepared) => {
  const done = await prepared(sheets, change);
  expect(done.ready !== undefined).toBe(isPrepared);
});

test("a compound file without a workbook, and a file of another kind, are not prepared", async () => {
  const dir = await workFolder();
  for (const bytes of [compoundFile({ Other: Buffer.from("x") }), Buffer.from("Damson")]) {
    await writeFile(join(dir, "in.xls"), bytes);
    expect(await prepareXls(join(dir, "in.xls"), join(dir, "out.xls"))).toBeUndefined();
  }
  expect(existsSync(join(dir, "out.xls"))).toBe(false);
});

test("the picture behind the cells is ignored with the records that continue it, on printed sheets only", async () => {
  const background = Buffer.alloc(90, 7);
  const { stream } = await prepared([
    { ...damson, background },
    { ...damson, background, hidden: true },
  ]);
  expect(placesOf(stream, record.background)).toHaveLength(1);
  expect(placesOf(stream, record.continued)).toHaveLength(1);
  expect(placesOf(stream, filler).filter(({ size }) => size === 40 || size === 50)).toHaveLength(2);
});

test("an error on a hidden sheet stays an error, whatever its page set-up says", async () => {
  const divided: TestCell = { row: 0, column: 0, tokens: formula.today, result: { error: 7 } };
  const { stream } = await prepared([damson, { name: "Workings", hidden: true, errors: 1, cells: [divided] }]);
  expect(placesOf(stream, record.error)).toHaveLength(1);
});

test("a hidden sheet of macros keeps its formulas", async () => {
  const cells: TestCell[] = [{ row: 0, column: 0, tokens: formula.today, result: 7 }];
  const sheets = [damson, { name: "Workings", hidden: true, cells }];
  expect(placesOf((await prepared(sheets, kindOf(1, macros))).stream, record.formula)).toHaveLength(1);
  expect(placesOf((await prepared(sheets)).stream, record.formula)).toHaveLength(0);
});

const rows = Array.from({ length: 99 }, (_, row) => [text("Hat", row + 1), amount(row, row + 1, 1)]).flat();
const heading = [text("Item", 0, 0, boldStyle), text("Price", 0, 1, boldStyle)];
const sheetNames = (stream: Buffer) =>
  readBook(stream)?.sheets.map(({ printArea, printTitles }) => [printArea, printTitles]);

test("a heading is repeated on a sheet of several pages that repeats nothing itself", async () => {
  const long = { name: "Long", cells: [...heading, ...rows] };
  expect(sheetNames((await prepared([long])).stream)).toEqual([["!$1:$100", "!$1:$1"]]);
  const short = { name: "Short", cells: [...heading, ...rows.slice(0, 20)] };
  expect(sheetNames((await prepared([short])).stream)).toEqual([["!$1:$11", undefined]]);
  expect(sheetNames((await prepared([{ ...long, repeatedTo: 0 }])).stream)).toEqual([["!$1:$100", "!$A:$A"]]);
  const second = await prepared([damson, long]);
  expect(sheetNames(second.stream)).toEqual([
    ["!$1:$1", undefined],
    ["!$1:$100", "!$1:$1"],
  ]);
  const frozen = { name: "Frozen", cells: [text("Item"), ...rows], frozenRows: 1 };
  expect(sheetNames((await prepared([frozen])).stream)).toEqual([["!$1:$100", "!$1:$1"]]);
  const filtered: TestSheet = { name: "Filtered", cells: [text("Item"), ...rows], filteredRows: [0, 99] };
  expect(sheetNames((await prepared([filtered])).stream)).toEqual([["!$1:$100", "!$1:$1"]]);
});

test("the sheets that are printed state their sizes, the picture in their header and whether they are laid out anew", async () => {
  const { ready } = await prepared([
    { name: "Long", cells: [...heading, ...rows] },
    { name: "Headed", cells: [text("Damson")], header: "&G" },
  ]);
  expect(ready?.printed).toMatchObject([
    { cells: 200, bands: 1, isRefitted: false, hasHeaderPicture: false, isBlank: false },
    { cells: 1, characters: 6, pages: 1, hasHeaderPicture: true },
  ]);
  expect(ready?.printed[0]?.pages).toBe(2);
});

test("the fonts are those of filled cells", async () => {
  const named = (stream: Buffer) => {
    const places = placesOf(stream, record.font);
    for (const [index, letter] of [..."ABCDE"].entries()) stream.write(letter, (places[index]?.at ?? 0) + 16, "latin1");
  };
  const blank: TestCell = { row: 1, column: 0, blank: true, style: boldStyle };
  expect([...((await prepared([{ ...damson, cells: [text("Tart"), blank] }], named)).ready?.fonts ?? [])]).toEqual([
    "Arial",
  ]);
  const bold = [text("Tart"), text("Jam", 1, 0, boldStyle)];
  expect([...((await prepared([{ ...damson, cells: bold }], named)).ready?.fonts ?? [])]).toEqual(["Arial", "Erial"]);
});

/** Whether the format of amounts shrinks numbers to fit. */
const shrinks = (stream: Buffer) =>
  (stream.readUInt8((placesOf(stream, record.format)[amountStyle]?.at ?? 0) + 8) & 0x10) !== 0;

test("formats of numbers shrink to fit, unless a text of any sheet has the format too", async () => {
  const other = { name: "Other", cells: [text("n/a", 1, 0, amountStyle)] };
  const blank: TestCell = { row: 1, column: 0, blank: true, style: amountStyle };
  expect(shrinks((await prepared([{ ...damson, cells: [amount(5)] }])).stream)).toBe(true);
  expect(shrinks((await prepared([{ ...damson, cells: [amount(5)] }, other])).stream)).toBe(false);
  expect(shrinks((await prepared([{ ...damson, cells: [text("Tart"), blank] }])).stream)).toBe(false);
});

const wide = "A damson tart that is far wider than its column";
const cut = { name: "Cut", widths: [], cells: [text(wide), text("next", 0, 1)] };

test.each<[string, TestSheet[], (stream: Buffer) => void, boolean]>([
  ["with a text that is cut off", [cut], () => {}, false],
  ["with such a text on its second sheet", [damson, cut], () => {}, false],
  ["with such a text and a chart", [cut, { name: "Chart", cells: [] }], kindOf(1, chart), true],
  [
    "with a narrow number and a chart",
    [
      { name: "N", widths: [], cells: [amount(123_456.5)] },
      { name: "Chart", cells: [] },
    ],
    kindOf(1, chart),
    false,
  ],
  [
    "with a narrow number whose format a text has",
    [{ name: "N", cells: [amount(123_456.5, 0, 1), text("n/a", 1, 1, amountStyle)] }],
    () => {},
    false,
  ],
  [
    "with a narrow number that can be shrunk",
    [{ name: "N", cells: [amount(123_456.5, 0, 1), text("n/a", 1, 1)] }],
    () => {},
    true,
  ],
])("a workbook %s stays XLS: %s", async (_which, sheets, change, stays) => {
  expect((await prepared(sheets, change)).ready !== undefined).toBe(stays);
});

test("a workbook of more than 50,000 cells stays XLS even where a text is cut off", async () => {
  const row = (index: number, count: number) =>
    biff(record.numbers, shorts(index + 1, 0), Buffer.alloc(count * 6), shorts(count - 1));
  /** Adds cells to the end of the only sheet; it has two before. */
  const filledTo = (cells: number) => (stream: Buffer) => {
    const whole = Array.from({ length: Math.floor((cells - 2) / 250) }, (_, index) => row(index, 250));
    return Buffer.concat([stream.subarray(0, -4), ...whole, row(999, (cells - 2) % 250), biff(record.end)]);
  };
  expect((await prepared([cut], filledTo(50_000))).ready).toBeUndefined();
  expect((await prepared([cut], filledTo(50_001))).ready).toBeDefined();
});

/** Adds records to the end of the last sheet. */
const adding =
  (...records: Buffer[]) =>
  (stream: Buffer) =>
    Buffer.concat([stream.subarray(0, -4), ...records, biff(record.end)]);

test("a workbook with a picture stays XLS even where a text is cut off", async () => {
  const anchor = shorts(0, 0xf010, 18, 0, 2, 1, 0, 2, 0, 3, 0, 4, 0);
  const picture = [biff(record.drawing, anchor), biff(record.object, shorts(0x15, 18, 8, 1, 0, 0, 0, 0, 0))];
  expect((await prepared([cut], adding(...picture))).ready).toBeDefined();
  expect((await prepared([cut], adding(biff(record.drawing, anchor)))).ready).toBeUndefined();
});

test("a row as high as a page is left to the way through XLSX when a heading is repeated above it", async () => {
  const highRow = biff(record.row, shorts(1, 0, 9, 409.5 * 20, 0, 0, 0x40, 0));
  const change = (stream: Buffer) => {
    setUp(110, 1, 1, 0, 0x04c1)(stream);
    return adding(highRow)(stream);
  };
  const sheet = { ...damson, cells: [text("Item"), text("Hat", 1)] };
  expect((await prepared([sheet], change)).ready).toBeDefined();
  expect((await prepared([{ ...sheet, frozenRows: 1 }], change)).ready).toBeUndefined();
});

test("texts that may not fit into their cells are listed with their neighbours", async () => {
  const cells = [
    text(wide),
    text("fits", 0, 1),
    text(wide, 1, 0),
    text("two\nlines of damson tart", 2, 0),
    text("x", 2, 1),
    text(wide, 3, 0, wrappedStyle),
    amount(1, 4),
  ];
  const { ready } = await prepared([{ name: "Cut", cells }]);
  expect(ready?.printed[0]?.clippable).toEqual([
    { row: 1, column: 1, style: usualStyle, text: wide, inLines: false, neighbours: { before: 0, next: 2 } },
    {
      row: 3,
      column: 1,
      style: usualStyle,
      text: "two\nlines of damson tart",
      inLines: true,
      neighbours: { before: 0, next: 2 },
    },
  ]);
});

test("a column is widened to its numbers before its sheet is laid out", async () => {
  const { stream, ready } = await prepared([
    {
      name: "N",
      widths: [5, 5],
      cells: [amount(-12_345_678.9), text("x", 0, 1), text("Subtotal", 1), text("x", 1, 1)],
    },
  ]);
  const widths = placesOf(stream, record.columns).map(({ at }) => stream.readUInt16LE(at + 4));
  expect(widths[0]).toBeGreaterThan(13 * 256);
  expect(widths[1]).toBe(5 * 256);
  expect(ready?.printed[0]?.clippable).toEqual([]);
});

/** A project stays as an empty folder. */
const hasProject = (file: Buffer) => readCompoundFile(file).folder("_VBA_PROJECT_CUR")?.folder("VBA") !== undefined;

test("the VBA project of a prepared workbook is cut off, and its cells stay", async () => {
  const { file, stream } = await prepared([damson], undefined, project);
  expect(hasProject(file)).toBe(false);
  expect(placesOf(stream, record.text)).toHaveLength(1);
});

test("a workbook is copied without its VBA project, and not copied when it has none", async () => {
  const dir = await workFolder();
  const [path, outPath] = [join(dir, "in.xls"), join(dir, "out.xls")];
  const Workbook = xlsStream([damson]);
  for (const bytes of [compoundFile({ Workbook }), Buffer.from("Damson")]) {
    await writeFile(path, bytes);
    expect(await copyWithoutProject(path, outPath)).toBe(false);
    expect(existsSync(outPath)).toBe(false);
  }
  await writeFile(path, compoundFile({ Workbook, ...project }));
  expect(await copyWithoutProject(path, outPath)).toBe(true);
  const [given, copy] = [await readFile(path), await readFile(outPath)];
  expect([given, copy].map(hasProject)).toEqual([true, false]);
  expect(streamIn(copy)).toEqual(streamIn(given));
});
