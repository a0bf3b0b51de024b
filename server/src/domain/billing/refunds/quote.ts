import type { RefundPreview } from "@sheaf/contracts/refunds.ts";
import { and, eq, gt, inArray, ne, or } from "drizzle-orm";
import { databaseNow } from "../../../platform/db/clock.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { withIsoTimes } from "../../../platform/db/iso-times.ts";
import { AppError } from "../../../platform/errors.ts";
import { creditOf, refundsOf } from "../ledger/ledger.ts";
import { membersSuspendedByRefund } from "../orders/reverse-payment.ts";
import { allottedTimeOf } from "../periods/allotted-time.ts";
import { creditPence, type RefundOutcome, refundOutcome } from "../periods/arithmetic.ts";
import { everyPeriod } from "../periods/periods.ts";
import { payments, periods, plans } from "../table.ts";
import { listPeriodUpgrades, planAfterRevert } from "./period-upgrades.ts";
import { periodUpgrades, refundRequests } from "./table.ts";

type Payment = typeof payments.$inferSelect;

/** What the refund of a payment would mean now. */
export interface RefundQuote {
  payment: Payment;
  outcome: RefundOutcome;
  /** Used and allowed documents of what the payment bought: of a period, or of those that an upgrade added. */
  used: number;
  allowed: number;
  /** What is left of the payment after partial refunds, and the worth of a credit for it. */
  refundPence: number;
  creditPence: number;
  /** The days that would end: those that the payment bought, even if another period has taken them over. */
  endsPeriod: { startsAt: Date; endsAt: Date } | null;
  /** The plan that applies again after the refund of an upgrade; null when a later upgrade is based on it. */
  returnsTo: string | null;
}

/**
 * GET /api/refunds/outcome.
 * @throws AppError not-found, refund-not-possible
 */
export async function previewRefund(db: Db | Tx, practiceId: string, paymentId: string): Promise<RefundPreview> {
  const { payment, outcome, used, allowed, endsPeriod, ...rest } = await quoteRefund(db, practiceId, paymentId);
  return {
    ...rest,
    paymentId,
    outcome,
    documentsUsed: used,
    documentsAllowed: allowed,
    paidAt: payment.recordedAt.toISOString(),
    endsPeriod: endsPeriod && withIsoTimes(endsPeriod),
    suspends: await membersSuspendedByRefund(db, payment),
  };
}

/**
 * Like `previewRefund`, but returns null when the payment can no longer be refunded. For administrators, who may also
 * view such payments.
 */
export async function previewIfPossible(
  db: Db | Tx,
  practiceId: string,
  paymentId: string,
): Promise<RefundPreview | null> {
  return previewRefund(db, practiceId, paymentId).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
}

/**
 * Computes the outcome of a refund from the used documents of what the payment bought, and from the payment's age.
 * @throws AppError not-found when the practice has no such payment, refund-not-possible when nothing of it can be
 *   refunded
 */
export async function quoteRefund(db: Db | Tx, practiceId: string, paymentId: string): Promise<RefundQuote> {
  const payment = await paymentOf(db, practiceId, paymentId);
  const refundPence = await leftOf(db, payment);
  const now = await databaseNow(db);
  const bought = payment.buys === "upgrade" ? await upgradeOf(db, payment) : await periodOf(db, payment, now);
  if (bought === null) await refuseSpentCredit(db, payment);
  const { used, allowed, ...effects } = bought ?? { used: 0, allowed: 0, endsPeriod: null, returnsTo: null };
  return {
    payment,
    used,
    allowed,
    refundPence,
    creditPence: creditPence(refundPence),
    ...effects,
    // A payment that became credit has no used documents.
    outcome: refundOutcome(payment.recordedAt, now, used, bought ? allowed : 1),
  };
}

async function paymentOf(db: Db | Tx, practiceId: string, paymentId: string): Promise<Payment> {
  const itself = equals(payments, { practiceId, id: paymentId, kind: "payment" });
  const [payment] = await db.select().from(payments).where(itself);
  if (!payment) throw new AppError("not-found", "There is no such payment. Reload the list.");
  return payment;
}

async function leftOf(db: Db | Tx, payment: Payment): Promise<number> {
  const { practiceId, id, amountPence } = payment;
  if (amountPence === 0) {
    throw new AppError("refund-not-possible", "No money was paid for this, so there is nothing to refund.");
  }
  const granted = and(
    equals(refundRequests, { practiceId, paymentId: id }),
    inArray(refundRequests.state, ["granted-money", "granted-credit"]),
  );
  if ((await db.$count(refundRequests, granted)) > 0) {
    throw new AppError("refund-not-possible", "A refund of this payment has already been granted.");
  }
  const left = amountPence + (await refundsOf(db, { practiceId, id }));
  if (left <= 0) throw new AppError("refund-not-possible", "This payment has already been refunded.");
  return left;
}

type Bought = Pick<RefundQuote, "used" | "allowed" | "endsPeriod" | "returnsTo">;

async function periodOf(db: Db | Tx, { practiceId, id }: Payment, now: Date): Promise<Bought | null> {
  const [period] = await db
    .select()
    .from(periods)
    .where(equals(periods, { practiceId, paymentId: id }));
  if (!period) return null;
  await refuseBelowUpgrade(db, practiceId, eq(periodUpgrades.periodId, period.id));
  const all = await everyPeriod(db, practiceId);
  const own = allottedTimeOf(
    all.map((each) => each.period),
    period.id,
  );
  const endsPeriod = own && own.endsAt > now ? own : null;
  return { used: period.documentsUsed, allowed: period.documentsAllowed, endsPeriod, returnsTo: null };
}

/** Counts the documents that an upgrade added to the previous allowances, and how many of them were used. */
async function upgradeOf(db: Db | Tx, { practiceId, id }: Payment): Promise<Bought | null> {
  const rows = await listPeriodUpgrades(db, practiceId, id);
  const [first] = rows;
  if (!first) return null;
  const later = rows.map(({ periodId, upgradedAt }) =>
    and(eq(periodUpgrades.periodId, periodId), gt(periodUpgrades.upgradedAt, upgradedAt)),
  );
  await refuseBelowUpgrade(db, practiceId, and(ne(periodUpgrades.paymentId, id), or(...later)));
  const raised = await db
    .select({ id: periods.id, used: periods.documentsUsed })
    .from(periods)
    .where(
      and(
        eq(periods.practiceId, practiceId),
        inArray(
          periods.id,
          rows.map(({ periodId }) => periodId),
        ),
      ),
    );
  const usedOf = new Map(raised.map(({ id: periodId, used }) => [periodId, used]));
  const extra = rows.map(({ periodId, fromAllowed, toAllowed }) => ({
    allowed: toAllowed - fromAllowed,
    used: Math.max(0, (usedOf.get(periodId) ?? 0) - fromAllowed),
  }));
  const plan = await planAfterRevert(db, first);
  return {
    used: extra.reduce((sum, { used }) => sum + used, 0),
    allowed: extra.reduce((sum, { allowed }) => sum + allowed, 0),
    endsPeriod: null,
    returnsTo: plan?.name ?? null,
  };
}

/**
 * Refuses the refund of a payment that an upgrade is based on: the money of the upgrade would be lost with the period.
 * The upgrade must be refunded first.
 */
async function refuseBelowUpgrade(db: Db | Tx, practiceId: string, which: ReturnType<typeof and>): Promise<void> {
  const [upgrade] = await db
    .select({ plan: plans.name })
    .from(periodUpgrades)
    .innerJoin(payments, equals(payments, { practiceId: periodUpgrades.practiceId, id: periodUpgrades.paymentId }))
    .innerJoin(plans, eq(plans.id, periodUpgrades.toPlanId))
    .where(and(eq(periodUpgrades.practiceId, practiceId), which, gt(payments.amountPence, 0)))
    .limit(1);
  if (!upgrade) return;
  throw new AppError(
    "refund-not-possible",
    `The upgrade to ${upgrade.plan} is based on this payment. Request a refund of the upgrade first.`,
  );
}

/**
 * A payment whose purchase was no longer possible became a credit. It can be refunded as long as that credit is unused.
 */
async function refuseSpentCredit(db: Db | Tx, { practiceId, id, amountPence }: Payment): Promise<void> {
  if ((await creditOf(db, practiceId)) >= amountPence) return;
  const given = equals(payments, { practiceId, paymentId: id, kind: "credit" });
  if ((await db.$count(payments, given)) === 0) return;
  throw new AppError("refund-not-possible", "This payment became credit, and the credit has been used since.");
}
