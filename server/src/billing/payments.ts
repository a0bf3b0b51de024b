import { periodDays } from "@sheaf/contracts/limits.ts";
import { eq, sql } from "drizzle-orm";
import { record } from "../audit/service.ts";
import type { Tx } from "../db/connect.ts";
import { AppError } from "../errors.ts";
import { announce } from "../events/events.ts";
import { newId } from "../ids.ts";
import { lockPractice } from "../practices/service.ts";
import { enter } from "./ledger.ts";
import { findPlan } from "./plans.ts";
import { periods } from "./table.ts";

/** 30 × 24 hours exactly: in a zone with summer time, 30 calendar days may be an hour more or less. */
const periodLength = sql.raw(`interval '${periodDays * 24} hours'`);

export interface ManualPayment {
  practiceId: string;
  planSlug: string;
  /** What the bank statement says. One transfer is recorded once, whoever tries again. */
  reference: string;
}

/**
 * A payment that a person saw on the bank statement: a row of the ledger, and the 30 days it buys, which begin when
 * the paid time ends, or at once.
 * @throws AppError not-found for an unknown practice or plan, bad-request when the reference is empty or was recorded before
 */
export async function recordManualPayment(
  tx: Tx,
  { practiceId, planSlug, ...payment }: ManualPayment,
): Promise<{ paymentId: string; startsAt: Date; endsAt: Date }> {
  const reference = payment.reference.trim();
  if (reference === "") throw new AppError("bad-request", "A payment needs the reference of the bank statement.");
  const plan = await findPlan(tx, planSlug);
  if (!plan) throw new AppError("not-found", `There is no plan "${planSlug}".`);
  // Two payments at the same moment buy one period after the other, never the same days twice.
  await lockPractice(tx, practiceId);

  const paymentId = await enter(tx, {
    ...{ practiceId, kind: "payment", buys: "period", planId: plan.id, amountPence: plan.pricePence },
    ...{ method: "manual", reference },
  });
  if (!paymentId) {
    throw new AppError("bad-request", `A payment with the reference "${reference}" is recorded already.`);
  }

  const period = await addPeriod(tx, practiceId, paymentId, plan);
  await record(tx, {
    practiceId,
    userId: null,
    action: "payment.recorded",
    subjectId: paymentId,
    detail: { plan: plan.slug },
  });
  await announce(tx, practiceId, { type: "subscription" });
  return { paymentId, ...period };
}

async function addPeriod(
  tx: Tx,
  practiceId: string,
  paymentId: string,
  plan: { id: string; documentsPerMonth: number },
): Promise<{ startsAt: Date; endsAt: Date }> {
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
      ...{ practiceId, id: newId(), planId: plan.id, paymentId, startsAt },
      endsAt: sql`${startsAt.toISOString()}::timestamptz + ${periodLength}`,
      documentsAllowed: plan.documentsPerMonth,
    })
    .returning({ startsAt: periods.startsAt, endsAt: periods.endsAt });
  if (!period) throw new Error("The new period was not answered by the database");
  return period;
}
