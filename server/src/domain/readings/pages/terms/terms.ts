import { amountOf } from "./amount.ts";
import { datesIn } from "./dates.ts";
import { fold } from "./fold.ts";

/** A word of a page or of a search. */
export interface Printed {
  text: string;
  /** Printed so close to the next one that both may be one word, or divided from it at the end of a line. */
  joinsNext?: boolean;
}

/** Something that a page is found by. */
export interface Term {
  /**
   * "word": in lower case without accents, not yet reduced to its stem; "joined": such a word whose parts are printed
   * apart; "number": an amount, a date ("2026-10-14") or a month ("2026-10").
   */
  kind: "word" | "joined" | "number";
  text: string;
  /** Of a page alone, which is found by it as well: the pounds of an amount, the month and the parts of a date. */
  isExtra?: true;
  /** Indexes of the first and the last word that it was read from. */
  from: number;
  to: number;
}

interface Part {
  kind: "word" | "number";
  text: string;
  /** Index of its word. */
  at: number;
  /** Pounds of an amount with pence. */
  whole?: string;
}

const maxLength = 64;
/** Parts of a word that are joined: more than three are an address or a table. */
const maxJoined = 3;
/** The pounds of smaller amounts are on too many pages to be looked for. */
const minWholeLength = 3;

/** Returns the terms of words in reading order. Pages and searches are taken apart in the same way. */
export function termsOf(words: Printed[]): Term[] {
  const partsOf = words.map(({ text }, at) => partsOfWord(text, at));
  const parts = partsOf.flat();
  return [...withDates(parts), ...partsOf.flatMap((own) => joinedOf(own)), ...joinedAcross(words, partsOf)];
}

/** Currencies that are printed without a space before the amount. */
const currency = /^(gbp|eur|usd)(?=\d)/;
const letterApostrophe = /(?<=\p{L})['’](?=\p{L})/gu;

function partsOfWord(text: string, at: number): Part[] {
  const folded = fold(text).replace(letterApostrophe, "").replace(currency, "$1 ");
  const runs = folded.match(/\d+(?:[.,'’]\d+)+|[\p{L}\p{N}]+/gu) ?? [];
  return runs.flatMap((run): Part[] => {
    const amount = /[.,'’]/.test(run) ? amountOf(run) : null;
    if (amount) return [{ kind: "number", text: amount.amount.slice(0, maxLength), at, whole: amount.whole }];
    return run.split(/[.,'’]/).map((each) => ({ kind: "word", text: cut(each), at }));
  });
}

function withDates(parts: Part[]): Term[] {
  const texts = parts.map(({ text }) => text);
  const dates = datesIn(texts, (index) => parts[index]?.at === parts[index + 1]?.at);
  const inDate = new Set<number>();
  const terms: Term[] = [];
  for (const { date, start, end } of dates) {
    for (let index = start; index < end; index++) inDate.add(index);
    const where = { from: parts[start]?.at ?? 0, to: parts[end - 1]?.at ?? 0 };
    terms.push({ kind: "number", text: date, ...where });
    if (date.length > 7) terms.push({ kind: "number", text: date.slice(0, 7), isExtra: true, ...where });
  }
  for (const [index, { kind, text, at, whole }] of parts.entries()) {
    const where = { from: at, to: at };
    terms.push(inDate.has(index) ? { kind, text, isExtra: true, ...where } : { kind, text, ...where });
    if (whole && whole !== text && whole.length >= minWholeLength) {
      terms.push({ kind: "number", text: whole, isExtra: true, ...where });
    }
  }
  return terms;
}

/** "co-op" is found by "coop" too. */
function joinedOf(parts: Part[]): Term[] {
  const [first] = parts;
  if (!first || parts.length < 2 || parts.length > maxJoined || parts.some(isNumber)) return [];
  const texts = parts.map(({ text: part }) => part);
  if (datesIn(texts, () => true).length > 0) return [];
  const text = texts.join("");
  return text.length > maxLength ? [] : [{ kind: "joined", text, isExtra: true, from: first.at, to: first.at }];
}

/** "Kes trel" and "Kes-" at the end of a line are found by "kestrel" too. */
function joinedAcross(words: Printed[], partsOf: Part[][]): Term[] {
  return words.flatMap(({ joinsNext }, index): Term[] => {
    const [last, next] = [partsOf[index]?.at(-1), partsOf[index + 1]?.[0]];
    if (!joinsNext || !last || !next || isNumber(last) || isNumber(next)) return [];
    const text = last.text + next.text;
    return text.length > maxLength ? [] : [{ kind: "joined", text, isExtra: true, from: index, to: index + 1 }];
  });
}

/** Cuts what pages are found by to its maximum length, never within a character. */
export function cut(text: string): string {
  const end = text.slice(0, maxLength);
  return end.isWellFormed() ? end : end.slice(0, -1);
}

const isNumber = ({ kind }: Part) => kind === "number";
