import { eq, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { onePlan } from "../../platform/db/statement-names.ts";
import { activeUsers, practiceChanges, practiceCounts } from "./table.ts";

/**
 * Selects the counts of a practice, as rows of kind, customer_id, customer_search and amount. There may be several rows
 * for the same count; their amounts must be added up.
 */
export function countsOfPractice(practiceId: string): SQL {
  const rows = (table: typeof practiceCounts | typeof practiceChanges) =>
    sql`select kind, customer_id, customer_search, amount from ${table} where practice_id = ${practiceId}`;
  return sql`(${rows(practiceCounts)} union all ${rows(practiceChanges)})`;
}

/** Counts the files that have been sent by email, each once, even if it was sent several times. */
export async function countSentFiles(db: Db | Tx, practiceId: string): Promise<number> {
  const { rows } = await db.execute<{ files: number }>(sql`${onePlan}
    select coalesce(sum(amount), 0)::int as files from ${countsOfPractice(practiceId)} counted where kind = 'sent-files'`);
  return rows[0]?.files ?? 0;
}

/**
 * Deletes the counts of a closed practice, since they contain names of its customers. Called after all counted rows are
 * deleted. Counts that the roll-up moves at the same moment are removed by the nightly recount.
 */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(activeUsers).where(eq(activeUsers.practiceId, practiceId));
  await tx.delete(practiceChanges).where(eq(practiceChanges.practiceId, practiceId));
  await tx.delete(practiceCounts).where(eq(practiceCounts.practiceId, practiceId));
}
