import { and, asc, eq, gt } from "drizzle-orm";
import { boughtTime, type ReceiptContent, receipts } from "../../domain/billing/index.ts";
import { orders, payments, plans } from "../../domain/billing/table.ts";
import type { Db } from "../../platform/db/connect.ts";
import { inPages } from "../../platform/db/in-pages.ts";
import { withIsoTimes } from "../../platform/db/iso-times.ts";
import { type Flat, pageSize } from "./flat.ts";

/** Returns the rows of the ledger, each with the time and documents that it paid for. */
export async function paymentsOf(db: Db, practiceId: string): Promise<Flat[]> {
  const bought = boughtTime(db, practiceId);
  const rows = await db
    .select({
      id: payments.id,
      kind: payments.kind,
      buys: payments.buys,
      plan: plans.name,
      amountPence: payments.amountPence,
      creditPence: payments.creditPence,
      currency: payments.currency,
      method: payments.method,
      reference: payments.reference,
      recordedAt: payments.recordedAt,
      periodStart: bought.startsAt,
      periodEnd: bought.endsAt,
      documentsAllowed: bought.allowed,
      documentsUsed: bought.used,
    })
    .from(payments)
    .leftJoin(plans, eq(plans.id, payments.planId))
    .leftJoin(bought, eq(bought.paymentId, payments.id))
    .where(eq(payments.practiceId, practiceId))
    .orderBy(asc(payments.id));
  return rows.map(withIsoTimes);
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
