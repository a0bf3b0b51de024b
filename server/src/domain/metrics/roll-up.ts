import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";

const conversionsKept = sql.raw("interval '7 days'");

/**
 * Adds the rows of `daily_changes` to `daily_counts`. Each change is counted exactly once, even if several processes
 * run this at once.
 * @returns the number of counts changed
 */
export async function rollUpDailyChanges(db: Db): Promise<number> {
  return affected(
    await db.execute(sql`
      with taken as (delete from daily_changes returning day, kind, deleted, amount)
      insert into daily_counts as known (day, kind, deleted, amount)
      select day, kind, deleted, sum(amount) from taken group by day, kind, deleted order by day, kind, deleted
      on conflict (day, kind, deleted) do update set amount = known.amount + excluded.amount`),
  );
}

/** Like `rollUpDailyChanges`, for the counts of each practice. */
export async function rollUpPracticeChanges(db: Db): Promise<number> {
  return affected(
    await db.execute(sql`
      with taken as (delete from practice_changes returning practice_id, kind, customer_id, customer_search, amount)
      insert into practice_counts as known (practice_id, kind, customer_id, customer_search, amount)
      select practice_id, kind, customer_id, customer_search, sum(amount) from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (practice_id, kind, customer_id, customer_search) do update set amount = known.amount + excluded.amount`),
  );
}

/**
 * Deletes conversions that are too old.
 * @returns the number of rows deleted
 */
export async function forgetOldConversions(db: Db): Promise<number> {
  return affected(await db.execute(sql`delete from conversions where at < now() - ${conversionsKept}`));
}

const affected = ({ rowCount }: { rowCount: number | null }): number => rowCount ?? 0;
