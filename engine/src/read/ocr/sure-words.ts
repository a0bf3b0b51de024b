import type { RecognisedLine, RecognisedWord } from "./hocr.ts";

/** From this confidence on a word is nearly always right. */
const sure = 60;

/** Returns whether a word is read surely and is one: at least two letters or digits beside each other. */
export const isSure = ({ text, confidence }: RecognisedWord): boolean =>
  confidence >= sure && /[\p{L}\p{N}]{2}/u.test(text);

/** Returns whether a line runs up or down the picture: Tesseract turns blocks of such lines itself. */
export function isSideways({ baseline: [fromX, fromY, toX, toY], words }: RecognisedLine): boolean {
  return Math.abs(toY - fromY) > Math.abs(toX - fromX) || isTall(words);
}

/** Returns whether the words together are much higher than wide, as letters beside each other never are. */
function isTall(words: RecognisedWord[]): boolean {
  if (words.reduce((sum, { text }) => sum + text.length, 0) < 3) return false;
  const sides = ([0, 1, 2, 3] as const).map((side) => words.map(({ box }) => box[side]));
  const [left = 0, top = 0] = sides.slice(0, 2).map((all) => Math.min(...all));
  const [right = 0, bottom = 0] = sides.slice(2).map((all) => Math.max(...all));
  return bottom - top > 1.5 * (right - left);
}

/** Number of letters in sure words of lines that run across: more in a picture that is the right way up. */
export function scoreOf(lines: RecognisedLine[]): number {
  return lines
    .filter((line) => !isSideways(line))
    .flatMap(({ words }) => words.filter(isSure))
    .reduce((sum, { text }) => sum + text.length, 0);
}

/** Mean confidence of the words, from 0 to 100; null without words. */
export function confidenceOf(lines: RecognisedLine[]): number | null {
  const words = lines.flatMap((line) => line.words);
  return words.length === 0 ? null : words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
}
