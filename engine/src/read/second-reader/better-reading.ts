import type { Box } from "@sheaf/contracts/reading.ts";
import type { RecognisedLine, RecognisedWord } from "../ocr/hocr.ts";

/** The second reading must promise this much more to replace the first one. */
const margin = 1.05;
/** Words of other languages with this confidence are believed. */
const sure = 60;
/** From this number of words on with letters that the second reader does not know, the first one stays. */
const wordsOfOtherLetters = 3;

/**
 * Decides between two readings of a picture: by the number of letters that are expected to be right, the confidence of a
 * word being the probability that it is. The second reader knows no letters of some languages and no pound sign; a page
 * with such letters stays as first read, and pound signs are taken from the first reading.
 * @param known the characters that the second reader knows
 */
export function betterReading(
  first: RecognisedLine[],
  second: RecognisedLine[],
  known: ReadonlySet<string>,
): RecognisedLine[] {
  const foreign = wordsOf(first).filter(
    ({ text, confidence }) =>
      confidence >= sure && [...text].some((letter) => /\p{L}/u.test(letter) && !known.has(letter)),
  );
  if (foreign.length >= wordsOfOtherLetters || expected(second) < expected(first) * margin) return first;
  return withCurrencies(second, first);
}

const wordsOf = (lines: RecognisedLine[]): RecognisedWord[] => lines.flatMap(({ words }) => words);

/** Returns how many letters and digits are probably right. */
const expected = (lines: RecognisedLine[]): number =>
  wordsOf(lines).reduce(
    (sum, { text, confidence }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) * confidence,
    0,
  );

const amount = /^-?\d[\d.,]*$/;
const amountWithCurrency = /^-?([£€])-?\d[\d.,]*$/u;

/** Puts the currency before an amount that the first reading has with one at the same place. */
function withCurrencies(second: RecognisedLine[], first: RecognisedLine[]): RecognisedLine[] {
  const amounts = wordsOf(first).filter(({ text }) => amountWithCurrency.test(text));
  if (amounts.length === 0) return second;
  return second.map((line) => ({
    ...line,
    words: line.words.map((word) => {
      const same = amount.test(word.text) ? amounts.find(({ box }) => overlap(box, word.box) > 0.5) : undefined;
      const currency = amountWithCurrency.exec(same?.text ?? "")?.[1];
      return currency ? { ...word, text: word.text.replace(/^-?/, `$&${currency}`) } : word;
    }),
  }));
}

/** Common area of two boxes as a share of the smaller one. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(areaOf(one), areaOf(other));
}

const areaOf = ([left, top, right, bottom]: Box): number => Math.max(1, (right - left) * (bottom - top));
