import { expect, test } from "vitest";
import type { FontFile } from "./font-file.ts";
import { subsetFont } from "./subset.ts";

const shorts = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 0xff])));

const fontOf = (tables: Record<string, Buffer>, glyphs: number) =>
  ({ tables: new Map(Object.entries(tables)), glyphs }) as FontFile;

/** An outline of one contour whose remaining bytes are all `fill`. */
const outline = (fill: number) => Buffer.concat([shorts(1, 0, 0, 9, 9), Buffer.alloc(6, fill)]);
/** A glyph made of two others: the first is placed by words and scaled, the second is placed by bytes. */
const composite = (first: number, second: number) =>
  Buffer.concat([shorts(-1, 0, 0, 9, 9), shorts(0x01 | 0x08 | 0x20, first, 0, 0, 0x4000), shorts(0, second, 0)]);

const outlines = [outline(0xa0), outline(0xa1), outline(0xa2), composite(1, 2), outline(0xa4)];

function trueType(isLong: boolean): FontFile {
  const offsets = [0];
  for (const { length } of outlines) offsets.push((offsets.at(-1) ?? 0) + length);
  const loca = isLong ? shorts(...offsets.flatMap((offset) => [0, offset])) : shorts(...offsets.map((at) => at / 2));
  const head = Buffer.alloc(54);
  head.writeInt16BE(isLong ? 1 : 0, 50);
  return fontOf({ head, loca, glyf: Buffer.concat(outlines), name: Buffer.from("Damson"), prep: shorts(7) }, 5);
}

/** The tables of a TrueType font, as a viewer finds them. */
function tablesOf(bytes: Buffer): Record<string, Buffer> {
  return Object.fromEntries(
    Array.from({ length: bytes.readUInt16BE(4) }, (_, index) => {
      const entry = 12 + index * 16;
      const start = bytes.readUInt32BE(entry + 8);
      return [
        bytes.toString("latin1", entry, entry + 4),
        bytes.subarray(start, start + bytes.readUInt32BE(entry + 12)),
      ];
    }),
  );
}

test.each([
  ["long", true],
  ["short", false],
])("a TrueType font with %s offsets keeps the outlines of used glyphs and of their components", (_what, isLong) => {
  const font = trueType(isLong);
  const subset = subsetFont(font, [3, 400]);
  expect(subset?.kind).toBe("TrueType");
  const { glyf, ...others } = tablesOf(subset?.bytes ?? Buffer.alloc(0));
  const unused = Buffer.alloc(outline(0).length);
  expect(glyf).toEqual(Buffer.concat([...outlines.slice(0, 4), unused]));
  expect(others).toEqual({ head: font.tables.get("head"), loca: font.tables.get("loca"), prep: shorts(7) });
});

test("the components of an unused glyph are removed with it", () => {
  const { glyf } = tablesOf(subsetFont(trueType(true), [1])?.bytes ?? Buffer.alloc(0));
  const kept = outlines.map((bytes, glyph) => (glyph < 2 ? bytes : Buffer.alloc(bytes.length)));
  expect(glyf).toEqual(Buffer.concat(kept));
});

test.each(["glyf", "loca", "head"])("a font without the table %s has no subset", (tag) => {
  const font = trueType(true);
  font.tables.delete(tag);
  expect(subsetFont(font, [1])).toBeUndefined();
});

const index = (...items: Buffer[]) =>
  Buffer.concat([
    shorts(items.length),
    ...(items.length > 0 ? [Buffer.from([1, 1])] : []),
    ...items.map((_, at) => Buffer.from([1 + Buffer.concat(items.slice(0, at + 1)).length])),
    ...items,
  ]);

const charStrings = [Buffer.from([0xb0]), Buffer.from([0xb1, 0xb1]), Buffer.from([0xb2, 0xb2, 0xb2])];

/** @param charset of a font whose glyphs are found by CID; without it they are found by number */
function cff(charset?: { firstCid: number; left: number }, isNumbered = charset !== undefined): Buffer {
  const integer = (value: number) => Buffer.concat([Buffer.from([28]), shorts(value)]);
  const dictionary = (charsetAt: number, at: number) =>
    Buffer.concat([
      ...(isNumbered ? [Buffer.from([139, 139, 139, 12, 30]), integer(charsetAt), Buffer.from([15])] : []),
      Buffer.from([30, 0x1a, 0x2f, 12, 7]), // a real number, which is skipped
      integer(at),
      Buffer.from([17]),
    ]);
  const head = (charsetAt: number, at: number) =>
    Buffer.concat([Buffer.from([1, 0, 4, 1]), index(Buffer.from("Damson")), index(dictionary(charsetAt, at)), index()]);
  const { length } = head(0, 0);
  const range = charset ? Buffer.concat([Buffer.from([2]), shorts(charset.firstCid, charset.left)]) : Buffer.alloc(0);
  return Buffer.concat([head(charset ? length : 2, length + range.length), range, index(...charStrings)]);
}

test("a CFF font keeps the outlines of used glyphs, closed up, and its size", () => {
  const whole = cff();
  const { kind, bytes } = subsetFont(fontOf({ "CFF ": whole }, 3), [2]) ?? {};
  const kept = index(charStrings[0] ?? Buffer.alloc(0), Buffer.alloc(0), charStrings[2] ?? Buffer.alloc(0));
  const end = whole.length - index(...charStrings).length;
  expect(kind).toBe("CFF");
  expect(bytes).toEqual(Buffer.concat([whole.subarray(0, end), kept, Buffer.alloc(2)]));
});

test.each([
  ["equal the numbers of its glyphs", { firstCid: 1, left: 1 }, true],
  ["begin with another number", { firstCid: 2, left: 1 }, false],
  ["cover some of its glyphs", { firstCid: 1, left: 0 }, false],
  ["are a predefined set", undefined, false],
])("a CFF font whose CIDs %s has a subset or none", (_what, charset, hasSubset) => {
  expect(subsetFont(fontOf({ "CFF ": cff(charset, true) }, 3), [1]) !== undefined).toBe(hasSubset);
});
