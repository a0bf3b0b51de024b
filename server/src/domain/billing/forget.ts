import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { billingEmails } from "./emails/table.ts";
import { isOwnPractice } from "./periods/periods.ts";
import { receipts } from "./receipts/table.ts";
import { periodUpgrades, refundRequests } from "./refunds/table.ts";
import { cancellations, orders, payments, periods, plans } from "./table.ts";

/**
 * Deletes the billing data of a closed practice, except payments, receipts and bought periods: those stay until
 * `forgetLedgers`, and the periods end now.
 */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(cancellations).where(eq(cancellations.practiceId, practiceId));
  await tx.delete(orders).where(eq(orders.practiceId, practiceId));
  await tx.delete(billingEmails).where(eq(billingEmails.practiceId, practiceId));
  await tx.delete(periodUpgrades).where(eq(periodUpgrades.practiceId, practiceId));
  await tx.delete(refundRequests).where(eq(refundRequests.practiceId, practiceId));
  // Unlimited use was never paid for, so there is no legal duty to keep it.
  const own = tx.select({ id: plans.id }).from(plans).where(isOwnPractice);
  await tx.delete(periods).where(and(eq(periods.practiceId, practiceId), inArray(periods.planId, own)));
  await tx
    .update(periods)
    .set({ endsAt: sql`greatest(${periods.startsAt}, date_trunc('milliseconds', now()))` })
    .where(and(eq(periods.practiceId, practiceId), gt(periods.endsAt, sql`now()`)));
}

/** Tells whether the practice has billing records that must be kept by law. */
export async function hasLedger(tx: Tx, practiceId: string): Promise<boolean> {
  const paid = await tx.$count(payments, eq(payments.practiceId, practiceId));
  return paid > 0 || (await tx.$count(periods, eq(periods.practiceId, practiceId))) > 0;
}

/**
 * Deletes the billing records of closed practices whose legal retention time is over. The database refuses to delete a
 * younger payment.
 */
export async function forgetLedgers(tx: Tx, practiceIds: string[]): Promise<void> {
  await tx.delete(periods).where(inArray(periods.practiceId, practiceIds));
  await tx.delete(receipts).where(inArray(receipts.practiceId, practiceIds));
  await tx.delete(payments).where(inArray(payments.practiceId, practiceIds));
}
