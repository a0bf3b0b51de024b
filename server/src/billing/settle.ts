import { and, eq, sql } from "drizzle-orm";
import { record } from "../audit/service.ts";
import type { Db, Tx } from "../db/connect.ts";
import { announce } from "../events/events.ts";
import { lockPractice } from "../practices/service.ts";
import type { Capture, PayPalOrder } from "./paypal.ts";
import { penceOf } from "./paypal-money.ts";
import { fulfil } from "./purchase.ts";
import { orders, payments, plans } from "./table.ts";
import { takeBack } from "./take-back.ts";

type OrderRow = typeof orders.$inferSelect;

/**
 * Brings our order to what PayPal says of it now: gives what was paid, once, and takes back what was refunded or reversed. The
 * order of notices, and how often they come, does not matter, because none of them is believed: PayPal is asked.
 * @param seen PayPal's order, read after the notice
 * @returns undefined when the order is not ours
 */
export async function settle(db: Db, seen: PayPalOrder): Promise<OrderRow | undefined> {
  const [known] = await db.select().from(orders).where(eq(orders.payPalId, seen.id));
  if (!known) return undefined;
  return db.transaction(async (tx) => {
    await lockPractice(tx, known.practiceId);
    const [row] = await tx.select().from(orders).where(eq(orders.id, known.id));
    if (!row) return undefined;
    const state = await apply(tx, row, seen);
    if (state === row.state) return row;
    await tx.update(orders).set({ state }).where(eq(orders.id, row.id));
    await announce(tx, row.practiceId, { type: "subscription" });
    return { ...row, state };
  });
}

async function apply(tx: Tx, row: OrderRow, seen: PayPalOrder): Promise<OrderRow["state"]> {
  const [unit] = seen.purchase_units;
  const captures = unit?.payments.captures ?? [];
  const paid = captures.find(({ status }) => isPaid(status));
  if (!paid) {
    // What is known to be paid stays so: an answer may be older than the last one.
    if (row.state !== "created" && row.state !== "pending" && row.state !== "denied") return row.state;
    const last = captures.at(-1);
    if (!last) return row.state;
    return last.status === "PENDING" ? "pending" : "denied";
  }
  if (unit?.custom_id !== row.id || penceOf(paid.amount) !== row.duePence) return "mismatch";

  const payment = await enterOnce(tx, row, paid);
  const returns = (unit?.payments.refunds ?? []).filter(({ status }) => status === "COMPLETED");
  for (const { id, amount } of returns) await takeBack(tx, payment, id, penceOf(amount) ?? 0);
  // PayPal may say that all of it went back before it lists how.
  if (paid.status === "REFUNDED" || paid.status === "REVERSED") {
    await takeBack(tx, payment, `Return of ${paid.id}`, row.duePence);
  }
  const [{ pence } = { pence: 0 }] = await tx
    .select({ pence: sql<number>`coalesce(sum(${payments.amountPence}), 0)`.mapWith(Number) })
    .from(payments)
    .where(
      and(eq(payments.practiceId, row.practiceId), eq(payments.paymentId, payment.id), eq(payments.kind, "refund")),
    );
  return pence + row.duePence <= 0 ? "refunded" : "completed";
}

const isPaid = (status: string) => ["COMPLETED", "REFUNDED", "PARTIALLY_REFUNDED", "REVERSED"].includes(status);

/** The payment of a capture, entered now or before. */
async function enterOnce(tx: Tx, row: OrderRow, capture: Capture): Promise<typeof payments.$inferSelect> {
  const { practiceId, buys, creditPence, duePence, paidUntil } = row;
  const [plan] = await tx.select().from(plans).where(eq(plans.id, row.planId));
  if (!plan) throw new Error("An order's plan is gone");
  const bought = await fulfil(tx, {
    ...{ practiceId, plan, price: { buys, creditPence, endsAt: paidUntil }, amountPence: duePence },
    ...{ method: "paypal", reference: capture.id },
  });
  if (bought) {
    const detail = { plan: plan.slug };
    await record(tx, { practiceId, userId: null, action: "payment.recorded", subjectId: bought.paymentId, detail });
  }
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.practiceId, practiceId), eq(payments.method, "paypal"), eq(payments.reference, capture.id)));
  if (!payment) throw new Error("A capture was entered for another practice");
  return payment;
}
