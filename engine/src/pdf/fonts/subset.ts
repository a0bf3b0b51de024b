import type { FontFile } from "./font-file.ts";

export interface FontProgram {
  kind: "TrueType" | "CFF";
  bytes: Buffer;
}

/** Tables that a PDF viewer needs to draw glyphs by number (ISO 32000-1, 9.9). */
const trueTypeTables = ["cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"];

/**
 * Removes the outlines of all unused glyphs from a font. Glyph numbers and table sizes stay the same: the space of
 * removed outlines becomes zeros, which compress to almost nothing.
 * @returns undefined when the font has no outlines, or its CIDs differ from its glyph numbers
 * @throws RangeError when its tables contradict each other
 */
export function subsetFont(font: FontFile, used: Iterable<number>): FontProgram | undefined {
  const cff = font.tables.get("CFF ");
  if (cff) {
    const bytes = subsetCff(cff, new Set([0, ...used]), font.glyphs);
    return bytes && { kind: "CFF", bytes };
  }
  const glyf = font.tables.get("glyf");
  const outlines = glyf && subsetOutlines(font, glyf, used);
  if (!outlines) return undefined;
  const tables = trueTypeTables.flatMap((tag): [string, Buffer][] => {
    const table = tag === "glyf" ? outlines : font.tables.get(tag);
    return table ? [[tag, table]] : [];
  });
  return { kind: "TrueType", bytes: writeTables(tables) };
}

function subsetOutlines(font: FontFile, glyf: Buffer, used: Iterable<number>): Buffer | undefined {
  const [loca, head] = [font.tables.get("loca"), font.tables.get("head")];
  if (!loca || !head) return undefined;
  const isLong = head.readInt16BE(50) === 1;
  const offsetOf = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const outlines = Buffer.alloc(glyf.length);
  const kept = new Set<number>();
  const waiting = [0, ...used];
  for (let glyph = waiting.pop(); glyph !== undefined; glyph = waiting.pop()) {
    if (kept.has(glyph) || glyph >= font.glyphs) continue;
    kept.add(glyph);
    const outline = glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1));
    outlines.set(outline, offsetOf(glyph));
    waiting.push(...partsOf(outline));
  }
  return outlines;
}

/** Returns the components of a composite glyph such as é. */
function partsOf(outline: Buffer): number[] {
  if (outline.length < 10 || outline.readInt16BE(0) >= 0) return [];
  const [wordArguments, hasScale, more, hasTwoScales, hasMatrix] = [0x01, 0x08, 0x20, 0x40, 0x80];
  const parts: number[] = [];
  for (let at = 10, flags = more; flags & more; ) {
    flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    at += flags & wordArguments ? 8 : 6;
    at += flags & hasScale ? 2 : flags & hasTwoScales ? 4 : flags & hasMatrix ? 8 : 0;
  }
  return parts;
}

function writeTables(tables: [tag: string, bytes: Buffer][]): Buffer {
  const directory = Buffer.alloc(12 + tables.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  tables.forEach(([tag, bytes], index) => {
    const entry = 12 + index * 16;
    directory.write(tag, entry, "latin1");
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  });
  return Buffer.concat(parts);
}

/** Operators of a top dictionary (Adobe Technical Note 5176, table 9). */
const [charsetOperator, charStringsOperator, rosOperator] = [15, 17, 0x0c1e];

function subsetCff(cff: Buffer, kept: Set<number>, glyphs: number): Buffer | undefined {
  const names = readIndex(cff, cff.readUInt8(2));
  const dictionaries = readIndex(cff, names.end);
  const top = readDictionary(cff.subarray(dictionaries.offsetOf(0), dictionaries.offsetOf(1)));
  const charStrings = top.get(charStringsOperator);
  if (charStrings === undefined) return undefined;
  if (top.has(rosOperator) && !isIdentity(cff, top.get(charsetOperator) ?? 0, glyphs)) return undefined;

  const subset = Buffer.from(cff);
  const { count, end, offsetOf } = readIndex(cff, charStrings);
  const offsetSize = cff.readUInt8(charStrings + 2);
  const data = offsetOf(0);
  let at = data;
  for (let glyph = 0; glyph < count; glyph++) {
    const outline = kept.has(glyph) ? cff.subarray(offsetOf(glyph), offsetOf(glyph + 1)) : [];
    subset.set(outline, at);
    at += outline.length;
    subset.writeUIntBE(at - data + 1, charStrings + 3 + (glyph + 1) * offsetSize, offsetSize);
  }
  return subset.fill(0, at, end);
}

function readIndex(cff: Buffer, at: number) {
  const count = cff.readUInt16BE(at);
  if (count === 0) return { count, end: at + 2, offsetOf: () => at + 2 };
  const size = cff.readUInt8(at + 2);
  const data = at + 3 + (count + 1) * size - 1; // offsets count from 1
  const offsetOf = (index: number) => data + cff.readUIntBE(at + 3 + index * size, size);
  return { count, end: offsetOf(count), offsetOf };
}

/** Returns the last operand of each operator; real numbers are skipped. */
function readDictionary(bytes: Buffer): Map<number, number> {
  const entries = new Map<number, number>();
  let operand = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes.readUInt8(at++);
    if (byte === 28) {
      operand = bytes.readInt16BE(at);
      at += 2;
    } else if (byte === 29) {
      operand = bytes.readInt32BE(at);
      at += 4;
    } else if (byte === 30) {
      while ((bytes.readUInt8(at) & 0x0f) !== 0x0f && bytes.readUInt8(at) >> 4 !== 0x0f) at++;
      at++;
    } else if (byte >= 247 && byte <= 250) operand = (byte - 247) * 256 + bytes.readUInt8(at++) + 108;
    else if (byte >= 251 && byte <= 254) operand = -(byte - 251) * 256 - bytes.readUInt8(at++) - 108;
    else if (byte >= 32 && byte <= 246) operand = byte - 139;
    else entries.set(byte === 12 ? 0x0c00 + bytes.readUInt8(at++) : byte, operand);
  }
  return entries;
}

/**
 * Whether every CID, the number that a PDF uses, equals the glyph number: the charset is one range from 1 to the end.
 */
function isIdentity(cff: Buffer, charset: number, glyphs: number): boolean {
  // The numbers of predefined charsets, 0 to 2, lead to the header, which has no byte 2.
  if (cff.readUInt8(charset) !== 2) return false;
  return cff.readUInt16BE(charset + 1) === 1 && cff.readUInt16BE(charset + 3) >= glyphs - 2;
}
