import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { type CountKind, stockDay } from "./table.ts";

/** "Shcn": any number will do, as long as every Sheaf takes the same. */
const lockNumber = 0x5368636e;
/** Active people are counted anew for as long as the overview shows them by day; older days rest. */
const activeDays = 30;
/** What is written down whenever a session starts. */
const signIns = sql`('account.signed-in', 'account.registered', 'member.joined')`;

export interface Difference {
  day: string;
  kind: CountKind;
  counted: number;
  /** What the rows themselves say. */
  actual: number;
}

/**
 * Compares every count with the rows it counts, and puts right what differs. Reads whole tables, so once a day is often
 * enough. Others may go on meanwhile: both sides are of one moment, and the difference is added, not the number set.
 * @returns what was wrong; none while another recount runs
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
 * Before a practice is erased: that its people were active on those days stays counted. The other counts see to it
 * themselves.
 */
export async function keepActiveDays(tx: Tx, practiceId: string): Promise<void> {
  const days = sql`(${activeByDay(sql`practice_id = ${practiceId}`)})`;
  await tx.execute(sql`
    select count_change(day, 'active-users', -amount), count_change(day, 'active-users', amount, true) from ${days} days`);
}

const oldestActiveDay = sql`london_day(now()) - ${activeDays - 1}::int`;

/** Of the tables themselves: a day, a kind and an amount to the row. */
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

function activeByDay(whose: SQL): SQL {
  // A day more, whatever the time of day: the exact border is the one of the days.
  const recent = sql.raw(`now() - interval '${activeDays + 1} days'`);
  return sql`
    select day, 'active-users' as kind, count(*) as amount from (
      select user_id, london_day(at) as day from audit_log where action in ${signIns} and at > ${recent} and ${whose}
      union select uploaded_by_id, london_day(created_at) from jobs where created_at > ${recent} and not sample and ${whose}) seen
    where day >= ${oldestActiveDay} group by day`;
}
