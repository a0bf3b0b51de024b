import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";

/** Numbers, words in other scripts and words of one or two letters are not in the word list. */
export const isListed = (stem: string): boolean => /^[a-z]{3,40}$/.test(stem);

/** The same condition in SQL. */
export const listed = (stem: SQLWrapper): SQL => sql`${stem} collate "C" ~ '^[a-z]{3,40}$'`;

/** Any number that no other advisory lock uses. */
const lockClass = 7_203;

/** Makes changes to the word list of a practice wait for each other until the end of the transaction. */
export async function lockWordList(tx: Tx, practiceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${practiceId}))`);
}
