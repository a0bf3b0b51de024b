import type { Billing, Quote } from "@sheaf/contracts/billing.ts";
import { eq } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { announce } from "../../platform/events/events.ts";
import { newId } from "../../platform/ids.ts";
import { type Actor, record } from "../audit/service.ts";
import { lockPractice } from "../practices/service.ts";
import { creditOf } from "./ledger/ledger.ts";
import { fulfil, priceOf } from "./orders/purchase.ts";
import { isFree, type OpenPeriod, openPeriods, type PlanRow, startNext } from "./periods/periods.ts";
import { findPlan } from "./plans.ts";
import { fitMembers, membersOverLimit } from "./seats/seats.ts";
import { cancellations } from "./table.ts";

/** GET /api/billing */
export async function getBilling(db: Db | Tx, practiceId: string): Promise<Billing> {
  const open = await openPeriods(db, practiceId);
  return {
    cancelled: (await db.$count(cancellations, eq(cancellations.practiceId, practiceId))) > 0,
    creditPence: await creditOf(db, practiceId),
    periods: open.map(({ period, plan }) => ({
      id: period.id,
      plan: { slug: plan.slug, name: plan.name },
      startsAt: period.startsAt.toISOString(),
      endsAt: period.endsAt.toISOString(),
      documentsUsed: period.documentsUsed,
      documentsAllowed: period.documentsAllowed,
    })),
    canStartNext: startablePair(open) !== null,
  };
}

/**
 * GET /api/billing/quote.
 * @throws AppError not-found
 */
export async function getQuote(db: Db | Tx, practiceId: string, planSlug: string): Promise<Quote> {
  const plan = await planForSale(db, planSlug);
  const { buys, pricePence, creditPence, startsAt, endsAt } = await priceOf(db, practiceId, plan);
  return {
    plan: { slug: plan.slug, name: plan.name },
    buys,
    pricePence,
    creditPence,
    duePence: pricePence - creditPence,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    suspends: await membersOverLimit(db, practiceId, plan.maxUsers),
  };
}

/**
 * Buys a plan with credit that covers the full price.
 * @throws AppError not-found, payment-needed
 */
export async function buyWithCredit(db: Db, actor: Actor, planSlug: string): Promise<Billing> {
  const { practiceId } = actor;
  return db.transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    const plan = await planForSale(tx, planSlug);
    const price = await priceOf(tx, practiceId, plan);
    if (price.creditPence < price.pricePence) {
      throw new AppError("payment-needed", "Your credit does not cover the price. Pay the rest to go on.");
    }
    const bought = await fulfil(tx, {
      practiceId,
      plan,
      price,
      amountPence: 0,
      method: "credit",
      reference: `By credit ${newId()}`,
    });
    if (!bought) throw new Error("A new payment is already recorded");
    await record(tx, { ...actor, action: "payment.made", subjectId: bought.paymentId, detail: { plan: plan.slug } });
    await announce(tx, practiceId, { type: "subscription" });
    return getBilling(tx, practiceId);
  });
}

/**
 * Cancels the subscription: reminders stop, and the service continues to the end of the paid time.
 * @throws AppError no-subscription
 */
export async function cancel(db: Db, actor: Actor): Promise<Billing> {
  return change(db, actor, "subscription.cancelled", async (tx, open) => {
    if (open.length === 0)
      throw new AppError("no-subscription", "You have no paid plan at the moment, so there is nothing to cancel.");
    await tx.insert(cancellations).values({ practiceId: actor.practiceId }).onConflictDoNothing();
  });
}

/** Reverses `cancel`. */
export async function resume(db: Db, actor: Actor): Promise<Billing> {
  return change(db, actor, "subscription.resumed", async (tx) => {
    await tx.delete(cancellations).where(eq(cancellations.practiceId, actor.practiceId));
  });
}

/**
 * Starts the next paid period early.
 * @throws AppError no-next-period unless the running allowance is used up and another period is paid
 */
export async function startNextPeriod(db: Db, actor: Actor): Promise<Billing> {
  return change(db, actor, "period.started", async (tx, open) => {
    const pair = startablePair(open);
    if (!pair) {
      throw new AppError(
        "no-next-period",
        "The next period can be started once every document of the running one is used and another is paid.",
      );
    }
    await startNext(tx, pair.running, pair.next);
  });
}

async function change(
  db: Db,
  actor: Actor,
  action: "subscription.cancelled" | "subscription.resumed" | "period.started",
  work: (tx: Tx, open: OpenPeriod[]) => Promise<void>,
): Promise<Billing> {
  const { practiceId } = actor;
  return db.transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    await work(tx, await openPeriods(tx, practiceId));
    await fitMembers(tx, practiceId);
    await record(tx, { ...actor, action });
    await announce(tx, practiceId, { type: "subscription" });
    return getBilling(tx, practiceId);
  });
}

/**
 * Returns the running period, if its documents are used up, and the next one, if that can be started now. A free period
 * cannot be started early: it gives its documents for its 30 days only.
 */
function startablePair([running, next]: OpenPeriod[]): { running: OpenPeriod; next: OpenPeriod } | null {
  if (!running || !next || isFree(next.plan)) return null;
  if (running.period.documentsUsed < running.period.documentsAllowed) return null;
  return { running, next };
}

/**
 * Finds a plan for sale. Hidden plans are granted, not sold.
 * @throws AppError not-found
 */
export async function planForSale(db: Db | Tx, slug: string): Promise<PlanRow> {
  const plan = await findPlan(db, slug);
  if (!plan || plan.position === null)
    throw new AppError("not-found", "There is no such plan. Choose one of the list.");
  return plan;
}
