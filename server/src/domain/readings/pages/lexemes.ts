import type { Fact, PageReading } from "@sheaf/contracts/reading.ts";
import { amountOf } from "./terms/amount.ts";
import { fold } from "./terms/fold.ts";
import { printedOn } from "./terms/printed-on.ts";
import { isRepetition } from "./terms/repetition.ts";
import { cut, type Term, termsOf } from "./terms/terms.ts";

/*
 * What a page is found by, as it is stored in `page_readings.words`. A word of the page is its stem; amounts, dates and
 * identifiers are stored as they are; everything else begins with a mark.
 */

/** A word whose parts are printed apart: "+kestrel". */
export const joinedMark = "+";
/** A word of the file's or customer's name on pages after the first: it matches only beside a word of the page. */
export const nameMark = "@";
/** The customer of the job, and the week of its id: only for finding few pages among many. */
const customerMark = "&";
const weekMark = "%";

/** The job and file that a page belongs to. */
export interface PageOwner {
  fileName: string;
  customerName: string;
  customerId: string | null;
  jobId: string;
}

/** The words of a page before they are reduced to their stems, and its other lexemes. */
export interface PageTerms {
  onPage: Term[];
  inNames: Term[];
  others: string[];
}

/** Returns what a page is found by. Rows of signs in a picture, which are read as letters, are no words. */
export function termsOfPage(reading: PageReading, owner: PageOwner): PageTerms {
  const terms = termsOf(printedOn(reading));
  const onPage =
    reading.source === "ocr" ? terms.filter(({ kind, text }) => kind === "number" || !isRepetition(text)) : terms;
  const inNames = termsOfNames(owner);
  const others = [...factLexemes(reading.facts), ...ownerLexemes(owner)];
  return reading.page === 1 ? { onPage: [...onPage, ...inNames], inNames: [], others } : { onPage, inNames, others };
}

const termsOfNames = ({ fileName, customerName }: PageOwner): Term[] =>
  termsOf(`${fileName} ${customerName}`.split(/[\s_]+/).map((text) => ({ text }))).filter(
    ({ kind }) => kind !== "joined",
  );

/** Facts are what the page says even where its words were read with mistakes or are printed in parts. */
function factLexemes(facts: Fact[]): string[] {
  return facts.flatMap(({ kind, value }): string[] => {
    switch (kind) {
      case "date":
        return [value, value.slice(0, 7)];
      case "amount":
      case "total": {
        const amount = amountOf(value.replace(/^-/, ""));
        return amount ? [amount.amount] : [];
      }
      case "supplier":
      case "addressee":
        return [];
      default:
        return (fold(value).match(/[\p{L}\p{N}]+/gu) ?? []).map(cut);
    }
  });
}

/** Returns the lexeme of a customer's pages. */
export const customerLexeme = (customerId: string): string => customerMark + customerId.slice(-12);

export const weekMs = 7 * 24 * 60 * 60 * 1000;

/** Returns the number of a week, counted from 1970 on. */
export const weekAt = (ms: number): number => Math.floor(ms / weekMs);

/** Returns the week in which an id was made. */
export const weekOf = (id: string): number => weekAt(Number.parseInt(id.replace("-", "").slice(0, 12), 16));

/** Returns the lexemes of weeks, the last one included. */
export const weekLexemes = (first: number, last: number): string[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => `${weekMark}${first + index}`);

const ownerLexemes = ({ customerId, jobId }: PageOwner): string[] => [
  ...(customerId ? [customerLexeme(customerId)] : []),
  ...weekLexemes(weekOf(jobId), weekOf(jobId)),
];

/** Returns the words of terms that must be reduced to their stems. */
export const wordsIn = (terms: Term[]): string[] =>
  terms.filter(({ kind }) => kind !== "number").map(({ text }) => text);

/** @param stems of `wordsIn` */
export function lexemeOf({ kind, text }: Term, stems: Map<string, string>): string {
  if (kind === "number") return text;
  const stem = stems.get(text) ?? text;
  return kind === "joined" ? joinedMark + stem : stem;
}

/** Returns the distinct lexemes of a page. */
export function lexemesOf({ onPage, inNames, others }: PageTerms, stems: Map<string, string>): string[] {
  const ofNames = inNames.map((term) => nameMark + lexemeOf(term, stems));
  return [...new Set([...onPage.map((term) => lexemeOf(term, stems)), ...ofNames, ...others])];
}
