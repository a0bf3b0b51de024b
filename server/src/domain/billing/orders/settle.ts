import { eq } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { announce } from "../../../platform/events/events.ts";
import type { PayPalOrder } from "../../../platform/paypal/paypal.ts";
import { record } from "../../audit/service.ts";
import { lockPractice } from "../../practices/service.ts";
import { settleGuest } from "../guests/settle-guest.ts";
import { refundsOf } from "../ledger/ledger.ts";
import { orders, payments, plans } from "../table.ts";
import type { OrderRow, OrderServices } from "./order.ts";
import { parseOrder } from "./parse-order.ts";
import { fulfil } from "./purchase.ts";
import { recordRefund } from "./reverse-payment.ts";

/**
 * Updates our order to its current state at PayPal: gives what was paid, once, and reverses what was refunded or
 * reversed. The number and order of webhook events do not matter, because the state is always read from PayPal. A
 * visitor's payment is kept until a practice claims it.
 * @param seen PayPal's order, read after the event
 * @returns undefined when the order is not ours
 */
export async function settle(services: OrderServices, seen: PayPalOrder): Promise<OrderRow | undefined> {
  const { db, log } = services;
  const [known] = await db.select().from(orders).where(eq(orders.payPalId, seen.id));
  if (!known) return undefined;
  const { id, practiceId } = known;
  const settled =
    practiceId === null ? await settleGuest(services, id, seen) : await settleFor(db, practiceId, id, seen);
  if (settled === "claimed") return settle(services, seen);
  if (settled?.state === "mismatch") {
    log.error({ orderId: id }, "PayPal captured another amount or currency than was ordered");
  }
  return settled;
}

async function settleFor(db: Db, practiceId: string, id: string, seen: PayPalOrder): Promise<OrderRow | undefined> {
  return db.transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    const [row] = await tx.select().from(orders).where(eq(orders.id, id));
    if (!row) return undefined;
    const state = await apply(tx, practiceId, row, seen);
    if (state === row.state) return row;
    await tx.update(orders).set({ state }).where(eq(orders.id, row.id));
    await announce(tx, practiceId, { type: "subscription" });
    return { ...row, state };
  });
}

async function apply(tx: Tx, practiceId: string, row: OrderRow, seen: PayPalOrder): Promise<OrderRow["state"]> {
  const now = parseOrder(row, seen);
  if (!now.paid) return now.state;
  const payment = await enterPaymentOnce(tx, practiceId, row, now.captureId);
  for (const { reference, pence } of now.returns) await recordRefund(tx, payment, reference, pence);
  return (await refundsOf(tx, payment)) + row.duePence <= 0 ? "refunded" : "completed";
}

/**
 * Returns the payment of a capture. If it is not in the ledger yet, enters it and gives what it buys. The caller holds
 * `lockPractice`.
 * @param captureId PayPal's id of the capture
 */
export async function enterPaymentOnce(
  tx: Tx,
  practiceId: string,
  row: OrderRow,
  captureId: string,
): Promise<typeof payments.$inferSelect> {
  const { buys, creditPence, duePence, paidUntil } = row;
  const [plan] = await tx.select().from(plans).where(eq(plans.id, row.planId));
  if (!plan) throw new Error("The plan of an order was not found");
  const bought = await fulfil(tx, {
    practiceId,
    plan,
    price: { buys, creditPence, endsAt: paidUntil },
    amountPence: duePence,
    method: "paypal",
    reference: captureId,
  });
  if (bought) {
    const detail = { plan: plan.slug };
    await record(tx, { practiceId, userId: null, action: "payment.recorded", subjectId: bought.paymentId, detail });
  }
  const [payment] = await tx
    .select()
    .from(payments)
    .where(equals(payments, { practiceId, method: "paypal", reference: captureId }));
  if (!payment) throw new Error("A capture is recorded for another practice");
  return payment;
}
