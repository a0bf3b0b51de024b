import { pounds } from "@sheaf/contracts/words.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import { record } from "../../audit/service.ts";
import { lockPractice } from "../../practices/service.ts";
import { fulfil, type Purchase, priceOf, purchaseOf } from "../orders/purchase.ts";
import type { PlanRow } from "../periods/periods.ts";
import { findPlan } from "../plans.ts";
import { referenceEnteredError } from "./ledger.ts";

export interface ManualPayment {
  practiceId: string;
  planSlug: string;
  /** The reference on the bank statement. A transfer is recorded only once, even if several administrators try. */
  reference: string;
  /** "upgrade" enters the current price of an upgrade to the plan, "period" the price of 30 days. */
  buys?: "period" | "upgrade";
  /**
   * The amount received, in whole pence. If given, it determines what was bought, and an amount that is no price of the
   * plan is refused.
   */
  amountPence?: number;
}

/**
 * Records a payment that an administrator saw on the bank statement, and gives what it buys: 30 days, which begin when
 * the paid time ends or else at once, or an upgrade of the days that are paid already.
 * @returns `endsAt`: the time until which the practice is paid
 * @throws AppError not-found for an unknown practice or plan, bad-request when the reference is empty or there is
 *   nothing to upgrade, reference-entered when it was recorded before, amount-differs
 */
export async function recordManualPayment(
  tx: Tx,
  payment: ManualPayment,
): Promise<{ paymentId: string; plan: PlanRow; amountPence: number; endsAt: Date }> {
  const { practiceId } = payment;
  const reference = payment.reference.trim();
  if (reference === "") throw new AppError("bad-request", "A payment needs the reference of the bank statement.");
  const plan = await findPlan(tx, payment.planSlug);
  if (!plan) throw new AppError("not-found", `There is no plan "${payment.planSlug}".`);
  await lockPractice(tx, practiceId);

  const purchase = await purchaseFor(tx, plan, payment);
  const bought = await fulfil(tx, { practiceId, plan, ...purchase, method: "manual", reference });
  if (!bought) throw await referenceEnteredError(tx, reference);
  const { paymentId, paidUntil } = bought;
  // The days to upgrade have ended since they were priced. Nothing is entered; when the payment is recorded again, it
  // is judged by the state at that time.
  if (!paidUntil)
    throw new AppError("bad-request", "The practice’s paid plan has just ended. Record the payment again.");
  await record(tx, {
    practiceId,
    userId: null,
    action: "payment.recorded",
    subjectId: paymentId,
    detail: { plan: plan.slug },
  });
  await announce(tx, practiceId, { type: "subscription" });
  return { paymentId, plan, amountPence: purchase.amountPence, endsAt: paidUntil };
}

async function purchaseFor(
  tx: Tx,
  plan: PlanRow,
  { practiceId, buys = "period", amountPence }: ManualPayment,
): Promise<Pick<Purchase, "price" | "amountPence">> {
  if (amountPence !== undefined) {
    const price = await purchaseOf(tx, practiceId, plan, amountPence);
    if (!price) throw new AppError("amount-differs", await priceMismatch(tx, practiceId, plan, amountPence));
    return { price, amountPence };
  }
  const now = await priceOf(tx, practiceId, plan);
  if (buys === "upgrade" && now.buys !== "upgrade") {
    throw new AppError("bad-request", `There is no cheaper plan running that ${plan.name} would replace.`);
  }
  const price = { ...now, buys, creditPence: 0 };
  return { price, amountPence: buys === "upgrade" ? now.pricePence : plan.pricePence };
}

async function priceMismatch(tx: Tx, practiceId: string, plan: PlanRow, amountPence: number): Promise<string> {
  const { buys, pricePence, creditPence } = await priceOf(tx, practiceId, plan);
  const prices = [`${pounds(plan.pricePence)} for 30 days`];
  if (buys === "upgrade") prices.push(`${pounds(pricePence)} as an upgrade today`);
  if (creditPence > 0) prices.push(`${pounds(pricePence - creditPence)} with the practice's credit`);
  return `${plan.name} costs ${prices.join(", or ")}; ${pounds(amountPence)} is another amount. Compare it with the bank statement.`;
}
