import type { Box, ReadWord } from "@sheaf/contracts/reading.ts";
import type { HardReading } from "./read-hard-picture.ts";

/** Words of other languages with this confidence are believed. */
const sure = 60;
/** From this number of words on with letters that the second reader does not know, the first one stays. */
const wordsOfOtherLetters = 3;

/**
 * Decides between two readings of a picture: by how many more letters are probably right than wrong. The second reader
 * does not know the letters of some languages, nor the signs of pound and euro: a page with such letters stays as first
 * read, and the signs are taken from the first reading.
 * @param known the characters that the second reader knows
 */
export function betterReading(first: HardReading, second: HardReading, known: ReadonlySet<string>): HardReading {
  const foreign = first.words.filter(
    ({ text, confidence }) =>
      confidence >= sure && [...text].some((letter) => /\p{L}/u.test(letter) && !known.has(letter)),
  );
  if (foreign.length >= wordsOfOtherLetters || worthOf(second.words) <= worthOf(first.words)) return first;
  return { ...second, words: withCurrencies(second.words, first.words) };
}

/** Words of confidence 60 are right in one of three cases, those of 97 in 93 of 100 (`read-words.ts`). */
const probabilityOf = (confidence: number): number => (confidence / 100) ** 2.5;

/** Returns the number of letters and digits that are probably right, less those that are probably wrong. */
const worthOf = (words: ReadWord[]): number =>
  words.reduce((sum, { text, confidence }) => {
    const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    return sum + letters * (2 * probabilityOf(confidence) - 1);
  }, 0);

const amount = /^-?\d[\d.,]*$/;
const amountWithCurrency = /^-?([£€])-?\d[\d.,]*$/u;

/** Puts the currency before an amount that the first reading has with one at the same place. */
function withCurrencies(second: ReadWord[], first: ReadWord[]): ReadWord[] {
  const amounts = first.filter(({ text }) => amountWithCurrency.test(text));
  if (amounts.length === 0) return second;
  return second.map((word) => {
    const same = amount.test(word.text) ? amounts.find(({ box }) => overlap(box, word.box) > 0.5) : undefined;
    const currency = amountWithCurrency.exec(same?.text ?? "")?.[1];
    return currency ? { ...word, text: word.text.replace(/^-?/, `$&${currency}`) } : word;
  });
}

/** Common area of two boxes as a share of the smaller one. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(areaOf(one), areaOf(other));
}

const areaOf = ([left, top, right, bottom]: Box): number => Math.max(1, (right - left) * (bottom - top));
