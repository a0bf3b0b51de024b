import { periodDays } from "@sheaf/contracts/limits.ts";
import { ownPracticePlan } from "@sheaf/contracts/plan-facts.ts";
import { and, asc, desc, eq, gt, lte, ne, type SQL, sql } from "drizzle-orm";
import { clock } from "../../../platform/db/clock.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { periods, plans } from "../table.ts";
import { withoutPayment } from "./allotted-time.ts";
import { dayMs } from "./arithmetic.ts";

export type PlanRow = typeof plans.$inferSelect;
export interface OpenPeriod {
  period: typeof periods.$inferSelect;
  plan: PlanRow;
  now: Date;
}

/*
 * A practice's periods follow each other: what was bought, and what was granted. The unlimited use of an installation's
 * own practice (own-practice.ts) is a period beside them. It counts before them while it lasts, and nothing here moves
 * or counts it.
 */

/** Of a row with its plan: it is the unlimited use of the own practice. */
export const isOwnPractice = eq(plans.slug, ownPracticePlan.slug);

/** At this moment. */
export const runsNow = and(lte(periods.startsAt, sql`now()`), gt(periods.endsAt, sql`now()`));

/** The running period that counts: the own practice's, or else the one of the sequence. */
export async function runningPeriod(
  db: Db | Tx,
  practiceId: string,
): Promise<Pick<OpenPeriod, "period" | "plan"> | undefined> {
  const [running] = await db
    .select({ period: periods, plan: plans })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(and(eq(periods.practiceId, practiceId), runsNow))
    .orderBy(desc(isOwnPractice))
    .limit(1);
  return running;
}

/**
 * The running period and those paid ahead, in order, each with the moment at which it was read.
 * @param sinceDays also those that ended in so many days before
 */
export async function openPeriods(db: Db | Tx, practiceId: string, sinceDays = 0): Promise<OpenPeriod[]> {
  return lasting(db, practiceId, gt(periods.endsAt, sql`${clock} - make_interval(hours => ${sinceDays * 24})`));
}

/** Of the open periods those that cost something. */
export async function paidPeriods(db: Db | Tx, practiceId: string, sinceDays = 0): Promise<OpenPeriod[]> {
  return (await openPeriods(db, practiceId, sinceDays)).filter(({ plan }) => !isFree(plan));
}

/** All that the practice ever had, in order, without those that were given back before they began. */
export async function everyPeriod(db: Db | Tx, practiceId: string): Promise<OpenPeriod[]> {
  return lasting(db, practiceId);
}

const lasting = (db: Db | Tx, practiceId: string, which?: SQL): Promise<OpenPeriod[]> =>
  db
    .select({ period: periods, plan: plans, now: clock.mapWith(periods.endsAt) })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(and(ofSequence(practiceId), which))
    .orderBy(asc(periods.startsAt));

/** What is given away: 0 pence. */
export const isFree = (plan: PlanRow) => plan.pricePence === 0;

/**
 * 30 days more, or as many as are granted, with as large a part of the plan's allowance. They begin when the paid time
 * ends, or at once; what is free makes way for what costs something, and goes on after it. A day is 24 hours exactly:
 * in a zone with summer time a calendar day may be an hour more or less. The caller holds `lockPractice`: two payments
 * at the same moment buy one period after the other, never the same days twice.
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
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(and(ofSequence(practiceId), isFree(plan) ? undefined : gt(plans.pricePence, 0)));
  if (!startsAt) throw new Error("The database did not say when the period starts");
  const [period] = await tx
    .insert(periods)
    .values({
      practiceId,
      id,
      planId: plan.id,
      paymentId,
      startsAt,
      allottedMs: days * dayMs,
      endsAt: sql`${startsAt.toISOString()}::timestamptz + make_interval(hours => ${days * 24})`,
      documentsAllowed: Math.ceil((plan.documentsPerMonth * days) / periodDays),
    })
    .returning({ startsAt: periods.startsAt, endsAt: periods.endsAt });
  if (!period) throw new Error("The new period was not answered by the database");
  if (!isFree(plan)) await makeWay(tx, practiceId, period);
  return period;
}

/** What is left of the free periods follows what was bought, in the order that they had. */
async function makeWay(tx: Tx, practiceId: string, bought: { startsAt: Date; endsAt: Date }): Promise<void> {
  const all = await everyPeriod(tx, practiceId);
  let endsAt = bought.endsAt;
  for (const { period, plan } of all) {
    if (!isFree(plan) || period.endsAt <= bought.startsAt) continue;
    const leftMs = period.endsAt.getTime() - Math.max(period.startsAt.getTime(), bought.startsAt.getTime());
    const startsAt = endsAt;
    endsAt = new Date(startsAt.getTime() + leftMs);
    await tx
      .update(periods)
      .set({ startsAt, endsAt, allottedMs: Math.min(period.allottedMs, leftMs) })
      .where(one(period));
  }
}

const one = ({ practiceId, id }: { practiceId: string; id: string }) => equals(periods, { practiceId, id });
/** The sequence, without those that were given back before they began. */
const ofSequence = (practiceId: string) =>
  and(eq(periods.practiceId, practiceId), gt(periods.endsAt, periods.startsAt), ne(plans.slug, ownPracticePlan.slug));

/**
 * What a period allows under a dearer plan: a whole allowance stays whole, and that of a few granted days its part of
 * one.
 */
export const upgradedAllowance = ({ period, plan }: OpenPeriod, to: PlanRow) =>
  Math.ceil((period.documentsAllowed * to.documentsPerMonth) / plan.documentsPerMonth);

/** Gives periods a dearer plan, with its allowance; what was used stays used. */
export async function raisePeriods(tx: Tx, covered: OpenPeriod[], to: PlanRow): Promise<void> {
  for (const each of covered) {
    await tx
      .update(periods)
      .set({ planId: to.id, documentsAllowed: upgradedAllowance(each, to) })
      .where(one(each.period));
  }
}

/**
 * The next period begins now and takes over the days that the running one had left: its allowance is had earlier, and
 * the paid time ends when it would have ended.
 */
export async function startNext(tx: Tx, running: OpenPeriod, next: OpenPeriod): Promise<void> {
  const { now } = running;
  await tx.update(periods).set({ endsAt: now }).where(one(running.period));
  await tx.update(periods).set({ startsAt: now }).where(one(next.period));
}

/**
 * What is left of what a payment bought ends now; what was paid before it stays, and what was paid after it moves up:
 * `allotted-time.ts`.
 */
export async function endPeriodOf(tx: Tx, practiceId: string, paymentId: string): Promise<void> {
  const all = await everyPeriod(tx, practiceId);
  const [first] = all;
  if (!first) return;
  const before = all.map(({ period }) => period);
  const moved = withoutPayment(before, paymentId, first.now).filter((period) => !before.includes(period));
  for (const period of moved) {
    const { startsAt, endsAt, allottedMs } = period;
    await tx.update(periods).set({ startsAt, endsAt, allottedMs }).where(one(period));
  }
}
