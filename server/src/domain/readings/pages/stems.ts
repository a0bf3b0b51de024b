import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";

/**
 * Reduces words to their English stems, so that "invoices" is found by "invoice". A word without a stem, such as "the",
 * stays as it is.
 */
export async function stemsOf(db: Db | Tx, words: Iterable<string>): Promise<Map<string, string>> {
  const distinct = [...new Set(words)];
  if (distinct.length === 0) return new Map();
  const { rows } = await db.execute<{ stems: string[] }>(sql`
    select array(
      select coalesce((ts_lexize('english_stem', word))[1], word)
      from jsonb_array_elements_text(${JSON.stringify(distinct)}::jsonb) with ordinality as given (word, place)
      order by place) as stems`);
  const stems = rows[0]?.stems ?? [];
  return new Map(distinct.map((word, index) => [word, stems[index] ?? word]));
}
