import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { type CountKind, stockDay } from "./table.ts";

/** "Shcn" in ASCII. The number is arbitrary, but must be the same in all processes. */
const lockNumber = 0x5368636e;
/** Active users are recounted for the days that the overview shows; older days are not recounted. */
const activeDays = 30;
/** The actions in the audit log that start a session. */
const signInActions = sql`('account.signed-in', 'account.registered', 'member.joined')`;

export interface Difference {
  day: string;
  kind: CountKind;
  counted: number;
  /** The number according to the rows themselves. */
  actual: number;
}

/**
 * Compares every count with the rows it counts, and corrects differences. Reads whole tables, so it runs only once a
 * day. Other transactions may change counts meanwhile: both sides are read from the same snapshot, and the difference
 * is added instead of setting the number.
 * @returns the counts that were wrong; none while another recount runs
 */
export async function recount(db: Db): Promise<Difference[]> {
  return db.transaction(async (tx) => {
    const { rows: lock } = await tx.execute<{ got: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lockNumber}) as got`,
    );
    if (!lock[0]?.got) return [];
    const { rows } = await tx.execute<{ day: string; kind: CountKind; counted: string; actual: string }>(sql`
      with real as (${actualCounts()}),
      known as (
        select day, kind, sum(amount) as amount
        from (select * from daily_counts union all select * from daily_changes) every
        where not deleted and (kind <> 'active-users' or day >= ${oldestActiveDay})
        group by day, kind
      )
      select day::text, kind, coalesce(known.amount, 0) as counted, coalesce(real.amount, 0) as actual
      from real full join known using (day, kind)
      where coalesce(known.amount, 0) <> coalesce(real.amount, 0)
      order by day, kind`);
    const found = rows.map((row) => ({ ...row, counted: Number(row.counted), actual: Number(row.actual) }));
    for (const { day, kind, counted, actual } of found) {
      await tx.execute(sql`select count_change(${day}, ${kind}, ${actual - counted})`);
    }
    return found;
  });
}

/**
 * Called before a practice is erased: keeps its active users in the daily counts of the past. For the other counts,
 * triggers do this.
 */
export async function keepActiveDays(tx: Tx, practiceId: string): Promise<void> {
  const days = sql`(${activeByDay(sql`practice_id = ${practiceId}`)})`;
  await tx.execute(sql`
    select count_change(day, 'active-users', -amount), count_change(day, 'active-users', amount, true) from ${days} days`);
}

const oldestActiveDay = sql`london_day(now()) - ${activeDays - 1}::int`;

/** Counts the rows of the tables, as rows of day, kind and amount. */
function actualCounts(): SQL {
  return sql`
    select london_day(created_at) as day, 'sign-ups' as kind, count(*) as amount from users group by 1
    union all select london_day(ended_at), 'documents', count(*) from job_files
      where state = 'converted' and ended_at is not null and not sample group by 1
    union all select london_day(settled_at), status, count(*) from jobs
      where status in ('completed', 'failed') and settled_at is not null and not sample group by 1, 2
    union all ${activeByDay(sql`true`)}
    union all select ${stockDay}::date, 'customers', count(*) from customers where archived_at is null
    union all select ${stockDay}::date, 'stored-bytes', coalesce(sum(bytes), 0) from (
      select coalesce((original_key is not null)::int * size_bytes, 0)
        + coalesce((pages_key is not null)::int * pages_bytes, 0) as bytes from job_files where not sample
      union all select (blob_key is not null)::int * size_bytes from outputs where not sample) stored`;
}

function activeByDay(condition: SQL): SQL {
  // One day more than needed, for any time of day; the exact limit is the condition on `day` below.
  const recent = sql.raw(`now() - interval '${activeDays + 1} days'`);
  return sql`
    select day, 'active-users' as kind, count(*) as amount from (
      select user_id, london_day(at) as day from audit_log where action in ${signInActions} and at > ${recent} and ${condition}
      union select uploaded_by_id, london_day(created_at) from jobs where created_at > ${recent} and not sample and ${condition}) seen
    where day >= ${oldestActiveDay} group by day`;
}
