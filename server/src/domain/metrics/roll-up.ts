import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";

const conversionsKept = sql.raw("interval '7 days'");

/**
 * Adds what has changed to what was counted before. Nothing counts twice or not at all, however many do it at once.
 * @returns counts changed
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

/** The same of what is counted of each practice. */
export async function rollUpPracticeChanges(db: Db): Promise<number> {
  return affected(
    await db.execute(sql`
      with taken as (delete from practice_changes returning practice_id, kind, customer_id, customer_search, amount)
      insert into practice_counts as known (practice_id, kind, customer_id, customer_search, amount)
      select practice_id, kind, customer_id, customer_search, sum(amount) from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (practice_id, kind, customer_id, customer_search) do update set amount = known.amount + excluded.amount`),
  );
}

/** @returns how many there were */
export async function forgetOldConversions(db: Db): Promise<number> {
  return affected(await db.execute(sql`delete from conversions where at < now() - ${conversionsKept}`));
}

const affected = ({ rowCount }: { rowCount: number | null }): number => rowCount ?? 0;
