import { surpriseOf } from "./letter-pairs.ts";
import type { TextLayer } from "./text-layer.ts";

/**
 * What a page's text layer is worth. "none": it has no words. "good": it says what is printed. "stamp": good, but so
 * short that it may stand on a scan. "hidden": good, but recognised by another program in the picture that covers the
 * page. "garbled": its characters do not mean what is printed.
 */
export type LayerWorth = "none" | "good" | "stamp" | "hidden" | "garbled";

/** Share of the page from which pictures count as its content. */
const coveredByPictures = 0.5;
/** A page with pictures and fewer words is taken for a scan with a stamp. */
const stampWords = 30;
/** Share of the characters without a meaning from which nothing is believed. */
const maxMeaningless = 0.02;
/** From this number of words on, this share of them must look spoken. */
const spokenFrom = 10;
const minSpoken = 0.75;
/** From this number of words on, at most this share may be single letters. */
const singleFrom = 30;
const maxSingle = 0.4;
/** Letters that stand for others: from this number of pairs on, this average surprise in bits. See letter-pairs.ts. */
const pairsFrom = 40;
const maxSurprise = 3.65;

/**
 * Judges a text layer by its characters, its letters and the pictures of its page.
 * @param coverage share of the page that pictures cover, from 0 to 1
 */
export function worthOf(layer: TextLayer, coverage: number): LayerWorth {
  const texts = layer.words.map(({ text }) => text);
  if (layer.characters === 0) return "none";
  if (layer.meaningless > layer.characters * maxMeaningless) return "garbled";
  if (texts.length === 0) return "none";
  if (!looksWritten(texts)) return "garbled";
  if (coverage < coveredByPictures) return "good";
  if (layer.invisible > layer.characters / 2) return "hidden";
  return texts.length < stampWords ? "stamp" : "good";
}

/** Returns whether words are of a language, codes or numbers, in any script, and not letters in place of others. */
function looksWritten(words: string[]): boolean {
  const latin = judgedWords(words);
  const spoken = latin.filter(isSpoken);
  if (latin.length >= spokenFrom && spoken.length < latin.length * minSpoken) return false;
  const single = words.filter((word) => /^\p{L}$/u.test(word));
  if (words.length >= singleFrom && single.length > words.length * maxSingle) return false;
  const { pairs, bits } = surpriseOf(latin);
  return pairs < pairsFrom || bits <= maxSurprise;
}

/**
 * Returns the Latin words of four letters and more. Short words in capitals are often codes and do not count; longer
 * ones count only where there are few others.
 */
function judgedWords(words: string[]): string[] {
  const latin = words.filter((word) => /^\P{L}*\p{Script=Latin}{4,}\P{L}*$/u.test(word) && !/\d/.test(word));
  const small = latin.filter((word) => /\p{Ll}{2}/u.test(word));
  return small.length >= spokenFrom ? small : latin.filter((word) => /\p{Ll}{2}|\p{L}{6}/u.test(word));
}

const vowel = /[aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿąęőűůě]/iu;
const sixConsonants = /[bcdfghjklmnpqrstvwxz]{6}/iu;
const threeAlike = /(\p{L})\1\1/iu;

const isSpoken = (word: string): boolean => vowel.test(word) && !sixConsonants.test(word) && !threeAlike.test(word);
