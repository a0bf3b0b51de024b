import { and, asc, eq, gt, max, min, sum } from "drizzle-orm";
import { type ReceiptContent, receipts } from "../../domain/billing/index.ts";
import { orders, payments, periods, plans } from "../../domain/billing/table.ts";
import type { Db } from "../../platform/db/connect.ts";
import { inPages } from "../../platform/db/in-pages.ts";
import { type Flat, pageSize } from "./flat.ts";

/**
 * Returns the rows of the ledger, each with the time and documents that it paid for. More than 30 free days are several
 * periods, which are added up.
 */
export async function paymentsOf(db: Db, practiceId: string): Promise<Flat[]> {
  const paidFor = db
    .select({
      paymentId: periods.paymentId,
      startsAt: min(periods.startsAt).as("starts_at"),
      endsAt: max(periods.endsAt).as("ends_at"),
      allowed: sum(periods.documentsAllowed).mapWith(Number).as("allowed"),
      used: sum(periods.documentsUsed).mapWith(Number).as("used"),
    })
    .from(periods)
    .where(eq(periods.practiceId, practiceId))
    .groupBy(periods.paymentId)
    .as("paid_for");
  const rows = await db
    .select({
      payment: payments,
      plan: plans.name,
      startsAt: paidFor.startsAt,
      endsAt: paidFor.endsAt,
      allowed: paidFor.allowed,
      used: paidFor.used,
    })
    .from(payments)
    .leftJoin(plans, eq(plans.id, payments.planId))
    .leftJoin(paidFor, eq(paidFor.paymentId, payments.id))
    .where(eq(payments.practiceId, practiceId))
    .orderBy(asc(payments.id));
  return rows.map(({ payment, plan, startsAt, endsAt, allowed, used }) => ({
    id: payment.id,
    kind: payment.kind,
    buys: payment.buys,
    plan,
    amountPence: payment.amountPence,
    creditPence: payment.creditPence,
    currency: payment.currency,
    method: payment.method,
    reference: payment.reference,
    recordedAt: payment.recordedAt.toISOString(),
    periodStart: startsAt?.toISOString() ?? null,
    periodEnd: endsAt?.toISOString() ?? null,
    documentsAllowed: allowed,
    documentsUsed: used,
  }));
}

/**
 * Returns the orders for online payment, paid or not. The secret with which a visitor's payment is claimed is not
 * exported.
 */
export async function ordersOf(db: Db, practiceId: string): Promise<Flat[]> {
  const rows = await db
    .select({ order: orders, plan: plans.name })
    .from(orders)
    .innerJoin(plans, eq(plans.id, orders.planId))
    .where(eq(orders.practiceId, practiceId))
    .orderBy(asc(orders.createdAt), asc(orders.id));
  return rows.map(({ order, plan }) => ({
    id: order.id,
    state: order.state,
    buys: order.buys,
    plan,
    duePence: order.duePence,
    creditPence: order.creditPence,
    payPalId: order.payPalId,
    createdAt: order.createdAt.toISOString(),
    paidUntil: order.paidUntil.toISOString(),
    guestEmail: order.guestEmail,
    claimedAt: order.claimedAt?.toISOString() ?? null,
  }));
}

interface Receipt {
  paymentId: string;
  number: string;
  recordedAt: string;
  content: ReceiptContent;
}

/** Returns the receipts that were issued, in the order of the ledger. */
export async function* receiptsOf(db: Db, practiceId: string): AsyncGenerator<Receipt> {
  const rows = inPages(pageSize, async (last?: { paymentId: string }) =>
    db
      .select()
      .from(receipts)
      .where(and(eq(receipts.practiceId, practiceId), last && gt(receipts.paymentId, last.paymentId)))
      .orderBy(asc(receipts.paymentId))
      .limit(pageSize),
  );
  for await (const { paymentId, number, recordedAt, content } of rows) {
    yield { paymentId, number, recordedAt: recordedAt.toISOString(), content };
  }
}

export function flatReceipt({ content, ...receipt }: Receipt): Flat {
  const { title, date, buyer, items, sums } = content;
  return {
    ...receipt,
    title,
    date,
    buyer,
    items: items.map(({ what }) => what).join(", "),
    total: sums.at(-1)?.amount,
  };
}
