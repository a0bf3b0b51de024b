/**
 * Advance widths of Liberation Sans (metrically Arial and Helvetica) in thousandths of its size, for the characters
 * from the space to the tilde. Adobe Font Metrics of Helvetica, which the face was made to match.
 */
const advances = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
/** Relative to the font size. */
export const narrowestAdvance = Math.min(...advances) / 1000;
const otherCharacters = 600;
const wide = 1000;
/** Scripts whose characters are as wide as they are high, and pictographs. */
export const isWide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** @returns width in points, rather too large outside ASCII */
export function textWidth(text: string, fontSize: number): number {
  let thousandths = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 32 && code <= 126) thousandths += advances[code - 32] ?? otherCharacters;
    else thousandths += isWide.test(character) ? wide : otherCharacters;
  }
  return (thousandths * fontSize) / 1000;
}

/** Width of a digit: the unit of column widths in Office Open XML (ECMA-376-1, 18.3.1.13). */
export const digitAdvance = 0.556;

/** Factor for bold letters and for fonts wider than the measured one. */
export const generous = 1.1;
/** Padding of a text in a column that is fitted to it, in points, both sides together. */
export const paddingPoints = 9;
/** The smallest padding that LibreOffice leaves, both sides together. */
export const cellMargins = 2;
