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
import { recordAdminAction } from "../admin-actions.ts";
import type { AdminActionHandler } from "./action.ts";

/**
 * Records a payment that was seen on the bank statement. The amount decides what it pays for: 30 days of the plan, or
 * an upgrade to it.
 * @throws AppError practice-not-found; not-found when there is no such plan; amount-differs; reference-entered
 */
export const recordPayment: AdminActionHandler<ManualPaymentInput> = async (
  { db },
  administrator,
  practiceId,
  { plan: planSlug, amountPence, reference, reason },
) => {
  await db.transaction(async (tx) => {
    await requirePractice(tx, practiceId);
    const { plan } = await recordManualPayment(tx, { practiceId, planSlug, reference, amountPence });
    const detail = { pence: amountPence, plan: plan.name };
    await recordAdminAction(tx, administrator, { action: "practice.payment-recorded", practiceId, reason, detail });
  });
};

/** @throws AppError practice-not-found; not-found when there is no such plan; bad-request */
export const grant: AdminActionHandler<GrantInput> = async (
  { db },
  administrator,
  practiceId,
  { days, plan: planSlug, reason },
) => {
  await db.transaction(async (tx) => {
    await requirePractice(tx, practiceId);
    const { plan } = await grantDays(tx, { practiceId, days, planSlug });
    const detail = { days, plan: plan.name };
    await recordAdminAction(tx, administrator, { action: "practice.days-granted", practiceId, reason, detail });
  });
};

/**
 * Ends the free, unlimited subscription of a practice that was the own practice of this installation before the
 * installation became a service.
 * @throws AppError practice-not-found, not-unlimited
 */
export const endUnlimited: AdminActionHandler = async ({ db }, administrator, practiceId, { reason }) => {
  await db.transaction(async (tx) => {
    await requirePractice(tx, practiceId);
    await endUnlimitedUse(tx, practiceId);
    await recordAdminAction(tx, administrator, { action: "practice.unlimited-ended", practiceId, reason });
  });
};

/** @throws AppError as `decideRefund` */
export const decide: AdminActionHandler<RefundDecisionInput> = async (
  services,
  administrator,
  requestId,
  { decision, reason, reference },
) => {
  const adminName = administrator.name;
  await decideRefund(services, { requestId, decision, reason, adminName, reference }, (tx, { practiceId }) =>
    recordAdminAction(tx, administrator, { action: `refund.${decision}`, practiceId, reason }),
  );
};

/** @throws AppError practice-not-found */
export async function requirePractice(tx: Db | Tx, id: string): Promise<void> {
  if ((await tx.$count(practices, eq(practices.id, id))) > 0) return;
  throw new AppError("practice-not-found", "There is no such practice. It may have been deleted.");
}

/**
 * Closes a difference between Sheaf's ledger and PayPal after somebody has resolved it, for example by recording a
 * payment by hand.
 * @throws AppError difference-not-found when it is already closed
 */
export const settleDifference: AdminActionHandler = async ({ db }, administrator, id, { reason }) => {
  await db.transaction(async (tx) => {
    const reference = await closeDifference(tx, id);
    if (reference === null) {
      throw new AppError("difference-not-found", "This difference is already closed. Reload the list.");
    }
    await recordAdminAction(tx, administrator, { action: "paypal.difference-closed", reason, detail: { reference } });
  });
};
