import type { PageReading } from "@sheaf/contracts/reading.ts";
import { type Term, termsOf } from "./terms.ts";

/** Marks a word of the file's or customer's name on pages after the first: it matches only beside a page's word. */
export const nameMark = "@";

/** The names by which all pages of a file are found. */
export interface Names {
  fileName: string;
  customerName: string;
}

/** Returns what a page is found by, before words are reduced to their stems. */
export function termsOfPage({ page, words }: PageReading, names: Names): { onPage: Term[]; inNames: Term[] } {
  const onPage = termsOf(words.map(({ text }) => text));
  const inNames = termsOf(`${names.fileName} ${names.customerName}`.split(/[\s_]+/));
  return page === 1 ? { onPage: [...onPage, ...inNames], inNames: [] } : { onPage, inNames };
}
