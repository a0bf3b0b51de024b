import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { noCustomer } from "./table.ts";

/** "Shcp" in ASCII; see recount.ts. */
const lockNumber = 0x53686370;

/**
 * Like `recount`, for the counts of each practice.
 * @returns the number of counts that were wrong and were corrected; 0 while another recount runs
 */
export async function recountPractices(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows: lock } = await tx.execute<{ got: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lockNumber}) as got`,
    );
    if (!lock[0]?.got) return 0;
    const { rowCount } = await tx.execute(sql`
      with real as (
        select practice_id, status as kind, coalesce(customer_id, ${noCustomer}) as customer_id, customer_search, count(*) as amount
        from jobs where status in ('completed', 'failed') and not sample group by 1, 2, 3, 4
        union all
        select practice_id, 'sent-files', ${noCustomer}, '', count(*) from job_files where sent group by 1
      ), known as (
        select practice_id, kind, customer_id, customer_search, sum(amount) as amount
        from (select * from practice_counts union all select * from practice_changes) every group by 1, 2, 3, 4
      )
      insert into practice_changes (practice_id, kind, customer_id, customer_search, amount)
      select practice_id, kind, customer_id, customer_search, coalesce(real.amount, 0) - coalesce(known.amount, 0)
      from real full join known using (practice_id, kind, customer_id, customer_search)
      where coalesce(real.amount, 0) <> coalesce(known.amount, 0)`);
    await tx.execute(sql`delete from practice_counts where amount = 0`);
    return rowCount ?? 0;
  });
}
