import type { Db } from "../../../platform/db/connect.ts";
import { knownWords } from "./known-words.ts";
import { joinedMark, nameMark } from "./lexemes.ts";
import { type Term, termsOf } from "./terms/terms.ts";

/** One word, amount or date of a search. */
export interface SoughtTerm {
  /** In lower case without accents. */
  text: string;
  /** Index of its word in the search, when that word is only this term; null otherwise. */
  word: number | null;
  /** A page must have one of these (`lexemes.ts`). */
  lexemes: string[];
  /** About how many pages have it; null when that is not known. */
  pages: number | null;
}

/** What a user searches for: a page must have every term. */
export type Sought = SoughtTerm[];

export const wordsOf = (q: string): string[] => q.split(/\s+/).filter(Boolean);

/** Longer ones are no identifier that was typed in groups, such as "GB 123 4567 82". */
const maxIdentifier = 34;

/** Takes a search apart into what pages are found by. */
export async function soughtIn(db: Db, practiceId: string, q: string): Promise<Sought> {
  const terms = termsOf(wordsOf(q).map((text) => ({ text }))).filter(({ isExtra }) => !isExtra);
  const joins = terms.map((_, index) => joinsOf(terms, index));
  const known = await knownWords(db, practiceId, [
    ...new Set([...terms.filter(isWord).map(({ text }) => text), ...joins.flat()]),
  ]);
  const stemOf = (word: string) => known.get(word)?.stem ?? word;
  return terms.map((term, index) => {
    const { kind, text, from, to } = term;
    const alone = terms.filter((other) => other.from <= to && other.to >= from).length === 1 && from === to;
    const lexemes = kind === "word" ? [stemOf(text), joinedMark + stemOf(text)] : [text];
    const parts = [text, ...(joins[index] ?? [])].map((word) => known.get(word)?.pages ?? null);
    return {
      text,
      word: alone ? from : null,
      lexemes: [...new Set([...lexemes, ...(joins[index] ?? []).map(stemOf)])],
      pages: parts.includes(null) ? null : parts.reduce<number>((sum, pages) => sum + (pages ?? 0), 0),
    };
  });
}

const isWord = ({ kind }: Term) => kind === "word";

/** Returns the words that may be printed in one where the user typed this word and its neighbours apart. */
function joinsOf(terms: Term[], index: number): string[] {
  const own = terms[index];
  if (!own || !isWord(own)) return [];
  const [previous, next] = [terms[index - 1], terms[index + 1]];
  const whole = terms.map(({ text }) => text).join("");
  const isIdentifier = terms.length > 2 && terms.every(isWord) && whole.length <= maxIdentifier && /\d/.test(whole);
  return [
    ...(previous && isWord(previous) ? [previous.text + own.text] : []),
    ...(next && isWord(next) ? [own.text + next.text] : []),
    ...(isIdentifier ? [whole] : []),
  ];
}

/**
 * Returns the search in PostgreSQL's notation.
 * @param options.prefix begins every lexeme, as in the index
 * @param options.besides sets of further lexemes, of each of which a page must have one
 */
export function tsqueryOf(sought: Sought, options: { prefix?: string; besides?: string[][] } = {}): string {
  const { prefix = "", besides = [] } = options;
  const oneOf = (lexemes: string[]) =>
    `(${lexemes.map((lexeme) => `'${(prefix + lexeme).replace(/['\\]/g, "$&$&")}'`).join(" | ")})`;
  const onPage = sought.map(({ lexemes }) => lexemes);
  const withNames = onPage.map((lexemes) => [...lexemes, ...lexemes.filter(canBeInName).map((one) => nameMark + one)]);
  // On pages after the first, names alone are no hit.
  const terms = onPage.length > 1 ? [...withNames, onPage.flat()] : onPage;
  return [...terms, ...besides].map(oneOf).join(" & ");
}

const canBeInName = (lexeme: string): boolean => !lexeme.startsWith(joinedMark);
