import { isUnlimited, noLimit } from "@sheaf/contracts/plan-facts.ts";
import type { Plan, Subscription, Usage } from "@sheaf/contracts/plans.ts";
import { count } from "@sheaf/contracts/words.ts";
import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { onePlan } from "../../platform/db/statement-names.ts";
import { AppError } from "../../platform/errors.ts";
import { announcing } from "../../platform/events/events.ts";
import { ukDay } from "./ledger/words.ts";
import { isOwnPractice, runningPeriod, runsNow } from "./periods/periods.ts";
import { describePlan } from "./plans.ts";
import { periods, plans } from "./table.ts";

/** GET /api/subscription. Whether it is active is computed from the database's clock on every request. */
export async function getSubscription(db: Db | Tx, practiceId: string): Promise<Subscription> {
  const { active, plan, period, paidUntil } = await requireSubscription(db, practiceId, "no-subscription");
  return {
    status: active ? "active" : "expired",
    plan,
    currentPeriodStart: period.startsAt.toISOString(),
    periodEndsAt: period.endsAt.toISOString(),
    currentPeriodEnd: paidUntil.toISOString(),
    documentsUsedThisMonth: period.documentsUsed,
  };
}

/**
 * GET /api/usage: usage of the running period; once all have ended, of the last one, and no more documents can be made.
 * @param countFiles returns the number of files uploaded this month; called only for unlimited use
 */
export async function getUsage(db: Db, practiceId: string, countFiles: () => Promise<number>): Promise<Usage> {
  const { active, plan, period, paidUntil } = await requireSubscription(db, practiceId, "no-subscription");
  const { documentsAllowed } = period;
  const unlimited = isUnlimited(documentsAllowed);
  const remaining = unlimited ? noLimit : Math.max(0, documentsAllowed - period.documentsUsed);
  return {
    documentsUsedThisMonth: unlimited ? await countFiles() : period.documentsUsed,
    documentsAllowed,
    documentsRemaining: remaining,
    canCreateDocument: active && remaining > 0,
    periodEndsAt: period.endsAt.toISOString(),
    currentPeriodEnd: paidUntil.toISOString(),
    maxFileBytes: plan.maxFileBytes,
  };
}

/**
 * Checks the subscription before everything that it pays for: uploading, retrying, sending.
 * @throws AppError subscription-needed when nothing was ever paid, subscription-expired when the last period is over
 */
export async function requireActive(db: Db | Tx, practiceId: string): Promise<void> {
  await requirePlan(db, practiceId);
}

/**
 * Checks the subscription as `requireActive` does, and returns the plan of the running period.
 * @throws AppError as `requireActive`
 */
export async function requirePlan(db: Db | Tx, practiceId: string): Promise<Plan> {
  const { active, plan } = await requireSubscription(db, practiceId, "subscription-needed");
  if (!active) throw expired();
  return plan;
}

/**
 * Returns the plan of the running period, or of the last one.
 * @throws AppError subscription-needed
 */
export async function planOf(db: Db | Tx, practiceId: string): Promise<Plan> {
  return (await requireSubscription(db, practiceId, "subscription-needed")).plan;
}

/** Returns the plan of the running period; undefined when there is none. */
export async function findRunningPlan(db: Db | Tx, practiceId: string): Promise<Plan | undefined> {
  const running = await runningPeriod(db, practiceId);
  return running && describePlan(running.plan);
}

/**
 * Takes documents from the running period's allowance, in the transaction that creates the job. If two jobs compete for
 * the last document, one gets it: the other waits for the row's lock and then finds the allowance used up. Announces
 * that the remaining allowance has changed.
 * @returns the period that pays, to be passed to `returnDocuments`
 * @throws AppError subscription-needed, subscription-expired, quota-reached
 */
export async function reserveDocuments(tx: Tx, practiceId: string, count: number): Promise<{ periodId: string }> {
  const counts = tx
    .select({ id: periods.id })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(and(eq(periods.practiceId, practiceId), runsNow))
    .orderBy(desc(isOwnPractice))
    .limit(1);
  const hasRoom = lte(sql`${periods.documentsUsed} + ${count}`, periods.documentsAllowed);
  const [taken] = await tx
    .update(periods)
    .set({ documentsUsed: sql`${periods.documentsUsed} + ${count}` })
    .where(and(equals(periods, { practiceId, id: sql`(${counts})` }), runsNow, hasRoom))
    .returning({ periodId: periods.id, announced: announcing(practiceId, { type: "subscription" }) });
  if (taken) return { periodId: taken.periodId };

  const { active, period } = await requireSubscription(tx, practiceId, "subscription-needed");
  if (!active) throw expired();
  const left = Math.max(0, period.documentsAllowed - period.documentsUsed);
  throw new AppError("quota-reached", quotaSentence(count, left, period.documentsAllowed, period.endsAt));
}

/** What a period has left when it is less than wanted. */
export interface Shortage {
  left: number;
  allowed: number;
  /** The day on which the period ends or ended: "5 December 2026". */
  endsAt: string;
  /** An upgrade adds documents to a period only while it runs. */
  isRunning: boolean;
}

/**
 * Takes documents for a job from the period that pays for it, even if that has ended since: the job was accepted
 * before.
 * @param periodId null for a sample job, which no period pays for
 * @returns null when they were taken; otherwise nothing has changed
 */
export async function reserveMore(
  tx: Tx,
  practiceId: string,
  periodId: string | null,
  count: number,
): Promise<Shortage | null> {
  if (periodId === null || count === 0) return null;
  const period = equals(periods, { practiceId, id: periodId });
  const [taken] = await tx
    .update(periods)
    .set({ documentsUsed: sql`${periods.documentsUsed} + ${count}` })
    .where(and(period, lte(sql`${periods.documentsUsed} + ${count}`, periods.documentsAllowed)))
    .returning({ announced: announcing(practiceId, { type: "subscription" }) });
  return taken ? null : findShortage(tx, practiceId, periodId);
}

/** Returns what is left of the period that pays for a job. @throws Error when the practice has no such period */
export async function findShortage(db: Db | Tx, practiceId: string, periodId: string): Promise<Shortage> {
  const [row] = await db
    .select({ period: periods, running: sql<boolean>`(${runsNow})` })
    .from(periods)
    .where(equals(periods, { practiceId, id: periodId }));
  if (!row) throw new Error(`The period ${periodId} does not exist`);
  const { documentsAllowed: allowed, documentsUsed, endsAt } = row.period;
  return { left: Math.max(0, allowed - documentsUsed), allowed, endsAt: ukDay(endsAt), isRunning: row.running };
}

/**
 * Returns documents to the period that paid for them, even if it has ended.
 * @param periodId null for a sample job, which no period paid for
 * @throws Error when more is returned than was taken
 */
export async function returnDocuments(
  tx: Tx,
  practiceId: string,
  periodId: string | null,
  count: number,
): Promise<void> {
  if (periodId === null) return;
  const returned = await tx
    .update(periods)
    .set({ documentsUsed: sql`${periods.documentsUsed} - ${count}` })
    .where(and(equals(periods, { practiceId, id: periodId }), sql`${periods.documentsUsed} >= ${count}`))
    .returning({ id: periods.id });
  if (returned.length !== 1) throw new Error(`${count} documents cannot be returned to period ${periodId}`);
}

interface SubscriptionState {
  active: boolean;
  plan: Plan;
  /**
   * The running period, unlimited use before a bought one; or else the last one. A period that was refunded before it
   * began, and unlimited use that has ended, only when there is no other.
   */
  period: typeof periods.$inferSelect;
  /** End of the last paid period, or of unlimited use when that is `period`. */
  paidUntil: Date;
}

/** @throws AppError with the given code when nothing was ever paid */
async function requireSubscription(
  db: Db | Tx,
  practiceId: string,
  otherwise: "no-subscription" | "subscription-needed",
): Promise<SubscriptionState> {
  const active = sql<boolean>`(${runsNow})`;
  const [row] = await db
    .select({
      active,
      plan: plans,
      period: periods,
      paidUntil: sql`max(${periods.endsAt}) filter (where not ${isOwnPractice}) over ()`.mapWith(periods.endsAt),
      isOwn: sql<boolean>`${isOwnPractice}`,
    })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(sql`${onePlan} ${eq(periods.practiceId, practiceId)}`)
    .orderBy(
      desc(active),
      desc(sql`${runsNow} and ${isOwnPractice}`),
      isOwnPractice,
      desc(gt(periods.endsAt, periods.startsAt)),
      desc(periods.endsAt),
    )
    .limit(1);
  if (!row) throw new AppError(otherwise, "Your practice has no subscription yet. Choose a plan to begin.");
  const { period, isOwn } = row;
  return {
    active: row.active,
    plan: describePlan(row.plan),
    period,
    paidUntil: isOwn ? period.endsAt : row.paidUntil,
  };
}

const expired = () =>
  new AppError(
    "subscription-expired",
    "Your subscription has expired. Renew it to go on; everything you have is kept.",
  );

function quotaSentence(uploaded: number, left: number, allowed: number, until: Date): string {
  const day = ukDay(until);
  const of = allowed.toLocaleString("en-GB");
  if (left === 0)
    return `All ${of} documents of your plan are used until ${day}. Upgrade, or start the next period now.`;
  const leftover = left === 1 ? "1 is left" : `${left} are left`;
  return `This upload has ${count(uploaded, "document")}, but only ${leftover} of your plan's ${of} until ${day}. Upload fewer, or upgrade.`;
}
