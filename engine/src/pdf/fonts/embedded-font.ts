import zlib from "node:zlib";
import { type PDFContext, PDFRawStream, type PDFRef, PDFString } from "@cantoo/pdf-lib";
import type { InstalledFont } from "./installed.ts";
import { type FontProgram, subsetFont } from "./subset.ts";

/**
 * Embeds a subset of a font with the used glyphs. They keep the numbers of the font file, so text is written as glyph
 * numbers of two bytes (ISO 32000-1, 9.7.4). The text can be searched and copied.
 * @param used code points by glyph
 */
export function embedFont({ name: family, file }: InstalledFont, used: Map<number, number>, into: Embedding): void {
  const program = subsetFont(file, used.keys());
  if (!program) throw new Error(`The font ${family} cannot be embedded`);
  const { target, reference } = into;
  const scale = 1000 / file.unitsPerEm;
  const scaled = (value: number) => Math.round(value * scale);
  const baseFont = `SHEAFA+${family}`;

  const isCff = program.kind === "CFF";
  const descriptor = target.obj({
    Type: "FontDescriptor",
    Flags: 4,
    FontBBox: file.box.map(scaled),
    ItalicAngle: 0,
    Ascent: scaled(file.ascent),
    Descent: scaled(file.descent),
    CapHeight: scaled(file.ascent),
    StemV: 80,
    FontName: baseFont,
    [isCff ? "FontFile3" : "FontFile2"]: programStream(program, target),
  });
  const descendant = target.obj({
    Type: "Font",
    Subtype: isCff ? "CIDFontType0" : "CIDFontType2",
    BaseFont: baseFont,
    CIDSystemInfo: { Supplement: 0, Registry: PDFString.of("Adobe"), Ordering: PDFString.of("Identity") },
    FontDescriptor: target.register(descriptor),
    W: [...used.keys()].flatMap((glyph) => [glyph, [scaled(file.advanceOf(glyph))]]),
    CIDToGIDMap: isCff ? undefined : "Identity",
  });
  const font = target.obj({
    Type: "Font",
    Subtype: "Type0",
    Encoding: "Identity-H",
    BaseFont: baseFont,
    DescendantFonts: [target.register(descendant)],
    ToUnicode: target.register(target.flateStream(toUnicode(used))),
  });
  target.assign(reference, font);
}

export interface Embedding {
  target: PDFContext;
  /** The reference under which pages already use the font. */
  reference: PDFRef;
}

function programStream({ kind, bytes }: FontProgram, target: PDFContext): PDFRef {
  const entries = kind === "CFF" ? { Subtype: "CIDFontType0C" } : { Length1: bytes.length };
  const dict = target.obj({ ...entries, Filter: "FlateDecode" });
  return target.register(PDFRawStream.of(dict, zlib.deflateSync(bytes)));
}

/** Maps glyph numbers to Unicode text (ISO 32000-1, 9.10.3). */
function toUnicode(used: Map<number, number>): string {
  const blocks: string[] = [];
  const lines = [...used].map(([glyph, codePoint]) => `<${hexWord(glyph)}> <${utf16(codePoint)}>`);
  const maxBlockEntries = 100;
  for (let at = 0; at < lines.length; at += maxBlockEntries) {
    const block = lines.slice(at, at + maxBlockEntries);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
    "1 begincodespacerange <0000> <FFFF> endcodespacerange",
    ...blocks,
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}

/** Formats two bytes as four hexadecimal digits. */
export const hexWord = (value: number): string => value.toString(16).toUpperCase().padStart(4, "0");

function utf16(codePoint: number): string {
  return [...String.fromCodePoint(codePoint)]
    .flatMap((character) =>
      Array.from({ length: character.length }, (_, index) => hexWord(character.charCodeAt(index))),
    )
    .join("");
}
