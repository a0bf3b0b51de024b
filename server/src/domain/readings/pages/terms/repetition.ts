import { fold } from "./fold.ts";

/** Fewer of the same letter are printed on purpose: "www", "III". */
const minLetters = 4;
const minSyllables = 3;
const maxSyllable = 3;

/**
 * Returns whether a word is one letter or syllable again and again ("KEKEKEKE"), or only signs ("*****"): what is read
 * in a row of asterisks or dots.
 */
export function isRepetition(text: string): boolean {
  if (/^[^\p{L}\p{N}]{3,}$/u.test(text)) return true;
  const folded = fold(text);
  if (!/^\p{L}+$/u.test(folded)) return false;
  const letters = [...folded];
  for (let length = 1; length <= maxSyllable; length++) {
    const isLong = letters.length >= (length === 1 ? minLetters : minSyllables * length);
    if (isLong && letters.every((letter, at) => at < length || letter === letters[at - length])) return true;
  }
  return false;
}
