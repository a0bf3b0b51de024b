import { eq, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { activeUsers, practiceChanges, practiceCounts } from "./table.ts";

/**
 * What is counted of one practice, as rows of kind, customer_id, customer_search and amount; several of the same are to
 * be added.
 */
export function countsOfPractice(practiceId: string): SQL {
  const rows = (table: typeof practiceCounts | typeof practiceChanges) =>
    sql`select kind, customer_id, customer_search, amount from ${table} where practice_id = ${practiceId}`;
  return sql`(${rows(practiceCounts)} union all ${rows(practiceChanges)})`;
}

/** Files that emails have carried to somebody, each once, however often it was sent. */
export async function countSentFiles(db: Db | Tx, practiceId: string): Promise<number> {
  const { rows } = await db.execute<{ files: number }>(sql`
    select coalesce(sum(amount), 0)::int as files from ${countsOfPractice(practiceId)} counted where kind = 'sent-files'`);
  return rows[0]?.files ?? 0;
}

/**
 * After everything that was counted: a practice's customers are named in its counts. What is being folded right now
 * goes by the nightly recount.
 */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(activeUsers).where(eq(activeUsers.practiceId, practiceId));
  await tx.delete(practiceChanges).where(eq(practiceChanges.practiceId, practiceId));
  await tx.delete(practiceCounts).where(eq(practiceCounts.practiceId, practiceId));
}
