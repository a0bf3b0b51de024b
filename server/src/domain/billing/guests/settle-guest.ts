import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { newId } from "../../../platform/ids.ts";
import type { PayPalOrder } from "../../../platform/paypal/paypal.ts";
import type { OrderRow, OrderServices } from "../orders/order.ts";
import { type OrderPayment, parseOrder } from "../orders/parse-order.ts";
import { orders } from "../table.ts";
import { sendClaimLink } from "./claim-links.ts";
import { guestPayments } from "./table.ts";

/**
 * Like `settle`, for an order that no practice has claimed. Its payments are recorded, but buy nothing until it is
 * claimed. When the order is first paid, the claim link is emailed.
 * @returns "claimed" when a practice has claimed the order in the meantime
 */
export async function settleGuest(
  services: OrderServices,
  id: string,
  seen: PayPalOrder,
): Promise<OrderRow | "claimed" | undefined> {
  return services.db.transaction(async (tx) => {
    const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
    if (!row) return undefined;
    if (row.practiceId !== null) return "claimed";
    const now = parseOrder(row, seen);
    const state = now.paid ? await recordMoney(tx, row, now) : now.state;
    if (state === row.state) return row;
    if (state === "completed") await sendClaimLink(tx, services, row);
    await tx.update(orders).set({ state }).where(eq(orders.id, id));
    return { ...row, state };
  });
}

async function recordMoney(tx: Tx, { id: orderId, duePence }: OrderRow, now: OrderPayment & { paid: true }) {
  let left = await enter(tx, orderId, now.captureId, duePence);
  for (const { reference, pence } of now.returns) {
    const back = Math.min(pence, left);
    if (back > 0) left = await enter(tx, orderId, reference, -back);
  }
  return left <= 0 ? "refunded" : "completed";
}

/**
 * Records one movement of money, once per reference.
 * @returns the order's balance afterwards, in pence
 */
async function enter(tx: Tx, orderId: string, reference: string, amountPence: number): Promise<number> {
  await tx
    .insert(guestPayments)
    .values({ id: newId(), orderId, amountPence, reference, recordedAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: guestPayments.reference });
  const [row] = await tx
    .select({ pence: sql`sum(${guestPayments.amountPence})`.mapWith(Number) })
    .from(guestPayments)
    .where(eq(guestPayments.orderId, orderId));
  return row?.pence ?? 0;
}
