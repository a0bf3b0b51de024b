import type { Box } from "@sheaf/contracts/reading.ts";
import type { PdfiumDocument } from "../../pdf/pdfium.ts";
import { withScratch } from "../../pdf/pdfium-module.ts";

/** The text that a page has already. */
export interface ExistingText {
  hasInvisible: boolean;
  /** Boxes of the characters that are seen, in points from the top left corner. */
  visible: Box[];
}

const invisibleMode = 3;
/** Size of a double, in 32-bit floats. */
const doubleFloats = 2;

/** @param index of the page, from 0 */
export function existingText({ pdfium, document }: PdfiumDocument, index: number): ExistingText {
  const found: ExistingText = { hasInvisible: false, visible: [] };
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return found;
  const height = pdfium.FPDF_GetPageHeightF(page);
  const text = pdfium.FPDFText_LoadPage(page);
  withScratch(pdfium, 4 * doubleFloats, ({ address }) => {
    const [left, right, bottom, top] = [address, address + 8, address + 16, address + 24];
    const value = (at: number): number => pdfium.pdfium.getValue(at, "double");
    for (let at = 0; at < pdfium.FPDFText_CountChars(text); at++) {
      const object = pdfium.FPDFText_GetTextObject(text, at);
      if (object === 0) continue; // a space that PDFium added
      if (pdfium.FPDFTextObj_GetTextRenderMode(object) === invisibleMode) found.hasInvisible = true;
      else if (pdfium.FPDFText_GetCharBox(text, at, left, right, bottom, top))
        found.visible.push([value(left), height - value(top), value(right), height - value(bottom)]);
    }
  });
  pdfium.FPDFText_ClosePage(text);
  pdfium.FPDF_ClosePage(page);
  return found;
}

/** Points of a grid in which boxes are looked up. */
const cell = 20;

/** Returns a function that tells whether a word stands where characters are seen already. */
export function coveredBy(visible: Box[]): (word: Box) => boolean {
  const cells = new Map<string, Box[]>();
  const keysOf = ([left, top, right, bottom]: Box): string[] => {
    const keys: string[] = [];
    for (let x = Math.floor(left / cell); x <= Math.floor(right / cell) && keys.length < maxCells; x++)
      for (let y = Math.floor(top / cell); y <= Math.floor(bottom / cell) && keys.length < maxCells; y++)
        keys.push(`${x} ${y}`);
    return keys;
  };
  for (const box of visible) {
    for (const key of keysOf(box)) {
      const list = cells.get(key);
      if (list) list.push(box);
      else cells.set(key, [box]);
    }
  }
  return (word) => {
    const near = new Set(keysOf(word).flatMap((key) => cells.get(key) ?? []));
    let covered = 0;
    for (const box of near) covered += overlapAlong(word, box);
    return covered >= minCovered * Math.max(word[2] - word[0], word[3] - word[1]);
  };
}

const maxCells = 4_000;
/** Gaps between letters are not covered. */
const minCovered = 0.4;

/** Returns how much of a word's longer side a character takes; 0 for one on another line. */
function overlapAlong(word: Box, character: Box): number {
  const across = Math.min(word[2], character[2]) - Math.max(word[0], character[0]);
  const down = Math.min(word[3], character[3]) - Math.max(word[1], character[1]);
  if (across <= 0 || down <= 0) return 0;
  return word[2] - word[0] >= word[3] - word[1] ? across : down;
}
