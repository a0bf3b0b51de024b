import { record } from "../audit/service.ts";
import type { Tx } from "../db/connect.ts";
import { AppError } from "../errors.ts";
import { announce } from "../events/events.ts";
import { lockPractice } from "../practices/service.ts";
import { findPlan } from "./plans.ts";
import { fulfil, priceOf } from "./purchase.ts";

export interface ManualPayment {
  practiceId: string;
  planSlug: string;
  /** What the bank statement says. One transfer is recorded once, whoever tries again. */
  reference: string;
  /** "upgrade": what an upgrade costs at this moment, instead of 30 days of the plan. */
  buys?: "period" | "upgrade";
}

/**
 * A payment that a person saw on the bank statement: a row of the ledger, and what it buys: 30 days that begin when the paid time
 * ends, or at once; or a dearer plan for the days that are paid already.
 * @returns until when the practice is paid
 * @throws AppError not-found for an unknown practice or plan, bad-request when the reference is empty or was recorded before, or
 * when there is nothing to upgrade
 */
export async function recordManualPayment(
  tx: Tx,
  { practiceId, planSlug, buys = "period", ...payment }: ManualPayment,
): Promise<{ paymentId: string; endsAt: Date }> {
  const reference = payment.reference.trim();
  if (reference === "") throw new AppError("bad-request", "A payment needs the reference of the bank statement.");
  const plan = await findPlan(tx, planSlug);
  if (!plan) throw new AppError("not-found", `There is no plan "${planSlug}".`);
  await lockPractice(tx, practiceId);

  const now = await priceOf(tx, practiceId, plan);
  if (buys === "upgrade" && now.buys !== "upgrade") {
    throw new AppError("bad-request", `There is no cheaper plan running that ${plan.name} would replace.`);
  }
  const amountPence = buys === "upgrade" ? now.pricePence : plan.pricePence;
  const bought = await fulfil(tx, {
    ...{ practiceId, plan, price: { ...now, buys, creditPence: 0 }, amountPence },
    ...{ method: "manual", reference },
  });
  if (!bought?.paidUntil) {
    throw new AppError("bad-request", `A payment with the reference "${reference}" is recorded already.`);
  }
  const { paymentId, paidUntil } = bought;
  await record(tx, {
    ...{ practiceId, userId: null, action: "payment.recorded", subjectId: paymentId, detail: { plan: plan.slug } },
  });
  await announce(tx, practiceId, { type: "subscription" });
  return { paymentId, endsAt: paidUntil };
}
