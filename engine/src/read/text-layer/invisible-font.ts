import type { CharacterCodes } from "./character-codes.ts";
import { emptyTrueType } from "./empty-true-type.ts";

/** Width of every character, as a share of the font's size. */
export const letterWidth = 0.5;

/** Objects of a PDF, numbered by the caller. */
export interface NewObjects {
  addObject(body: string): number;
  /** @param entries of its dictionary, without filter and length */
  addPackedStream(entries: string, data: Uint8Array): number;
}

/**
 * Adds the font of a document's invisible text: each code shows the same empty glyph, and the map to Unicode says which
 * character it means (ISO 32000-1, 9.7 and 9.10.3).
 * @returns its object number
 */
export function addInvisibleFont(codes: CharacterCodes, to: NewObjects): number {
  const program = emptyTrueType();
  const file = to.addPackedStream(`/Length1 ${program.length}`, program);
  const descriptor = to.addObject(
    "<< /Type /FontDescriptor /FontName /Invisible /Flags 5 /FontBBox [0 -200 500 800] /ItalicAngle 0 /Ascent 800 " +
      `/Descent -200 /CapHeight 800 /StemV 80 /FontFile2 ${file} 0 R >>`,
  );
  const glyphs = to.addPackedStream("", everyCodeIsGlyph1());
  const cidFont = to.addObject(
    "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Invisible /CIDSystemInfo << /Registry (Adobe) " +
      `/Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW ${letterWidth * 1000} ` +
      `/CIDToGIDMap ${glyphs} 0 R >>`,
  );
  const toUnicode = to.addPackedStream("", Buffer.from(unicodeMap(codes.used()), "latin1"));
  return to.addObject(
    "<< /Type /Font /Subtype /Type0 /BaseFont /Invisible /Encoding /Identity-H " +
      `/DescendantFonts [${cidFont} 0 R] /ToUnicode ${toUnicode} 0 R >>`,
  );
}

function everyCodeIsGlyph1(): Buffer {
  const glyphs = Buffer.alloc(2 << 16);
  for (let at = 1; at < glyphs.length; at += 2) glyphs[at] = 1;
  return glyphs;
}

/** A map may have no more entries in one block (Adobe Technical Note #5014). */
const entriesInBlock = 100;

/**
 * Ranges of codes with the same first byte map to themselves; each character beyond the basic plane has its own entry.
 */
function unicodeMap(used: ReadonlyMap<number, string>): string {
  const rows = new Set<number>();
  const single: string[] = [];
  for (const [code, character] of used) {
    if (character.length > 1)
      single.push(`<${hex(code)}> <${Buffer.from(character, "utf16le").swap16().toString("hex")}>`);
    else rows.add(code >> 8);
  }
  const ranges = [...rows]
    .sort((one, other) => one - other)
    .map((row) => {
      const [first, last] = [hex(row << 8), hex((row << 8) | 0xff)];
      return `<${first}> <${last}> <${first}>`;
    });
  return [
    "/CIDInit /ProcSet findresource begin",
    "12 dict begin",
    "begincmap",
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
    "/CMapName /Adobe-Identity-UCS def",
    "/CMapType 2 def",
    "1 begincodespacerange",
    "<0000> <ffff>",
    "endcodespacerange",
    ...blocks(ranges, "bfrange"),
    ...blocks(single, "bfchar"),
    "endcmap",
    "CMapName currentdict /CMap defineresource pop",
    "end",
    "end",
  ].join("\n");
}

function blocks(entries: string[], kind: "bfrange" | "bfchar"): string[] {
  const lines: string[] = [];
  for (let from = 0; from < entries.length; from += entriesInBlock) {
    const block = entries.slice(from, from + entriesInBlock);
    lines.push(`${block.length} begin${kind}`, ...block, `end${kind}`);
  }
  return lines;
}

const hex = (code: number): string => code.toString(16).padStart(4, "0");
