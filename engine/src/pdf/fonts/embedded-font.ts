import zlib from "node:zlib";
import { PDFArray, type PDFContext, PDFNumber, PDFRawStream, type PDFRef, PDFString } from "@cantoo/pdf-lib";
import { name } from "../objects.ts";
import type { InstalledFont } from "./installed.ts";
import { type FontProgram, subsetFont } from "./subset.ts";

/**
 * Writes a font with the glyphs that were used, numbered as in its file, so that text is written as glyph numbers of two
 * bytes (ISO 32000-1, 9.7.4). It can be searched and copied from.
 * @param used code points by glyph
 */
export function embedFont({ name: family, file }: InstalledFont, used: Map<number, number>, into: Embedding): void {
  const program = subsetFont(file, used.keys());
  if (!program) throw new Error(`The font ${family} cannot be embedded`);
  const { target, reference } = into;
  const scale = 1000 / file.unitsPerEm;
  const scaled = (value: number) => Math.round(value * scale);
  const baseFont = name(`SHEAFA+${family}`);

  const descriptor = target.obj({
    Type: "FontDescriptor",
    Flags: 4,
    FontBBox: file.box.map(scaled),
    ItalicAngle: 0,
    Ascent: scaled(file.ascent),
    Descent: scaled(file.descent),
    CapHeight: scaled(file.ascent),
    StemV: 80,
  });
  descriptor.set(name("FontName"), baseFont);
  descriptor.set(name(program.kind === "CFF" ? "FontFile3" : "FontFile2"), programStream(program, target));

  const widths = PDFArray.withContext(target);
  for (const glyph of used.keys()) {
    widths.push(PDFNumber.of(glyph));
    widths.push(target.obj([scaled(file.advanceOf(glyph))]));
  }
  const descendant = target.obj({ Type: "Font", Subtype: program.kind === "CFF" ? "CIDFontType0" : "CIDFontType2" });
  descendant.set(name("BaseFont"), baseFont);
  const system = target.obj({ Supplement: 0 });
  system.set(name("Registry"), PDFString.of("Adobe"));
  system.set(name("Ordering"), PDFString.of("Identity"));
  descendant.set(name("CIDSystemInfo"), system);
  descendant.set(name("FontDescriptor"), target.register(descriptor));
  descendant.set(name("W"), widths);
  if (program.kind === "TrueType") descendant.set(name("CIDToGIDMap"), name("Identity"));

  const font = target.obj({ Type: "Font", Subtype: "Type0", Encoding: "Identity-H" });
  font.set(name("BaseFont"), baseFont);
  font.set(name("DescendantFonts"), target.obj([target.register(descendant)]));
  font.set(name("ToUnicode"), target.register(target.flateStream(toUnicode(used))));
  target.assign(reference, font);
}

export interface Embedding {
  target: PDFContext;
  /** Under which pages know the font already. */
  reference: PDFRef;
}

function programStream({ kind, bytes }: FontProgram, target: PDFContext): PDFRef {
  const entries = kind === "CFF" ? { Subtype: "CIDFontType0C" } : { Length1: bytes.length };
  const dict = target.obj({ ...entries, Filter: "FlateDecode" });
  return target.register(PDFRawStream.of(dict, zlib.deflateSync(bytes)));
}

/** ISO 32000-1, 9.10.3. */
function toUnicode(used: Map<number, number>): string {
  const blocks: string[] = [];
  const lines = [...used].map(([glyph, codePoint]) => `<${hex(glyph)}> <${utf16(codePoint)}>`);
  const mostOfBlock = 100;
  for (let at = 0; at < lines.length; at += mostOfBlock) {
    const block = lines.slice(at, at + mostOfBlock);
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

/** Two bytes as four digits. */
export const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, "0");

function utf16(codePoint: number): string {
  return [...String.fromCodePoint(codePoint)]
    .flatMap((character) => Array.from({ length: character.length }, (_, index) => hex(character.charCodeAt(index))))
    .join("");
}
