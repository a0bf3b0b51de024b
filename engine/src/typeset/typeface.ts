import type { PDFContext, PDFRef } from "@cantoo/pdf-lib";
import { embedFont, hexWord } from "../pdf/fonts/embedded-font.ts";
import { findInstalledFont, type InstalledFont, installedFont } from "../pdf/fonts/installed.ts";
import { visualOrder } from "../pdf/fonts/visual-order.ts";
import { printNumber } from "../pdf/geometry.ts";
import { joinArabic, letterOfForm } from "./arabic-forms.ts";

/** Fonts of all pages of a document, embedded with the characters that were used. */
export interface Typeface {
  /** Returns the width in points. */
  widthOf(text: string, size: number, isBold: boolean): number;
  /** Returns the operators that show one line, for use between BT and ET. */
  show(text: string, size: number, isBold: boolean): string;
  /** Characters that are shown as question marks because no installed font has them. */
  missing: ReadonlySet<string>;
  /** Scripts of which letters were set one by one, although they change their form beside others. */
  unshaped: ReadonlySet<string>;
  /** Embeds the fonts. Call it once, after all text is set. @returns the fonts by the keys in the operators */
  finish(): Record<string, PDFRef>;
}

interface Glyph {
  key: string;
  /** At font size 1. */
  width: number;
  /** In hexadecimal digits. */
  code: string;
  /** Whether the font is not bold and its outlines are stroked instead. */
  isStroked: boolean;
}

/** Regular and bold files of the first choice that is installed: digits of equal width, Latin, Greek and Cyrillic. */
const choices = [
  ["Carlito-Regular.ttf", "Carlito-Bold.ttf"],
  ["LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"],
  ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"],
] as const;

/** Scripts that need more than one glyph for each letter. */
const shapedScripts = [
  "Bengali",
  "Devanagari",
  "Gujarati",
  "Gurmukhi",
  "Kannada",
  "Khmer",
  "Malayalam",
  "Mongolian",
  "Myanmar",
  "Oriya",
  "Sinhala",
  "Syriac",
  "Tamil",
  "Telugu",
  "Tibetan",
].map((name) => [name, new RegExp(`\\p{Script=${name}}`, "u")] as const);

export function openTypeface(target: PDFContext): Typeface {
  const [regularName, boldName] = choices.find(([regular]) => installedFont(regular)) ?? choices[0];
  const embedded = new Map<InstalledFont, { key: string; used: Map<number, number> }>();
  const missing = new Set<string>();
  const unshaped = new Set<string>();
  const glyphs = { regular: new Map<string, Glyph>(), bold: new Map<string, Glyph>() };

  function glyphIn(font: InstalledFont | undefined, codePoint: number, isStroked: boolean): Glyph | undefined {
    const glyph = font?.file.glyphOf(codePoint);
    if (!font || !glyph) return undefined;
    const { key, used } = embedded.get(font) ?? { key: `F${embedded.size + 1}`, used: new Map<number, number>() };
    embedded.set(font, { key, used });
    if (!used.has(glyph)) used.set(glyph, letterOfForm(codePoint));
    return { key, width: font.file.advanceOf(glyph) / font.file.unitsPerEm, code: hexWord(glyph), isStroked };
  }

  const find = (codePoint: number, isBold: boolean) =>
    (isBold ? glyphIn(installedFont(boldName), codePoint, false) : undefined) ??
    glyphIn(installedFont(regularName), codePoint, isBold) ??
    glyphIn(findInstalledFont(codePoint), codePoint, isBold);

  function glyphFor(character: string, isBold: boolean): Glyph {
    const known = glyphs[isBold ? "bold" : "regular"];
    if (!known.has(character)) noteScript(character);
    const glyph =
      known.get(character) ?? find(character.codePointAt(0) ?? 0, isBold) ?? questionMark(character, isBold);
    known.set(character, glyph);
    return glyph;
  }

  function noteScript(character: string): void {
    const script = shapedScripts.find(([, pattern]) => pattern.test(character));
    if (script) unshaped.add(script[0]);
  }

  function questionMark(character: string, isBold: boolean): Glyph {
    missing.add(character);
    const glyph = find(63, isBold);
    if (!glyph) throw new Error("No font is installed that can be embedded");
    return glyph;
  }

  return {
    missing,
    unshaped,
    widthOf(text, size, isBold) {
      let width = 0;
      for (const character of visible(joinArabic(text))) width += glyphFor(character, isBold).width;
      return width * size;
    },
    show(text, size, isBold) {
      const runs: { glyph: Glyph; codes: string[] }[] = [];
      for (const character of visible(visualOrder(joinArabic(text)))) {
        const glyph = glyphFor(character, isBold);
        const last = runs.at(-1);
        if (last?.glyph.key === glyph.key && last.glyph.isStroked === glyph.isStroked) last.codes.push(glyph.code);
        else runs.push({ glyph, codes: [glyph.code] });
      }
      const written = printNumber(size);
      return runs
        .map(({ glyph: { key, isStroked }, codes }) => {
          const shown = `/${key} ${written} Tf <${codes.join("")}> Tj`;
          return isStroked ? `2 Tr ${printNumber(size / 30)} w ${shown} 0 Tr` : shown;
        })
        .join(" ");
    },
    finish() {
      const references: Record<string, PDFRef> = {};
      for (const [font, { key, used }] of embedded) {
        const reference = target.nextRef();
        embedFont(font, used, { target, reference });
        references[key] = reference;
      }
      return references;
    },
  };
}

/** Leaves out control characters and marks without a form of their own; every kind of space becomes a space. */
const visible = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/\p{Zs}/gu, " ")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, "");
