import { fold } from "./fold.ts";

/** Something that a page is found by: a word, an amount, a date. */
export interface Term {
  kind: "word" | "number";
  /** A word in lower case without accents, not yet reduced to its stem; "1234.56". */
  text: string;
  /** Index of the word that it was read from, and of the last one. */
  from: number;
  to: number;
}

const maxLength = 64;

/** Returns the terms of words in reading order. Pages and what users search for are taken apart in the same way. */
export function termsOf(words: string[]): Term[] {
  return words.flatMap((word, index): Term[] => {
    const folded = fold(word).replace(/(?<=\p{L})['’](?=\p{L})/gu, "");
    const amount = amountOf(folded);
    const at = { from: index, to: index };
    if (amount) return [{ kind: "number", text: amount, ...at }];
    const parts = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
    return parts.map((part) => ({ kind: "word", text: part.slice(0, maxLength), ...at }));
  });
}

/** Returns "1234.56" for "£1,234.56"; null when the word is not a number with separators. */
function amountOf(word: string): string | null {
  const found = /^[^\p{L}\p{N}]*(\d{1,12}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{2}))?[^\p{L}\p{N}]*$/u.exec(word);
  if (!found) return null;
  const [, whole = "", pence] = found;
  const digits = whole.replaceAll(",", "");
  return pence === undefined || pence === "00" ? digits : `${digits}.${pence}`;
}
