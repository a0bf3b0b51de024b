import { attempt } from "../../attempt.ts";

/**
 * The parts of a TrueType or OpenType font that drawing single characters needs (ISO/IEC 14496-22). Shaping is not
 * supported.
 */
export interface FontFile {
  /** Table bytes by tag; views of the file. */
  tables: Map<string, Buffer>;
  glyphs: number;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  box: [left: number, bottom: number, right: number, top: number];
  /** 0 when the font has no glyph for the code point. */
  glyphOf(codePoint: number): number;
  /** In font units. */
  advanceOf(glyph: number): number;
}

/**
 * Reads the first font of a file.
 * @returns undefined when the file is truncated or not a font with outlines
 */
export function openFontFile(bytes: Buffer): FontFile | undefined {
  return attempt(() => readFont(bytes));
}

function readFont(bytes: Buffer): FontFile | undefined {
  const directory = bytes.toString("latin1", 0, 4) === "ttcf" ? bytes.readUInt32BE(12) : 0;
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < bytes.readUInt16BE(directory + 4); index++) {
    const entry = directory + 12 + index * 16;
    const offset = bytes.readUInt32BE(entry + 8);
    const tag = bytes.toString("latin1", entry, entry + 4);
    tables.set(tag, bytes.subarray(offset, offset + bytes.readUInt32BE(entry + 12)));
  }
  const [head, hhea, hmtx, maxp, cmap] = ["head", "hhea", "hmtx", "maxp", "cmap"].map((tag) => tables.get(tag));
  if (!head || !hhea || !hmtx || !maxp || !cmap || !(tables.has("glyf") || tables.has("CFF "))) return undefined;
  const glyphOf = readCharacterMap(cmap);
  if (!glyphOf) return undefined;

  const metrics = hhea.readUInt16BE(34);
  return {
    tables,
    glyphs: maxp.readUInt16BE(4),
    unitsPerEm: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    glyphOf,
    advanceOf: (glyph) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4),
  };
}

type GlyphOf = (codePoint: number) => number;

/**
 * Reads the map of all of Unicode (format 12) if there is one, else the map of its first 65,536 code points (format 4).
 */
function readCharacterMap(cmap: Buffer): GlyphOf | undefined {
  const maps = new Map<number, Buffer>();
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const entry = 4 + index * 8;
    const platform = cmap.readUInt16BE(entry);
    const isUnicode = platform === 0 || (platform === 3 && [1, 10].includes(cmap.readUInt16BE(entry + 2)));
    const map = cmap.subarray(cmap.readUInt32BE(entry + 4));
    if (isUnicode) maps.set(map.readUInt16BE(0), map);
  }
  const [all, basic] = [maps.get(12), maps.get(4)];
  return all ? segmentsOf(all) : basic && rangesOf(basic);
}

/** Reads a map in format 12: groups of first and last code point and the glyph of the first. */
function segmentsOf(map: Buffer): GlyphOf {
  const groups = map.readUInt32BE(12);
  return (codePoint) => {
    let [low, high] = [0, groups - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const entry = 16 + middle * 12;
      if (codePoint < map.readUInt32BE(entry)) high = middle - 1;
      else if (codePoint > map.readUInt32BE(entry + 4)) low = middle + 1;
      else return map.readUInt32BE(entry + 8) + codePoint - map.readUInt32BE(entry);
    }
    return 0;
  };
}

/** Reads a map in format 4: four parallel arrays of segments, followed by an array of glyphs. */
function rangesOf(map: Buffer): GlyphOf {
  const doubled = map.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + doubled, 16 + 2 * doubled, 16 + 3 * doubled];
  return (codePoint) => {
    for (let at = 0; at < doubled; at += 2) {
      if (codePoint > map.readUInt16BE(ends + at)) continue;
      const start = map.readUInt16BE(starts + at);
      if (codePoint < start) return 0;
      const delta = map.readUInt16BE(deltas + at);
      const offset = map.readUInt16BE(offsets + at);
      if (offset === 0) return (codePoint + delta) & 0xffff;
      const glyph = map.readUInt16BE(offsets + at + offset + (codePoint - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
