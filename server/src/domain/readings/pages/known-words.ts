import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { pageWords } from "./table.ts";
import { isListed } from "./word-list.ts";

export interface KnownWord {
  stem: string;
  /** Number of the practice's pages with a word of this stem; null for what is not in word lists. */
  pages: number | null;
}

/** Reduces words to their stems, and looks them up in the word list of the practice. */
export async function knownWords(db: Db, practiceId: string, words: string[]): Promise<Map<string, KnownWord>> {
  if (words.length === 0) return new Map();
  const { rows } = await db.execute<{ word: string; stem: string; pages: number }>(sql`
    select word, stem,
      coalesce((select pages from ${pageWords} known where known.practice_id = ${practiceId} and known.stem = given.stem), 0) as pages
    from (
      select word, coalesce((ts_lexize('english_stem', word))[1], word) as stem
      from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) word
    ) given`);
  return new Map(rows.map(({ word, stem, pages }) => [word, { stem, pages: isListed(stem) ? pages : null }]));
}

/** A word that many pages may begin with is only completed from this length on. */
const minCompleted = 3;
const maxCompletions = 20;

/** Returns the stems of the word list that begin with what a user has typed so far, the most frequent first. */
export async function completionsOf(db: Db, practiceId: string, typed: string): Promise<string[]> {
  if (typed.length < minCompleted || !isListed(typed)) return [];
  const { rows } = await db.execute<{ stem: string }>(sql`
    select stem from ${pageWords}
    where practice_id = ${practiceId} and stem >= ${typed} and stem < ${`${typed}~`}
    order by pages desc, stem limit ${maxCompletions}`);
  return rows.map(({ stem }) => stem);
}
