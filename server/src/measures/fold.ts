import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";

const conversionsKept = sql.raw("interval '7 days'");

/** Adds what has changed to what was counted before. Nothing counts twice or not at all, however many do it at once. */
export async function foldChanges(db: Db): Promise<void> {
  await db.execute(sql`
    with taken as (delete from daily_changes returning day, kind, gone, amount)
    insert into daily_counts as known (day, kind, gone, amount)
    select day, kind, gone, sum(amount) from taken group by day, kind, gone order by day, kind, gone
    on conflict (day, kind, gone) do update set amount = known.amount + excluded.amount`);
}

export async function forgetOldConversions(db: Db): Promise<void> {
  await db.execute(sql`delete from conversions where at < now() - ${conversionsKept}`);
}
