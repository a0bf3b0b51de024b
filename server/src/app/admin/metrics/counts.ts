import { type SQL, sql } from "drizzle-orm";
import type { CountKind } from "../../../domain/metrics/table.ts";
import type { Tx } from "../../../platform/db/connect.ts";

const everyCount = sql`(select * from daily_counts union all select * from daily_changes)`;
const today = sql`london_day(now())`;
const trendDays = sql.raw("29");

export interface CountTotals {
  total: number;
  /** Without deleted users and practices. */
  present: number;
  month: number;
  today: number;
}

/**
 * Returns the sums of each kind. A kind without any count is missing. Today and this month are in the time zone
 * Europe/London.
 */
export async function readTotals(tx: Tx): Promise<Map<CountKind, CountTotals>> {
  const sum = (where: SQL) => sql`coalesce(sum(amount) filter (where ${where}), 0)::float8`;
  const { rows } = await tx.execute<{ kind: CountKind } & Record<keyof CountTotals, number>>(sql`
    select kind, ${sum(sql`true`)} as total, ${sum(sql`not deleted`)} as present,
      ${sum(sql`day >= date_trunc('month', ${today})::date`)} as month, ${sum(sql`day = ${today}`)} as today
    from ${everyCount} every group by kind`);
  return new Map(rows.map(({ kind, ...totals }) => [kind, totals]));
}

export interface TrendDay {
  date: string;
  signUps: number;
  documents: number;
  activeUsers: number;
}

/** Returns the last 30 days, oldest first, including days on which nothing happened. */
export async function readTrend(tx: Tx): Promise<TrendDay[]> {
  const sum = (kind: CountKind) => sql`coalesce(sum(amount) filter (where kind = ${kind}), 0)::int`;
  const { rows } = await tx.execute<TrendDay & Record<string, unknown>>(sql`
    select days.day::date::text as date, ${sum("sign-ups")} as "signUps", ${sum("documents")} as documents,
      ${sum("active-users")} as "activeUsers"
    from generate_series(${today} - ${trendDays}, ${today}, interval '1 day') days (day)
    left join ${everyCount} every on every.day = days.day::date and every.day >= ${today} - ${trendDays}
    group by days.day order by days.day`);
  return rows.map(({ date, signUps, documents, activeUsers }) => ({ date, signUps, documents, activeUsers }));
}

export interface CurrentState {
  at: string;
  activeUsers: number;
  processingJobs: number;
  oldestUnfinishedAt: string | null;
  failuresToday: { reason: string; count: number }[];
}

/** Reads the figures that are not kept as daily counts but computed from the rows: only few rows at any time. */
export async function readCurrentState(tx: Tx): Promise<CurrentState> {
  const unfinished = sql`from jobs where status in ('pending', 'processing') and not sample`;
  const { rows } = await tx.execute<{
    now: string;
    activeUsers: number;
    processingJobs: number;
    oldestAt: string | null;
  }>(sql`
    select now() as now,
      (select count(*)::int from active_users where day >= ${today} - ${trendDays}) as "activeUsers",
      (select count(*)::int ${unfinished}) as "processingJobs",
      (select min(created_at) ${unfinished}) as "oldestAt"`);
  const { rows: failuresToday } = await tx.execute<{ reason: string; count: number }>(sql`
    select coalesce(reason, 'failed') as reason, count(*)::int as count from conversions
    where outcome <> 'converted' and at >= ${today}::timestamp at time zone 'Europe/London'
    group by 1 order by 2 desc, 1`);
  const [row] = rows;
  if (!row) throw new Error("The database returned no row");
  return {
    at: new Date(row.now).toISOString(),
    activeUsers: row.activeUsers,
    processingJobs: row.processingJobs,
    oldestUnfinishedAt: row.oldestAt === null ? null : new Date(row.oldestAt).toISOString(),
    failuresToday,
  };
}
