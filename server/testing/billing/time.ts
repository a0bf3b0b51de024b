import { asc, eq, sql } from "drizzle-orm";
import { periods, plans } from "../../src/domain/billing/table.ts";
import type { Db } from "../../src/platform/db/connect.ts";

/** Simulates that `days` have passed for the practice, by moving its periods into the past. */
export async function letDaysPass(db: Db, practiceId: string, days: number): Promise<void> {
  const earlier = sql.raw(`interval '${Math.round(days * 24 * 3_600_000)} milliseconds'`);
  await db
    .update(periods)
    .set({ startsAt: sql`${periods.startsAt} - ${earlier}`, endsAt: sql`${periods.endsAt} - ${earlier}` })
    .where(eq(periods.practiceId, practiceId));
}

/** Returns every period of the practice, in order. */
export async function periodsOf(db: Db, practiceId: string) {
  const rows = await db
    .select({ period: periods, plan: plans.slug })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(eq(periods.practiceId, practiceId))
    .orderBy(asc(periods.startsAt), asc(periods.endsAt));
  return rows.map(({ period, plan }) => ({ ...period, plan }));
}
