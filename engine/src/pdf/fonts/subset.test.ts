import { expect, test } from "vitest";
import type { FontFile } from "./font-file.ts";
import { subsetFont } from "./subset.ts";
import { shorts } from "./testing.ts";

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

/** A font of these outlines, each of an even number of bytes. */
function fontWith(glyphs: Buffer[]): FontFile {
  const offsets = [0];
  for (const { length } of glyphs) offsets.push((offsets.at(-1) ?? 0) + length);
  const tables = { head: Buffer.alloc(54), loca: shorts(...offsets.map((at) => at / 2)), glyf: Buffer.concat(glyphs) };
  return fontOf(tables, glyphs.length);
}
/** Numbers of the glyphs whose outlines are kept. */
function keptOf(glyphs: Buffer[], used: number[]): number[] {
  const { glyf = Buffer.alloc(0) } = tablesOf(subsetFont(fontWith(glyphs), used)?.bytes ?? Buffer.alloc(0));
  let at = 0;
  return glyphs.flatMap((glyph, number) => {
    at += glyph.length;
    return glyf.subarray(at - glyph.length, at).some((byte) => byte > 0) ? [number] : [];
  });
}

const words = 0x01;
const more = 0x20;
test.each([
  ["two bytes", 0, 2],
  ["two words", words, 4],
  ["a scale", words | 0x08, 6],
  ["two scales", words | 0x40, 8],
  ["a matrix", words | 0x80, 12],
  ["two bytes and a scale", 0x08, 4],
  ["two bytes and two scales", 0x40, 6],
  ["two bytes and a matrix", 0x80, 10],
  ["other flags", words | 0x06 | 0x10 | 0x100, 4],
])("the part after one that is placed by %s is found", (_what, flags, placedBy) => {
  const first = Buffer.concat([shorts(flags | more, 2), Buffer.alloc(placedBy, 0x11)]);
  const parts = Buffer.concat([shorts(-1, 0, 0, 9, 9), first, shorts(0, 3, 0x1111)]);
  expect(keptOf([outline(1), parts, outline(2), outline(3), outline(4)], [1])).toEqual([0, 1, 2, 3]);
});

test("only a negative number of contours means parts", () => {
  const parts = shorts(0, 2, 0);
  const glyph = (contours: number) => Buffer.concat([shorts(contours, 0, 0, 9, 9), parts]);
  const kept = (contours: number) => keptOf([outline(1), glyph(contours), outline(2)], [1]);
  expect([kept(0), kept(1), kept(-1), kept(-2)]).toEqual([
    [0, 1],
    [0, 1],
    [0, 1, 2],
    [0, 1, 2],
  ]);
});

test("glyphs that are parts of each other are kept", () => {
  const partOf = (glyph: number) => Buffer.concat([shorts(-1, 0, 0, 9, 9), shorts(0, glyph, 0)]);
  expect(keptOf([outline(1), partOf(2), partOf(1), outline(2)], [1])).toEqual([0, 1, 2]);
});

test("glyphs without an outline, or with one that ends in its first ten bytes, have no parts", () => {
  expect(keptOf([outline(1), Buffer.alloc(0), outline(2)], [1])).toEqual([0]);
  expect(keptOf([outline(1), shorts(-1), outline(2)], [1])).toEqual([0, 1]);
  expect(keptOf([outline(1), shorts(-1, 0, 0, 9), outline(2)], [1])).toEqual([0, 1]);
  expect(() => keptOf([outline(1), shorts(-1, 0, 0, 9, 9), outline(2)], [1])).toThrow(RangeError);
});

test("the last glyph is kept, and one that the font lacks is ignored", () => {
  const glyphs = [outline(1), outline(2), outline(3)];
  expect(keptOf(glyphs, [2])).toEqual([0, 2]);
  expect(keptOf(glyphs, [3, 4])).toEqual([0]);
});

test("the tables of a subset begin at multiples of four bytes, and nothing is between them", () => {
  const odd = { prep: Buffer.from([1]), "cvt ": Buffer.from([2, 2]), fpgm: Buffer.from([3, 3, 3]) };
  const font = fontWith([outline(1)]);
  for (const [tag, bytes] of Object.entries(odd)) font.tables.set(tag, bytes);
  const { bytes } = subsetFont(font, []) ?? { bytes: Buffer.alloc(0) };
  const directory = (tag: string, offset: number, length: number) =>
    Buffer.concat([Buffer.from(tag), shorts(0, 0, 0, offset, 0, length)]);
  expect(bytes).toEqual(
    Buffer.concat([
      shorts(1, 0, 6, 0, 0, 0),
      directory("cvt ", 108, 2),
      directory("fpgm", 112, 3),
      directory("glyf", 116, 16),
      directory("head", 132, 54),
      directory("loca", 188, 4),
      directory("prep", 192, 1),
      Buffer.from([2, 2, 0, 0, 3, 3, 3, 0]),
      outline(1),
      Buffer.alloc(56),
      shorts(0, 8),
      Buffer.from([1, 0, 0, 0]),
    ]),
  );
});
