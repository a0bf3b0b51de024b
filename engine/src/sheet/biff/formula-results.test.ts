import { expect, test } from "vitest";
import { filler, replaceBiffFormulas } from "./formulas.ts";
import { record, recordsFrom } from "./records.ts";
import { biff } from "./testing.ts";

const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
const double = (value: number) => Buffer.from(new Float64Array([value]).buffer);
const place = shorts(3, 1, 20);
/** A result that is no number: its kind and value. */
const special = (kind: number, value = 0) => Buffer.from([kind, 0, value, 0, 0, 0, 0xff, 0xff]);
const [text, emptyText] = [special(0), special(3)];
const today = Buffer.from([0x41, 0xdd, 0]);

interface Given {
  tokens?: Buffer;
  flags?: number;
  /** What follows the tokens, such as the values of a constant array. */
  rest?: Buffer;
}
const formula = (result: Buffer, { tokens = today, flags = 0, rest = Buffer.alloc(0) }: Given = {}) =>
  biff(record.formula, place, result, shorts(flags, 0, 0), shorts(tokens.length), tokens, rest);
const stored = (words: string) => biff(record.formulaText, shorts(words.length), Buffer.from(`\0${words}`));
const number = formula(double(7));
const open = formula(double(0), { flags: 2 });

/** Replaces the formulas of a sheet, and returns its records by type and data, without those that readers skip. */
function replaced(records: Buffer[], isPrinted = true) {
  const stream = Buffer.concat([biff(record.begin, Buffer.alloc(16)), ...records, biff(record.end)]);
  const done = replaceBiffFormulas(stream, 0, isPrinted);
  const left = [...recordsFrom(stream, 0)].slice(1, -1).filter(({ type }) => type !== filler);
  return {
    done,
    types: left.map(({ type }) => type),
    data: left.map(({ at, size }) => stream.subarray(at, at + size)),
  };
}
const isReplaced = (...records: Buffer[]) => replaced([...records, number]).types[0] !== record.formula;

test.each<[string, Buffer[], number, Buffer]>([
  ["a number", [formula(double(12.5))], record.number, double(12.5)],
  ["a text", [formula(text), stored("Elm")], record.text, Buffer.from("\x03\0\0Elm")],
  ["an empty text", [formula(emptyText)], record.blank, Buffer.alloc(0)],
  ["true", [formula(special(1, 1))], record.text, Buffer.from("\x04\0\0TRUE")],
  ["false", [formula(special(1, 0))], record.text, Buffer.from("\x05\0\0FALSE")],
  ["an error", [formula(special(2, 7))], record.error, Buffer.from([7, 1])],
])(
  "a formula whose result is %s becomes a cell of that result, in its place and format",
  (_what, records, type, data) => {
    const after = biff(record.number, shorts(4, 1, 20), double(1));
    const { types, data: written } = replaced([...records, after, number]);
    expect(types).toEqual([type, record.number, record.number]);
    expect(written[0]).toEqual(Buffer.concat([place, data]));
    expect(written[1]).toEqual(after.subarray(4));
  },
);

test.each([
  [0, true],
  [1, true],
  [8, true],
  [2, false],
  [3, false],
])("a formula with the flags %i has a result that counts: %s", (flags, counts) => {
  expect(isReplaced(formula(double(5), { flags }))).toBe(counts);
});

test.each<[string, Buffer[]]>([
  ["a text that no record holds", [formula(text)]],
  ["a text after the record of another cell", [formula(text), biff(record.row, shorts(3)), stored("Elm")]],
  ["a text that would not fit into the record of a cell", [formula(text), stored("E".repeat(8_216))]],
  ["of an unknown kind", [formula(special(4))]],
])("a formula whose result is %s is kept", (_what, records) => {
  expect(isReplaced(...records)).toBe(false);
});

test("the longest text that fits into a record is used, and one over several records is left to LibreOffice", () => {
  expect(isReplaced(formula(text), stored("E".repeat(8_215)))).toBe(true);
  const continued = biff(record.continued, Buffer.from("\0ash"));
  expect(replaced([formula(text), stored("Elm"), continued, number]).done).toBe(false);
  expect(replaced([biff(record.drawing, shorts(1)), continued, number]).done).toBe(true);
});

test("a text without a formula before it changes nothing", () => {
  const lone = replaced([stored("Elm"), number]);
  expect(lone).toMatchObject({ done: true, types: [record.formulaText, record.number] });
});

test.each<[string, Buffer[], boolean]>([
  ["no formula", [], true],
  ["one stored result", [number], true],
  ["open formulas beside a stored result", [open, number], true],
  ["empty texts beside a stored result", [formula(emptyText), number], true],
  ["only open formulas", [open, open], false],
  ["only empty texts", [formula(emptyText)], false],
  ["only empty texts and open formulas", [formula(emptyText), open], false],
])("the results of a sheet with %s can be used: %s", (_what, records, done) => {
  expect(replaced(records).done).toBe(done);
});

test.each<[string, number[], boolean]>([
  ["CELL as a value", [0x42, 1, 0x7d, 0], false],
  ["CELL as a reference", [0x22, 1, 0x7d, 0], false],
  ["INFO in an array", [0x62, 1, 0xf4, 0], false],
  ["another function", [0x42, 1, 0x7e, 0], true],
  ["a function of another table", [0x42, 1, 0x7d, 1], true],
  ["the same bytes in another token", [0x43, 1, 0x7d, 0], true],
])("LibreOffice has to compute a sheet with an open formula of %s", (_what, tokens, done) => {
  const calls = { tokens: Buffer.from(tokens), flags: 2 };
  expect(replaced([formula(double(0), calls), number]).done).toBe(done);
  expect(replaced([formula(double(0), { ...calls, flags: 0 }), number]).done).toBe(true);
});

test("a call of INFO in the expression that follows an open formula counts too", () => {
  const shared = (call: number) =>
    biff(record.sharedFormula, Buffer.alloc(8), shorts(4), Buffer.from([0x42, 1, call, 0]));
  expect(replaced([open, shared(0xf4), number]).done).toBe(false);
  expect(replaced([open, shared(0xf5), number]).done).toBe(true);
  expect(replaced([open, biff(record.row, Buffer.from([0x42, 1, 0xf4, 0])), number]).done).toBe(true);
});

const sharing = (kind: number, flags = 0) => formula(double(3), { tokens: Buffer.from([kind, 3, 0, 1, 0]), flags });

test.each([
  ["a shared expression", 1, true],
  ["a table", 2, true],
  ["neither", 3, false],
  ["nothing", 0, false],
])("while an open formula refers to %s, the first formula of an expression is kept: %i, %s", (_what, kind, isKept) => {
  const first = [sharing(1), biff(record.sharedFormula, Buffer.alloc(20))];
  const { types } = replaced([...first, sharing(kind, 2), number]);
  expect(types[0]).toBe(isKept ? record.formula : record.number);
  expect(types.at(-1)).toBe(record.number);
});

test.each([
  ["shared", record.sharedFormula],
  ["array", record.arrayFormula],
  ["table", record.table],
])("the %s expression of a replaced formula goes with it", (_what, type) => {
  expect(replaced([sharing(1), biff(type, Buffer.alloc(20)), number]).types).toEqual([record.number, record.number]);
});

test("an open formula with an expression of its own keeps those of others", () => {
  const shared = biff(record.sharedFormula, Buffer.alloc(20));
  const { types } = replaced([sharing(3, 2), shared, sharing(1), shared, number]);
  expect(types).toEqual([record.formula, record.sharedFormula, record.formula, record.sharedFormula, record.number]);
});

const link = [0x17, 1, 0, 0x41, 0x42, 1, 0x67, 1];

test.each<[string, number[], boolean]>([
  ["whose last call is HYPERLINK", link, true],
  ["of HYPERLINK alone", [0x42, 1, 0x67, 1], true],
  ["that is too short for a call", [0x67, 0x67, 1], false],
  ["with a call after HYPERLINK", [...link, 0x42, 1, 0x04, 0], false],
  ["that begins as a volatile one", [0x19, 1, ...link], false],
  ["of a number that looks like HYPERLINK", [0x1e, 0x43, 1, 0x67, 1], false],
])("a formula %s is a link, which is kept: %s", (_what, tokens, isKept) => {
  const given = { tokens: Buffer.from(tokens) };
  expect(isReplaced(formula(text, given), stored("Elm"))).toBe(!isKept);
  const values = { ...given, rest: Buffer.from([0x42, 1, 0x67, 1, 0]) };
  expect(isReplaced(formula(text, values), stored("Elm"))).toBe(!isKept);
});

test.each<[string, number[], boolean]>([
  ["a comparison by <", [0x09], true],
  ["a comparison by <>", [0x0e], true],
  ["a joined text", [0x08], false],
  ["an intersection", [0x0f], false],
  ["TRUE", [0x41, 35, 0], true],
  ["FALSE", [0x21, 34, 0], true],
  ["TRUE as an array", [0x61, 34, 0], true],
  ["AND", [0x42, 2, 36, 0], true],
  ["OR as a reference", [0x22, 2, 37, 0], true],
  ["NOT", [0x41, 38, 0], true],
  ["a call of another function", [0x41, 39, 0], false],
  ["a call of one before them", [0x41, 33, 0], false],
  ["a number that looks like a function", [0x1e, 36, 0], false],
  ["two bytes", [36, 0], false],
])("a formula that ends in %s has a boolean result, although a number is stored", (_what, tokens, isBoolean) => {
  const given = { tokens: Buffer.from(tokens) };
  expect(isReplaced(formula(double(1), given))).toBe(!isBoolean);
  expect(isReplaced(formula(double(1), { ...given, rest: Buffer.from([0x1e, 0x09]) }))).toBe(!isBoolean);
});

const pageSetup = (errors: number, bytes = 34) =>
  biff(
    record.pageSetup,
    Buffer.concat([Buffer.alloc(10), shorts((errors << 10) | 0xf3ff), Buffer.alloc(22)]).subarray(0, bytes),
  );

test.each<[string, Buffer[], boolean, number, number[]]>([
  ["as shown", [pageSetup(0)], true, record.error, [7, 1]],
  ["as nothing", [pageSetup(1)], true, record.blank, []],
  ["as dashes", [pageSetup(2)], true, record.text, [2, 0, 0, 45, 45]],
  ["as not available", [pageSetup(3)], true, record.error, [42, 1]],
  ["as shown on a sheet that is not printed", [pageSetup(1)], false, record.error, [7, 1]],
  ["as shown without a page set-up", [], true, record.error, [7, 1]],
  ["as the shortest page set-up says", [pageSetup(1, 12)], true, record.blank, []],
  ["as shown where the page set-up is cut off", [pageSetup(1, 11)], true, record.error, [7, 1]],
  ["as the first page set-up says", [pageSetup(2), pageSetup(1)], true, record.text, [2, 0, 0, 45, 45]],
])("an error is printed %s", (_how, setups, isPrinted, type, result) => {
  const { types, data } = replaced([...setups, formula(special(2, 7))], isPrinted);
  expect(types.at(-1)).toBe(type);
  expect(data.at(-1)?.subarray(6)).toEqual(Buffer.from(result));
});
