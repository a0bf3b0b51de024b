import type { GreyPicture } from "../ocr/grey-picture.ts";
import type { Character } from "./characters.ts";

/** Characters of a line between two spaces, and where their ink is in the picture of the line, in pixels. */
export interface CutWord {
  characters: Character[];
  left: number;
  right: number;
}

/**
 * Weights of what speaks for a space between two characters: how much wider the white between them is than usual in its
 * line, in widths of a character, and the logarithm of the probability of a space as the network sees it. Fitted on
 * 19,000 pairs of characters; one in a hundred is judged wrongly.
 */
const weights = { white: 3.7, space: 1.0, constant: 1.2 };
const leastSpace = 1e-4;
/** Share of a line's gaps that are assumed to be inside of words. */
const insideWords = 0.4;
const usualCharacterWidth = 20;
const leastCharacterWidth = 6;

/** Divides the characters of a line into words, because the network loses most spaces. */
export function cutWords(characters: readonly Character[], picture: GreyPicture): CutWord[] {
  const ink = inkOf(picture);
  const gaps = characters.slice(1).map((next, at) => ({ ...widestWhite(ink, characters[at]?.x ?? 0, next.x), next }));
  const distances = characters.slice(1).map(({ x }, at) => x - (characters[at]?.x ?? 0));
  const usualGap = low(gaps.map(({ from, to }) => to - from)) ?? 0;
  const characterWidth = Math.max(leastCharacterWidth, low(distances) ?? usualCharacterWidth);
  const words: CutWord[] = [];
  let left = 0;
  let word: Character[] = [];
  for (const [at, character] of characters.entries()) {
    word.push(character);
    const gap = gaps[at];
    if (gap) {
      const white = (gap.to - gap.from - usualGap) / characterWidth;
      const space = Math.log(gap.next.spaceBefore + leastSpace);
      if (weights.white * white + weights.space * space + weights.constant <= 0) continue;
    }
    words.push({ characters: word, ...inkBetween(ink, left, gap ? gap.from : picture.width) });
    [word, left] = [[], gap?.to ?? 0];
  }
  return words;
}

const low = (values: number[]): number | undefined =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * insideWords)];

/** Rows at the top and bottom of a line that may show parts of its neighbours, in pixels. */
const otherLines = 9;
/** From this share of the way from paper to ink on a column has ink. */
const inked = 0.35;
/** Shares of the pixels of a line that are darker than its paper and its ink are taken to be. */
const paperShare = 0.75;
const inkShare = 0.03;
const leastContrast = 20;

/** Returns for each column whether at least two of its pixels are ink: 1 or 0. */
function inkOf({ pixels, width, height }: GreyPicture): Uint8Array {
  const sorted = pixels.toSorted();
  const levelAt = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0;
  const paper = levelAt(paperShare);
  const darkest = paper - inked * Math.max(leastContrast, paper - levelAt(inkShare));
  return Uint8Array.from({ length: width }, (_, x) => {
    let count = 0;
    for (let y = otherLines; y < height - otherLines; y++) if ((pixels[y * width + x] ?? 255) <= darkest) count++;
    return count >= 2 ? 1 : 0;
  });
}

/** Returns the longest part without ink between two columns; an empty one at the second when there is none. */
function widestWhite(ink: Uint8Array, from: number, to: number): { from: number; to: number } {
  const last = Math.round(to);
  let widest = { from: last, to: last };
  let start = Math.round(from);
  for (let x = start; x <= last + 1; x++) {
    if (x <= last && ink[x] === 0) continue;
    if (x - start > widest.to - widest.from) widest = { from: start, to: x };
    start = x + 1;
  }
  return widest;
}

/** Returns the first and last column with ink of a part. */
function inkBetween(ink: Uint8Array, from: number, to: number): { left: number; right: number } {
  const first = ink.indexOf(1, from);
  const last = ink.subarray(0, to).lastIndexOf(1);
  return first < 0 || last < first ? { left: from, right: to } : { left: first, right: last + 1 };
}
