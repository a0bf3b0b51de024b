import { type PDFContext, type PDFRef, StandardFontEmbedder } from "@cantoo/pdf-lib";
import { FontNames } from "@cantoo/pdf-lib/standard-fonts";
import { printNumber } from "../geometry.ts";
import { embedFont, hexWord } from "./embedded-font.ts";
import { findInstalledFont, type InstalledFont } from "./installed.ts";
import { visualOrder } from "./visual-order.ts";

/** Fonts for text that this engine typesets itself, shared by all pages of a document. */
export interface ValueFonts {
  /** Returns the width in points. */
  widthOf(text: string, size: number): number;
  /**
   * Returns the operators that show one line, for use between BT and ET.
   * @param use called with each font and the key by which the operators name it
   */
  show(text: string, size: number, use: (key: string, font: PDFRef) => void): string;
  /** Characters that are shown as question marks because no font has them. */
  missing: ReadonlySet<string>;
  /** Embeds the fonts with the characters that were used. Call it once, after all text is set. */
  finish(): void;
}

/** A character in one of the fonts. `width` is at font size 1; `code` is in hexadecimal digits. */
interface Glyph {
  key: string;
  width: number;
  code: string;
}

/** "?" in Windows-1252, as hexadecimal digits. */
const questionMark = "3F";

/**
 * Uses Helvetica, which every viewer has, for the characters of Windows-1252, and embeds installed fonts for all
 * others.
 */
export function valueFonts(target: PDFContext): ValueFonts {
  let loaded: StandardFontEmbedder | undefined;
  const references = new Map<string, PDFRef>();
  const embedded = new Map<InstalledFont, { key: string; used: Map<number, number> }>();
  const missing = new Set<string>();
  const glyphs = new Map<string, Glyph>();

  /** Loads Helvetica on first use: unpacking its metrics takes 8 ms, and few files need it. */
  function helvetica(): StandardFontEmbedder {
    loaded ??= StandardFontEmbedder.for(FontNames.Helvetica);
    return loaded;
  }

  const inHelvetica = (character: string, code: string): Glyph => {
    return { key: "Value", width: helvetica().widthOfTextAtSize(character, 1), code };
  };

  function plain(character: string): Glyph | undefined {
    const code = helvetica().encodeText(character).asString();
    const isUnknown = code === questionMark && character !== "?"; // not in Windows-1252
    return isUnknown ? undefined : inHelvetica(character, code);
  }

  function glyphFor(character: string): Glyph {
    const known = glyphs.get(character);
    if (known) return known;
    const found = plain(character) ?? fromInstalled(character.codePointAt(0) ?? 0);
    if (!found) missing.add(character);
    const glyph = found ?? inHelvetica("?", questionMark);
    glyphs.set(character, glyph);
    return glyph;
  }

  function fromInstalled(codePoint: number): Glyph | undefined {
    const font = findInstalledFont(codePoint);
    if (!font) return undefined;
    const { key, used } = embedded.get(font) ?? { key: `Value${embedded.size + 1}`, used: new Map() };
    embedded.set(font, { key, used });
    const glyph = font.file.glyphOf(codePoint);
    used.set(glyph, codePoint);
    return { key, width: font.file.advanceOf(glyph) / font.file.unitsPerEm, code: hexWord(glyph) };
  }

  function referenceOf(key: string): PDFRef {
    const reference =
      references.get(key) ?? (key === "Value" ? helvetica().embedIntoContext(target) : target.nextRef());
    references.set(key, reference);
    return reference;
  }

  const glyphsFor = (text: string): Glyph[] => [...text].filter(isVisible).map(glyphFor);

  return {
    missing,
    widthOf: (text, size) => glyphsFor(text).reduce((sum, { width }) => sum + width, 0) * size,
    show(text, size, use) {
      const runs: { key: string; codes: string }[] = [];
      for (const { key, code } of glyphsFor(visualOrder(text))) {
        const last = runs.at(-1);
        if (last?.key === key) last.codes += code;
        else runs.push({ key, codes: code });
      }
      for (const { key } of runs) use(key, referenceOf(key));
      return runs.map(({ key, codes }) => `/${key} ${printNumber(size)} Tf <${codes}> Tj`).join(" ");
    },
    finish() {
      for (const [font, { key, used }] of embedded) {
        const reference = references.get(key);
        if (reference) embedFont(font, used, { target, reference });
      }
    },
  };
}

/**
 * Excludes control characters, variation selectors, and the invisible characters that control direction and joining.
 */
function isVisible(character: string): boolean {
  return !/\p{Cc}|\p{Cf}|\p{Variation_Selector}/u.test(character);
}
