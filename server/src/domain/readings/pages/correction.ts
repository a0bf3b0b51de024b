import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { pageWords } from "./table.ts";

const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];
const length = { min: 4, max: 24 };

/**
 * Returns the word of the practice's pages that a mistyped word most likely means: one letter was added, left out or
 * mistaken for another, or two letters changed places. Of several it is the most frequent, one with the same first
 * letter before all others; of several as frequent the first of the alphabet.
 * @param typed in lower case without accents
 * @returns null when there is none
 */
export async function correctionOf(db: Db, practiceId: string, typed: string): Promise<string | null> {
  if (typed.length < length.min || typed.length > length.max || !/^[a-z]+$/.test(typed)) return null;
  const { rows } = await db.execute<{ word: string }>(sql`
    select known.word
    from (
      select word, coalesce((ts_lexize('english_stem', word))[1], word) as stem
      from jsonb_array_elements_text(${JSON.stringify(slipsOf(typed))}::jsonb) word
    ) meant join ${pageWords} known on known.practice_id = ${practiceId} and known.stem = meant.stem
    order by left(meant.word, 1) = ${typed[0]} desc, known.pages desc, meant.word = known.word desc, known.word
    limit 1`);
  return rows[0]?.word ?? null;
}

/** Returns every word that differs by one slip: some 460 for a word of eight letters, each looked up in the list. */
function slipsOf(typed: string): string[] {
  const slips = new Set<string>();
  for (let at = 0; at <= typed.length; at++) {
    const [before, after] = [typed.slice(0, at), typed.slice(at)];
    for (const letter of alphabet) slips.add(before + letter + after).add(before + letter + after.slice(1));
    slips.add(before + after.slice(1));
    if (after.length > 1) slips.add(`${before}${after[1]}${after[0]}${after.slice(2)}`);
  }
  slips.delete(typed);
  return [...slips];
}
