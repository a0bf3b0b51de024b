import { describe, expect, test } from "vitest";
import { openFontFile } from "./font-file.ts";
import { cmap, fontBytes, groups, longs, openedFont, shorts, tablesWith } from "./testing.ts";

test("a font's measurements are read from its tables", () => {
  expect(openedFont()).toMatchObject({
    glyphs: 4,
    unitsPerEm: 2000,
    ascent: 1500,
    descent: -500,
    box: [-100, -200, 1800, 1900],
  });
});

test("a font's tables are found by their tags, and no others", () => {
  const tables = tablesWith({ "OS/2": shorts(1, 2, 3) });
  expect([...(openFontFile(fontBytes(tables))?.tables ?? [])]).toEqual(tables);
});

test("the first font of a collection is read", () => {
  const tables = tablesWith({});
  const header = Buffer.concat([Buffer.from("ttcf"), longs(0x10000, 2, 20, 9999)]);
  const font = openFontFile(fontBytes(tables, header));
  expect([...(font?.tables ?? [])]).toEqual(tables);
  expect(font?.unitsPerEm).toBe(2000);
});

test("glyphs after the last width are as wide as the last one that is stated", () => {
  const { advanceOf } = openedFont();
  expect([0, 1, 2, 3].map(advanceOf)).toEqual([1000, 600, 600, 600]);
  const fixed = openedFont({ hhea: Buffer.concat([Buffer.alloc(34), shorts(1)]) });
  expect([0, 1, 2].map(fixed.advanceOf)).toEqual([1000, 1000, 1000]);
});

test.each(["head", "hhea", "hmtx", "maxp", "cmap", "glyf"])("a font without the table %s is not read", (tag) => {
  expect(openFontFile(fontBytes(tablesWith({ [tag]: undefined })))).toBeUndefined();
});

test("a font with outlines in PostScript form is read", () => {
  expect(openedFont({ glyf: undefined, "CFF ": shorts(1) }).glyphs).toBe(4);
});

test.each<[string, Buffer]>([
  ["that is empty", Buffer.alloc(0)],
  ["of text", Buffer.from("Damson tart")],
  ["that ends in its directory", fontBytes(tablesWith({})).subarray(0, 100)],
  ["without the last of its tables", fontBytes(tablesWith({})).subarray(0, 140)],
])("a file %s is no font", (_what, bytes) => expect(openFontFile(bytes)).toBeUndefined());

describe("a map of all of Unicode", () => {
  const first: [number, number, number] = [0x41, 0x43, 1];
  const second: [number, number, number] = [0x61, 0x61, 70];
  const third: [number, number, number] = [0x1f600, 0x1f602, 200];
  const glyphs = (...all: [number, number, number][]) => openedFont({ cmap: cmap([3, 10, groups(...all)]) }).glyphOf;

  test.each([
    [0x40, 0],
    [0x41, 1],
    [0x43, 3],
    [0x44, 0],
    [0x60, 0],
    [0x61, 70],
    [0x62, 0],
    [0x1f5ff, 0],
    [0x1f600, 200],
    [0x1f602, 202],
    [0x1f603, 0],
  ])("of three groups gives the code point %i the glyph %i", (codePoint, glyph) => {
    expect(glyphs(first, second, third)(codePoint)).toBe(glyph);
  });

  test("of one, two or four groups finds the first and the last of them", () => {
    expect([0x40, 0x41, 0x43, 0x44].map(glyphs(first))).toEqual([0, 1, 3, 0]);
    expect([0x40, 0x42, 0x61, 0x62].map(glyphs(first, second))).toEqual([0, 2, 70, 0]);
    const four = glyphs([0x20, 0x20, 5], first, second, third);
    expect([0x1f, 0x20, 0x42, 0x61, 0x1f601].map(four)).toEqual([0, 5, 2, 70, 201]);
    expect(glyphs()(0x41)).toBe(0);
  });
});

/** A map in format 4 of ranges; each takes its glyphs from the list, or counts them from its code points. */
function ranges(...all: { first: number; last: number; delta: number; glyphs?: number[] }[]): Buffer {
  const listed: number[] = [];
  const offsets = all.map(({ glyphs = [] }, index) => {
    const offset = glyphs.length > 0 ? (all.length - index + listed.length) * 2 : 0;
    listed.push(...glyphs);
    return offset;
  });
  const column = (key: "first" | "last" | "delta") => all.map((range) => range[key]);
  const head = shorts(4, 0, 0, all.length * 2, 1, 2, 3);
  return Buffer.concat([
    head,
    shorts(...column("last"), 0, ...column("first"), ...column("delta"), ...offsets, ...listed),
  ]);
}

describe("a map of the first 65,536 code points", () => {
  const map = ranges(
    { first: 0x41, last: 0x43, delta: 1 - 0x41 },
    { first: 0x61, last: 0x63, delta: 5, glyphs: [10, 0, 12] },
    { first: 0x71, last: 0x72, delta: -3, glyphs: [20, 21] },
    { first: 0xffff, last: 0xffff, delta: 1 },
  );

  test.each([
    [0x20, 0],
    [0x41, 1],
    [0x43, 3],
    [0x44, 0],
    [0x60, 0],
    [0x61, 15],
    [0x62, 0],
    [0x63, 17],
    [0x64, 0],
    [0x71, 17],
    [0x72, 18],
    [0xffff, 0],
    [0x10041, 0],
    [0x1f600, 0],
  ])("gives the code point %i the glyph %i", (codePoint, glyph) => {
    expect(openedFont({ cmap: cmap([3, 1, map]) }).glyphOf(codePoint)).toBe(glyph);
  });

  test("need not end with the last code point", () => {
    const { glyphOf } = openedFont({ cmap: cmap([3, 1, ranges({ first: 0x41, last: 0x42, delta: 0 })]) });
    expect([0x40, 0x41, 0x42, 0x43].map(glyphOf)).toEqual([0, 0x41, 0x42, 0]);
  });
});

describe("of several maps", () => {
  const [toOne, toTwo] = [groups([0x41, 0x41, 101]), ranges({ first: 0x41, last: 0x41, delta: 200 - 0x41 })];
  const glyph = (...maps: [number, number, Buffer][]) =>
    openFontFile(fontBytes(tablesWith({ cmap: cmap(...maps) })))?.glyphOf(0x41);

  test("that of all of Unicode is used, wherever it stands", () => {
    expect(glyph([3, 1, toTwo], [3, 10, toOne])).toBe(101);
    expect(glyph([3, 10, toOne], [3, 1, toTwo])).toBe(101);
    expect(glyph([3, 1, toTwo])).toBe(200);
  });

  test.each([
    ["Unicode", 0, 4, 101],
    ["Unicode in its first version", 0, 0, 101],
    ["Windows with Unicode", 3, 10, 101],
    ["Windows with symbols", 3, 0, undefined],
    ["Windows with Japanese", 3, 2, undefined],
    ["Macintosh", 1, 1, undefined],
    ["the ISO", 2, 1, undefined],
  ])("one for %s is used or not", (_what, platform, encoding, expected) => {
    expect(glyph([platform, encoding, toOne])).toBe(expected);
    expect(glyph([3, 1, toTwo], [platform, encoding, toOne])).toBe(expected ?? 200);
  });

  test("none of another format is used", () => expect(glyph([3, 1, shorts(6, 0, 0, 0x41, 1, 7)])).toBeUndefined());
});
