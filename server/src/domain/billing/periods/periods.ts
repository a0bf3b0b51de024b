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
 * A practice's bought and granted periods form a sequence without overlap. The unlimited use of an installation's own
 * practice (own-practice.ts) is a period beside that sequence. While it runs it takes precedence, and no function here
 * moves or counts it.
 */

/** Matches a period, joined with its plan, that is the unlimited use of the own practice. */
export const isOwnPractice = eq(plans.slug, ownPracticePlan.slug);

/** Matches periods that are running now. */
export const runsNow = and(lte(periods.startsAt, sql`now()`), gt(periods.endsAt, sql`now()`));

/**
 * Returns the running period that applies: unlimited use of the own practice, or else the running one of the sequence.
 */
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
 * Lists the running period and the future ones, in order, each with the time at which it was read.
 * @param sinceDays also include periods that ended within this many days
 */
export async function openPeriods(db: Db | Tx, practiceId: string, sinceDays = 0): Promise<OpenPeriod[]> {
  return listPeriods(db, practiceId, gt(periods.endsAt, sql`${clock} - make_interval(hours => ${sinceDays * 24})`));
}

/** Like `openPeriods`, without free periods. */
export async function paidPeriods(db: Db | Tx, practiceId: string, sinceDays = 0): Promise<OpenPeriod[]> {
  return (await openPeriods(db, practiceId, sinceDays)).filter(({ plan }) => !isFree(plan));
}

/** Lists all periods of the practice, past ones too, in order, without those that were refunded before they began. */
export async function everyPeriod(db: Db | Tx, practiceId: string): Promise<OpenPeriod[]> {
  return listPeriods(db, practiceId);
}

const listPeriods = (db: Db | Tx, practiceId: string, which?: SQL): Promise<OpenPeriod[]> =>
  db
    .select({ period: periods, plan: plans, now: clock.mapWith(periods.endsAt) })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(and(ofSequence(practiceId), which))
    .orderBy(asc(periods.startsAt));

/** Tells whether a plan costs nothing. */
export const isFree = (plan: PlanRow) => plan.pricePence === 0;

/**
 * Adds a period of 30 days, or of the granted days with the plan's allowance in proportion. It begins when the paid
 * time ends, or now. A period that costs something goes before free ones, which are moved behind it. A day is exactly
 * 24 hours: in a time zone with summer time a calendar day may have 23 or 25. The caller holds `lockPractice`, so that
 * two payments at the same moment buy consecutive periods, not the same days.
 */
export async function addPeriod(
  tx: Tx,
  given: { practiceId: string; paymentId: string; plan: PlanRow; id: string; days?: number },
): Promise<{ startsAt: Date; endsAt: Date }> {
  const { practiceId, paymentId, plan, id, days = periodDays } = given;
  const [{ startsAt } = { startsAt: null }] = await tx
    .select({
      // Truncated, not rounded, to the column's milliseconds: a period that begins now must be running now.
      startsAt: sql`greatest(date_trunc('milliseconds', now()), max(${periods.endsAt}))`.mapWith(periods.endsAt),
    })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(and(ofSequence(practiceId), isFree(plan) ? undefined : gt(plans.pricePence, 0)));
  if (!startsAt) throw new Error("The database returned no start of the period");
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
  if (!period) throw new Error("The database returned no row for the new period");
  if (!isFree(plan)) await moveFreePeriods(tx, practiceId, period);
  return period;
}

/** Moves what is left of the free periods behind the bought one, in their order. */
async function moveFreePeriods(tx: Tx, practiceId: string, bought: { startsAt: Date; endsAt: Date }): Promise<void> {
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
/** Matches the periods of the sequence, without those that were refunded before they began. */
const ofSequence = (practiceId: string) =>
  and(eq(periods.practiceId, practiceId), gt(periods.endsAt, periods.startsAt), ne(plans.slug, ownPracticePlan.slug));

/**
 * Computes a period's allowance of documents after an upgrade: scaled in the ratio of the two plans, so that a period
 * of a few granted days keeps its fraction.
 */
export const upgradedAllowance = ({ period, plan }: OpenPeriod, to: PlanRow) =>
  Math.ceil((period.documentsAllowed * to.documentsPerMonth) / plan.documentsPerMonth);

/** Gives periods a dearer plan with its allowance. Used documents stay counted. */
export async function upgradePeriods(tx: Tx, covered: OpenPeriod[], to: PlanRow): Promise<void> {
  for (const each of covered) {
    await tx
      .update(periods)
      .set({ planId: to.id, documentsAllowed: upgradedAllowance(each, to) })
      .where(one(each.period));
  }
}

/**
 * Starts the next period now. It takes over the days that the running one had left: its allowance is available earlier,
 * and the paid time still ends when it would have ended.
 */
export async function startNext(tx: Tx, running: OpenPeriod, next: OpenPeriod): Promise<void> {
  const { now } = running;
  await tx.update(periods).set({ endsAt: now }).where(one(running.period));
  await tx.update(periods).set({ startsAt: now }).where(one(next.period));
}

/** Ends the rest of what a payment bought. Earlier paid periods stay, later ones move up: see `allotted-time.ts`. */
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
