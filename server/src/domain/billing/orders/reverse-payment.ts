import { and, inArray } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import { record } from "../../audit/service.ts";
import { creditOf, enter, enterCredit, refundsOf, sumOf } from "../ledger/ledger.ts";
import { withoutPayment } from "../periods/allotted-time.ts";
import { endPeriodOf, everyPeriod } from "../periods/periods.ts";
import { planAfterRevert, revertUpgrade } from "../refunds/period-upgrades.ts";
import { closeReturned } from "../refunds/states.ts";
import { fitMembers, membersOverLimit } from "../seats/seats.ts";
import { payments } from "../table.ts";

type Payment = typeof payments.$inferSelect;

/**
 * Records money returned to the payer as a row of the ledger, never more than was paid. Once the whole payment is
 * returned, what it bought ends. The caller holds `lockPractice`.
 * @param reference the payment provider's id of the refund or reversal; each is entered once
 * @returns whether it was entered now
 */
export async function recordRefund(tx: Tx, payment: Payment, reference: string, pence: number): Promise<boolean> {
  const { practiceId, method } = payment;
  const left = payment.amountPence + (await refundsOf(tx, payment));
  const amount = Math.min(pence, left);
  if (amount <= 0) return false;
  const entered = await enter(tx, {
    practiceId,
    kind: "refund",
    amountPence: -amount,
    paymentId: payment.id,
    method,
    reference,
  });
  if (!entered) return false;
  const isAll = amount === left;
  if (isAll) await undoPurchase(tx, payment);
  // If this grants a refund request, that is already in the audit log.
  if (isAll && (await closeReturned(tx, practiceId, payment.id, amount))) return true;
  await record(tx, { practiceId, userId: null, action: "payment.returned", subjectId: payment.id });
  return true;
}

/**
 * Reverses a purchase: ends the period that the payment bought, reverts its upgrade, and reverses the credit that was
 * given or used with it. The caller holds `lockPractice`.
 */
export async function undoPurchase(tx: Tx, payment: Payment): Promise<void> {
  const { practiceId, id } = payment;
  await undoCredit(tx, payment);
  await revertUpgrade(tx, practiceId, id);
  await endPeriodOf(tx, practiceId, id);
  await fitMembers(tx, practiceId);
  await announce(tx, practiceId, { type: "subscription" });
}

/** @returns the names of the members that `undoPurchase` would suspend, newest first */
export async function membersSuspendedByRefund(db: Db | Tx, { practiceId, id }: Payment): Promise<string[]> {
  const all = await everyPeriod(db, practiceId);
  const running = all.find(({ period, now }) => period.endsAt > now);
  if (!running) return [];
  const { period, now } = running;
  const after = withoutPayment(
    all.map((each) => each.period),
    id,
    now,
  ).find(({ startsAt, endsAt }) => endsAt > now && endsAt > startsAt);
  const plan =
    after?.id === period.id
      ? await planAfterRevert(db, { practiceId, periodId: period.id, paymentId: id })
      : all.find((each) => each.period.id === after?.id)?.plan;
  return plan ? membersOverLimit(db, practiceId, plan.maxUsers) : [];
}

async function undoCredit(tx: Tx, { practiceId, id }: Payment): Promise<void> {
  const ofPayment = equals(payments, { practiceId, paymentId: id });
  const given = and(ofPayment, inArray(payments.kind, ["credit", "credit-used", "adjustment"]));
  // Credit that was spent in the meantime cannot be taken back.
  const creditPence = Math.max(-(await sumOf(tx, payments.creditPence, given)), -(await creditOf(tx, practiceId)));
  if (creditPence === 0) return;
  const reference = `Undone with payment ${id} ${newId()}`;
  await enterCredit(tx, { practiceId, kind: "adjustment", creditPence, paymentId: id, reference });
}
