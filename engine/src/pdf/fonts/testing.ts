import { type FontFile, openFontFile } from "./font-file.ts";

/** Numbers of 16 bits, each with or without a sign. */
export const shorts = (...values: number[]) =>
  Buffer.from(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));
/** Numbers of 32 bits without a sign. */
export const longs = (...values: number[]) =>
  shorts(...values.flatMap((value) => [Math.floor(value / 0x10000), value % 0x10000]));

/** A table whose bytes are all different, except for the numbers of 16 bits that are given by position. */
export function table(length: number, numbers: Record<number, number>): Buffer {
  const bytes = Buffer.from(Array.from({ length }, (_, at) => 0x81 + at));
  for (const [at, value] of Object.entries(numbers)) shorts(value).copy(bytes, Number(at));
  return bytes;
}

/** A table "cmap" of maps, each for a platform and an encoding. */
export function cmap(...maps: [platform: number, encoding: number, map: Buffer][]): Buffer {
  let offset = 4 + maps.length * 8;
  const entries = maps.map(([platform, encoding, map]) => {
    const entry = Buffer.concat([shorts(platform, encoding), longs(offset)]);
    offset += map.length;
    return entry;
  });
  return Buffer.concat([shorts(0, maps.length), ...entries, ...maps.map(([, , map]) => map)]);
}

/** A map in format 12, of groups of first and last code point and the glyph of the first. */
export const groups = (...all: [first: number, last: number, glyph: number][]) =>
  Buffer.concat([shorts(12, 0), longs(16 + all.length * 12, 0, all.length), longs(...all.flat())]);

const smallestTables = {
  head: table(54, { 18: 2000, 36: -100, 38: -200, 40: 1800, 42: 1900, 50: 1 }),
  hhea: table(36, { 4: 1500, 6: -500, 34: 2 }),
  hmtx: shorts(1000, 11, 600, 12, 13, 14),
  maxp: table(6, { 4: 4 }),
  cmap: cmap([3, 10, groups([0x41, 0x43, 1])]),
  loca: longs(0, 12, 24, 36, 48),
  glyf: Buffer.alloc(48, 1),
};

/** The tables of a font of four glyphs, the last three for A to C. */
export const tablesWith = (others: Record<string, Buffer | undefined>): [tag: string, bytes: Buffer][] =>
  Object.entries({ ...smallestTables, ...others }).flatMap(([tag, bytes]) => (bytes ? [[tag, bytes]] : []));

/** A font file of these tables. @param before precedes the font in its file */
export function fontBytes(tables: [tag: string, bytes: Buffer][], before: Buffer = Buffer.alloc(0)): Buffer {
  let offset = before.length + 12 + tables.length * 16;
  const entries = tables.map(([tag, bytes]) => {
    const entry = Buffer.concat([Buffer.from(tag), longs(7, offset, bytes.length)]);
    offset += bytes.length;
    return entry;
  });
  const head = Buffer.concat([longs(0x10000), shorts(tables.length, 1, 2, 3)]);
  return Buffer.concat([before, head, ...entries, ...tables.map(([, bytes]) => bytes)]);
}

/** Opens a font with these tables besides or instead of the smallest ones. */
export function openedFont(others: Record<string, Buffer | undefined> = {}): FontFile {
  const font = openFontFile(fontBytes(tablesWith(others)));
  if (!font) throw new Error("The font cannot be opened");
  return font;
}
