import { type PageHit, type PageSearchQuery, type PageSearchResult, pageHits } from "@sheaf/contracts/page-search.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { correctionOf } from "./correction.ts";
import { dayRange } from "./day-range.ts";
import { findPages, type Page, type PageFilter, type PageRef } from "./find-pages.ts";
import { completionsOf } from "./known-words.ts";
import { searchStateOf } from "./search-state.ts";
import { showHits } from "./show-hits.ts";
import { type Sought, type SoughtTerm, soughtIn, wordsOf } from "./sought.ts";

/** Searches the pages of a practice that were read. */
export async function searchPages(
  db: Db,
  practiceId: string,
  query: PageSearchQuery,
  timeZone: string,
): Promise<PageSearchResult> {
  const { q, cursor, customerId, ...days } = query;
  const filter = { practiceId, customerId, created: dayRange(days, timeZone) };
  const page = { limit: pageHits + 1, after: cursor === undefined ? null : refOf(cursor) };
  const [found, state] = await Promise.all([findOrCorrect(db, filter, q, page), searchStateOf(db, practiceId)]);
  const shown = found.pages.slice(0, pageHits);
  const last = shown.at(-1);
  return {
    hits: await showHits(db, practiceId, shown, found.sought),
    next: found.pages.length > pageHits && last ? cursorOf(last) : null,
    correction: found.correction,
    ...state,
  };
}

/** Returns the first hits, for a list of a few results of each kind. Mistyped words are not corrected. */
export async function searchFewPages(db: Db, practiceId: string, q: string, limit: number): Promise<PageHit[]> {
  const { pages, sought } = await find(db, { practiceId }, q, { limit, after: null });
  return showHits(db, practiceId, pages, sought);
}

interface Found {
  pages: PageRef[];
  sought: Sought;
  /** What was searched for instead of `q`. */
  correction: string | null;
}

/** Finds pages with what was typed; when there are none, with what was meant. */
async function findOrCorrect(db: Db, filter: PageFilter, q: string, page: Page): Promise<Found> {
  const found = await find(db, filter, q, page);
  if (found.pages.length > 0) return { ...found, correction: null };
  const correction = await correct(db, filter.practiceId, q, found.sought);
  if (correction === null) return { ...found, correction };
  return { ...(await find(db, filter, correction, page)), correction };
}

/** Finds pages with what was typed; when there are none, with a word that begins with the last one. */
async function find(db: Db, filter: PageFilter, q: string, page: Page): Promise<Omit<Found, "correction">> {
  const sought = await soughtIn(db, filter.practiceId, q);
  const pages = await findPages(db, filter, sought, page);
  const completed = pages.length > 0 ? null : await complete(db, filter.practiceId, sought);
  if (!completed) return { pages, sought };
  return { pages: await findPages(db, filter, completed, page), sought: completed };
}

const isUnknown = ({ pages }: SoughtTerm) => pages === 0;

/** Takes the last word as the beginning of a word; returns null when no word begins so. */
async function complete(db: Db, practiceId: string, sought: Sought): Promise<Sought | null> {
  const last = sought.at(-1);
  if (!last || !isUnknown(last)) return null;
  const lexemes = await completionsOf(db, practiceId, last.text);
  return lexemes.length === 0 ? null : [...sought.slice(0, -1), { ...last, lexemes, pages: null }];
}

/** Replaces words that are on no page by those that they probably mean; returns null when there are none. */
async function correct(db: Db, practiceId: string, q: string, sought: Sought): Promise<string | null> {
  const words = wordsOf(q);
  let isCorrected = false;
  for (const { text, word } of sought.filter(isUnknown)) {
    const meant = word === null ? null : await correctionOf(db, practiceId, text);
    if (word === null || meant === null) continue;
    words[word] = meant;
    isCorrected = true;
  }
  return isCorrected ? words.join(" ") : null;
}

const cursorOf = ({ jobId, fileId, page }: PageRef): string => `${jobId}.${fileId}.${page}`;

function refOf(cursor: string): PageRef {
  const [jobId = "", fileId = "", page] = cursor.split(".");
  return { jobId, fileId, page: Number(page) };
}
