import { expect, test } from "vitest";
import type { FontFile } from "./font-file.ts";
import { subsetFont } from "./subset.ts";
import { longs, shorts } from "./testing.ts";

const [charset, charStrings, ros] = [[15], [17], [12, 30]];
const integer = (value: number) => [28, ...shorts(value)];

/** An index whose offsets, from 1, are numbers of `size` bytes. */
function index(items: Buffer[], size = 1): Buffer {
  if (items.length === 0) return shorts(0);
  const offsets = [1];
  for (const item of items) offsets.push((offsets.at(-1) ?? 0) + item.length);
  const written = offsets.map((offset) => longs(offset).subarray(4 - size));
  return Buffer.concat([shorts(items.length), Buffer.from([size]), ...written, ...items]);
}

const outlines = [Buffer.from([0xb0]), Buffer.from([0xb1, 0xb1]), Buffer.from([0xb2, 0xb2, 0xb2])];

interface Parts {
  /** Operands and operators before those of the outlines. */
  before?: number[];
  after?: number[];
  offsetOf?: (value: number) => number[];
  names?: Buffer[];
  headerBytes?: number;
  /** Stands before the outlines. */
  data?: Buffer;
  glyphs?: Buffer;
}

/** Returns a font of three glyphs, and where its outlines begin. */
function cff({ before = [], after = [], offsetOf = integer, ...parts }: Parts = {}): { bytes: Buffer; at: number } {
  const { names = [Buffer.from("Damson")], headerBytes = 4, data = Buffer.alloc(0), glyphs = index(outlines) } = parts;
  const header = Buffer.concat([Buffer.from([1, 0, headerBytes, 1]), Buffer.alloc(headerBytes - 4, 9)]);
  const head = (at: number) => {
    const dictionary = Buffer.from([...before, ...offsetOf(at), ...charStrings, ...after]);
    return Buffer.concat([header, index(names), index([dictionary]), data]);
  };
  const at = head(0).length;
  return { bytes: Buffer.concat([head(at), glyphs]), at };
}

const subsetOf = (bytes: Buffer, used: number[], glyphs = 3) =>
  subsetFont({ tables: new Map([["CFF ", bytes]]), glyphs } as FontFile, used)?.bytes;

/** What stands in place of the outlines when only the third glyph is used, and the first, which always is. */
const keptThird = Buffer.concat([
  index([outlines[0] as Buffer, Buffer.alloc(0), outlines[2] as Buffer]),
  Buffer.alloc(2),
]);

test.each<[string, Parts]>([
  ["in two bytes", {}],
  ["in five bytes", { offsetOf: (value) => [29, ...longs(value)] }],
  ["in one byte", { offsetOf: (value) => [value + 139] }],
  ["in two bytes from 108", { offsetOf: (value) => [247, value - 108], data: Buffer.alloc(100) }],
  ["after a real number of an odd number of digits", { before: [30, 0x12, 0x3f, 12, 7] }],
  ["after a real number of an even number of digits", { before: [30, 0x1a, 0x25, 0xff, 12, 7] }],
  ["after a real number that ends in the first half of a byte", { before: [30, 0x12, 0xf0, 12, 7] }],
  ["after several operands", { before: [139, ...integer(5), 251, 17, 29, 0, 0, 17, 17, 5] }],
  ["before operators of two bytes", { after: [139, 12, 17, 139, 12, 15] }],
])("the outlines are found at an offset %s", (_what, parts) => {
  const { bytes, at } = cff(parts);
  expect(subsetOf(bytes, [2])).toEqual(Buffer.concat([bytes.subarray(0, at), keptThird]));
});

test.each<[string, Parts]>([
  ["a font without a name", { names: [] }],
  ["a font of several names", { names: [Buffer.from("Damson"), Buffer.from("Tart")] }],
  ["a font with a longer header", { headerBytes: 7 }],
])("%s has a subset", (_what, parts) => {
  const { bytes, at } = cff(parts);
  expect(subsetOf(bytes, [2])).toEqual(Buffer.concat([bytes.subarray(0, at), keptThird]));
});

test.each([1, 2, 3, 4])("outlines whose offsets have %i bytes are closed up", (size) => {
  const { bytes, at } = cff({ glyphs: index(outlines, size) });
  const kept = index([outlines[0] as Buffer, outlines[1] as Buffer, Buffer.alloc(0)], size);
  expect(subsetOf(bytes, [1])).toEqual(Buffer.concat([bytes.subarray(0, at), kept, Buffer.alloc(3)]));
});

test("what follows the outlines stays, and glyphs that the font lacks are ignored", () => {
  const glyphs = Buffer.concat([index(outlines), Buffer.from("private")]);
  const { bytes, at } = cff({ glyphs });
  const expected = Buffer.concat([bytes.subarray(0, at), keptThird, Buffer.from("private")]);
  expect(subsetOf(bytes, [2, 3, 400])).toEqual(expected);
  expect(bytes.subarray(at)).toEqual(glyphs);
});

test("a font without glyphs stays as it is", () => {
  const { bytes } = cff({ glyphs: Buffer.concat([shorts(0), Buffer.from("private")]) });
  expect(subsetOf(bytes, [1])).toEqual(bytes);
});

test("a font that does not say where its outlines are has no subset", () => {
  const { bytes } = cff();
  const unnamed = Buffer.from(bytes.map((byte) => (byte === 17 ? 18 : byte)));
  expect(subsetOf(unnamed, [1])).toBeUndefined();
});

/** A font whose glyphs are found by CID, with its charset at an offset. */
const numbered = (offset: number[], data?: Buffer) =>
  cff({ before: [139, 139, 139, ...ros, ...offset, ...charset], ...(data && { data }) }).bytes;

test.each([
  [[32], "-107"],
  [[246], "107"],
  [[247, 0], "108"],
  [[247, 255], "363"],
  [[248, 0], "364"],
  [[250, 255], "1131"],
  [[251, 0], "-108"],
  [[251, 255], "-363"],
  [[252, 1], "-365"],
  [[254, 255], "-1131"],
  [[28, 0x27, 0x10], "10000"],
  [[28, 0xff, 0xfe], "-2"],
  [[29, 0, 1, 0x11, 0x70], "70000"],
  [[29, 0xff, 0xff, 0xff, 0xfd], "-3"],
])("a font whose charset is outside of it, at %j, is refused", (offset, value) => {
  expect(() => subsetOf(numbered(offset), [1])).toThrow(RangeError);
  const stated = Number(value).toLocaleString("en-US").replaceAll(",", "_");
  expect(() => subsetOf(numbered(offset), [1])).toThrow(new RegExp(`Received (${value}|${stated})$`));
});

const range = (format: number, firstCid: number, left: number) =>
  Buffer.concat([Buffer.from([format]), shorts(firstCid, left)]);

test.each([
  ["one range from 1 to the last glyph", range(2, 1, 1), 3, true],
  ["one range that is longer", range(2, 1, 9), 3, true],
  ["one range that is shorter", range(2, 1, 1), 4, false],
  ["a range from 0", range(2, 0, 9), 3, false],
  ["a range from 2", range(2, 2, 9), 3, false],
  ["ranges in their short form", range(1, 1, 0x0909), 3, false],
  ["a list", range(0, 1, 2), 3, false],
])("a font whose charset is %s has a subset or none", (_what, data, glyphs, hasSubset) => {
  const at = numbered(integer(0)).length - index(outlines).length;
  expect(subsetOf(numbered(integer(at), data), [1], glyphs) !== undefined).toBe(hasSubset);
});

test.each([0, 1, 2])("a font with the predefined charset %i, or none, has no subset", (number) => {
  expect(subsetOf(numbered([139 + number]), [1])).toBeUndefined();
  expect(subsetOf(cff({ before: [139, 139, 139, ...ros] }).bytes, [1])).toBeUndefined();
});
