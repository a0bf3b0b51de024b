import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { pageReadings, pageWordChanges, pageWords } from "./table.ts";
import { listed, lockWordList } from "./word-list.ts";

/** The pages of a file, or of all files of a job. */
interface PagesRef {
  practiceId: string;
  jobId: string;
  fileId?: string;
}

/** Deletes pages from the search, and the words that no other page of the practice contains from its word list. */
export async function forgetPages(tx: Tx, { practiceId, jobId, fileId }: PagesRef): Promise<void> {
  const rows = fileId === undefined ? { practiceId, jobId } : { practiceId, jobId, fileId };
  const stored = tx.select({ one: sql`1` }).from(pageReadings).where(equals(pageReadings, rows));
  if ((await stored.limit(1)).length === 0) return;
  await lockWordList(tx, practiceId);
  // The words of these files are not in the list yet.
  const pending = await tx
    .delete(pageWordChanges)
    .where(equals(pageWordChanges, rows))
    .returning({ fileId: pageWordChanges.fileId });
  const known = sql.param(pending.map(({ fileId }) => fileId));
  await tx.execute(sql`
    with gone as (
      delete from ${pageReadings} where ${equals(pageReadings, rows)} returning file_id, words
    ), counted as (
      select stem, count(*)::int as pages from gone, unnest(tsvector_to_array(words)) stem
      where file_id <> all (${known}::uuid[]) and ${listed(sql`stem`)}
      group by stem
    ), removed as (
      delete from ${pageWords} word using counted
      where word.practice_id = ${practiceId} and word.stem = counted.stem and word.pages <= counted.pages
    )
    update ${pageWords} word set pages = word.pages - counted.pages from counted
    where word.practice_id = ${practiceId} and word.stem = counted.stem and word.pages > counted.pages`);
}

/** Deletes all pages and words of a practice. */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await lockWordList(tx, practiceId);
  await tx.delete(pageReadings).where(eq(pageReadings.practiceId, practiceId));
  await tx.delete(pageWordChanges).where(eq(pageWordChanges.practiceId, practiceId));
  await tx.delete(pageWords).where(eq(pageWords.practiceId, practiceId));
}
