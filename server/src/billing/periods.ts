import { periodDays } from "@sheaf/contracts/limits.ts";
import { and, asc, eq, gt, gte, sql } from "drizzle-orm";
import { clock } from "../db/clock.ts";
import type { Db, Tx } from "../db/connect.ts";
import { periods, plans } from "./table.ts";

export type PlanRow = typeof plans.$inferSelect;
export interface OpenPeriod {
  period: typeof periods.$inferSelect;
  plan: PlanRow;
  now: Date;
}

/**
 * The running period and those paid ahead, in order, each with the moment at which it was read.
 * @param sinceDays also those that ended in so many days before
 */
export async function openPeriods(db: Db | Tx, practiceId: string, sinceDays = 0): Promise<OpenPeriod[]> {
  const since = sql`${clock} - make_interval(hours => ${sinceDays * 24})`;
  return db
    .select({ period: periods, plan: plans, now: clock.mapWith(periods.endsAt) })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(and(eq(periods.practiceId, practiceId), gt(periods.endsAt, since), gt(periods.endsAt, periods.startsAt)))
    .orderBy(asc(periods.startsAt));
}

/**
 * 30 days more, or as many as are granted, with as large a part of the plan's allowance. They begin when the paid time ends, or
 * at once. A day is 24 hours exactly: in a zone with summer time a calendar day may be an hour more or less. The caller holds `lockPractice`: two payments at the same
 * moment buy one period after the other, never the same days twice.
 */
export async function addPeriod(
  tx: Tx,
  given: { practiceId: string; paymentId: string; plan: PlanRow; id: string; days?: number },
): Promise<{ startsAt: Date; endsAt: Date }> {
  const { practiceId, paymentId, plan, id, days = periodDays } = given;
  const [{ startsAt } = { startsAt: null }] = await tx
    .select({
      // Cut, not rounded, to the column's milliseconds: a period that begins now must be running now.
      startsAt: sql`greatest(date_trunc('milliseconds', now()), max(${periods.endsAt}))`.mapWith(periods.endsAt),
    })
    .from(periods)
    .where(eq(periods.practiceId, practiceId));
  if (!startsAt) throw new Error("The database did not say when the period starts");
  const [period] = await tx
    .insert(periods)
    .values({
      ...{ practiceId, id, planId: plan.id, paymentId, startsAt },
      endsAt: sql`${startsAt.toISOString()}::timestamptz + make_interval(hours => ${days * 24})`,
      documentsAllowed: Math.ceil((plan.documentsPerMonth * days) / periodDays),
    })
    .returning({ startsAt: periods.startsAt, endsAt: periods.endsAt });
  if (!period) throw new Error("The new period was not answered by the database");
  return period;
}

/** What a period allows under a dearer plan: a whole allowance stays whole, and that of a few granted days its part of one. */
export const raisedAllowance = ({ period, plan }: OpenPeriod, to: PlanRow) =>
  Math.ceil((period.documentsAllowed * to.documentsPerMonth) / plan.documentsPerMonth);

/** Gives periods a dearer plan, with its allowance; what was used stays used. */
export async function raisePeriods(tx: Tx, covered: OpenPeriod[], to: PlanRow): Promise<void> {
  for (const each of covered) {
    const { practiceId, id } = each.period;
    await tx
      .update(periods)
      .set({ planId: to.id, documentsAllowed: raisedAllowance(each, to) })
      .where(and(eq(periods.practiceId, practiceId), eq(periods.id, id)));
  }
}

/**
 * The next period begins now and takes over the days that the running one had left: its allowance is had earlier, and the paid
 * time ends when it would have ended.
 */
export async function startNext(tx: Tx, running: OpenPeriod, next: OpenPeriod): Promise<void> {
  const { now } = running;
  const one = ({ period }: OpenPeriod) => and(eq(periods.practiceId, period.practiceId), eq(periods.id, period.id));
  await tx.update(periods).set({ endsAt: now }).where(one(running));
  await tx.update(periods).set({ startsAt: now }).where(one(next));
}

/** What a payment bought ends now; what was paid after it follows at once, whole. */
export async function endPeriodOf(tx: Tx, practiceId: string, paymentId: string): Promise<void> {
  const open = await openPeriods(tx, practiceId);
  const ended = open.find(({ period }) => period.paymentId === paymentId);
  if (!ended) return;
  const { period, now } = ended;
  const endsAt = new Date(Math.max(period.startsAt.getTime(), now.getTime()));
  const gapMs = period.endsAt.getTime() - endsAt.getTime();
  await tx
    .update(periods)
    .set({ endsAt })
    .where(and(eq(periods.practiceId, practiceId), eq(periods.id, period.id)));
  const earlier = sql`make_interval(secs => ${gapMs / 1000})`;
  await tx
    .update(periods)
    .set({ startsAt: sql`${periods.startsAt} - ${earlier}`, endsAt: sql`${periods.endsAt} - ${earlier}` })
    .where(and(eq(periods.practiceId, practiceId), gte(periods.startsAt, period.endsAt)));
}
