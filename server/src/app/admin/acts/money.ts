import type { GrantInput, ManualPaymentInput, RefundDecisionInput } from "@sheaf/contracts/admin/users.ts";
import { eq } from "drizzle-orm";
import {
  closeDifference,
  decideRefund,
  endUnlimitedUse,
  grantDays,
  recordManualPayment,
} from "../../../domain/billing/index.ts";
import { practices } from "../../../domain/practices/table.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Administrator } from "../administrator.ts";
import { recordDeed } from "../deeds.ts";
import type { ActServices } from "./access.ts";

/**
 * Money seen on the bank statement. What arrived says what it is for: 30 days of the plan, or an upgrade to it.
 * @throws AppError practice-not-found, not-found for the plan, amount-differs, reference-entered
 */
export async function recordPayment(
  db: Db,
  administrator: Administrator,
  practiceId: string,
  { plan: planSlug, amountPence, reference, reason }: ManualPaymentInput,
): Promise<void> {
  await db.transaction(async (tx) => {
    await requirePractice(tx, practiceId);
    const { plan } = await recordManualPayment(tx, { practiceId, planSlug, reference, amountPence });
    const detail = { pence: amountPence, plan: plan.name };
    await recordDeed(tx, administrator, { action: "practice.payment-recorded", practiceId, reason, detail });
  });
}

/** @throws AppError practice-not-found, not-found for the plan, bad-request */
export async function grant(
  db: Db,
  administrator: Administrator,
  practiceId: string,
  { days, plan: planSlug, reason }: GrantInput,
): Promise<void> {
  await db.transaction(async (tx) => {
    await requirePractice(tx, practiceId);
    const { plan } = await grantDays(tx, { practiceId, days, planSlug });
    const detail = { days, plan: plan.name };
    await recordDeed(tx, administrator, { action: "practice.days-granted", practiceId, reason, detail });
  });
}

/**
 * Ends the free, unlimited subscription of what was the installation's own practice.
 * @throws AppError practice-not-found, not-unlimited
 */
export async function endUnlimited(
  db: Db,
  administrator: Administrator,
  practiceId: string,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await requirePractice(tx, practiceId);
    await endUnlimitedUse(tx, practiceId);
    await recordDeed(tx, administrator, { action: "practice.unlimited-ended", practiceId, reason });
  });
}

/** @throws AppError as `decideRefund` */
export async function decide(
  services: ActServices,
  administrator: Administrator,
  requestId: string,
  { decision, reason, reference }: RefundDecisionInput,
): Promise<void> {
  const adminName = administrator.name;
  await decideRefund(services, { requestId, decision, reason, adminName, reference }, (tx, { practiceId }) =>
    recordDeed(tx, administrator, { action: `refund.${decision}`, practiceId, reason }),
  );
}

/** @throws AppError practice-not-found */
export async function requirePractice(tx: Db | Tx, id: string): Promise<void> {
  if ((await tx.$count(practices, eq(practices.id, id))) > 0) return;
  throw new AppError("practice-not-found", "There is no such practice. It may have been deleted.");
}

/**
 * Somebody looked a difference with PayPal up and settled it, for instance by a payment recorded by hand.
 * @throws AppError difference-not-found when it is closed already
 */
export async function settleDifference(
  db: Db,
  administrator: Administrator,
  id: string,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const reference = await closeDifference(tx, id);
    if (reference === null) {
      throw new AppError("difference-not-found", "It is closed already. Reload the list.");
    }
    await recordDeed(tx, administrator, { action: "paypal.difference-closed", reason, detail: { reference } });
  });
}
