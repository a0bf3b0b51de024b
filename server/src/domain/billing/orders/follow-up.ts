import { eq, sql } from "drizzle-orm";
import type { PayPal } from "../../../platform/paypal/paypal.ts";
import { PayPalError } from "../../../platform/paypal/paypal-call.ts";
import { payPalOf, translatePayPalErrors } from "../../../platform/paypal/paypal-client.ts";
import { orders } from "../table.ts";
import type { OrderServices } from "./order.ts";
import { settle } from "./settle.ts";

/**
 * Tells whether a webhook event comes from PayPal.
 * @throws AppError online-payment-off, payment-unconfirmed
 */
export async function isGenuine(services: OrderServices, headers: Parameters<PayPal["verify"]>[0], body: Buffer) {
  const payPal = payPalOf(services.config);
  return translatePayPalErrors(services, () => payPal.verify(headers, body));
}

/** The ids by which a webhook event refers to an order. */
export interface OrderRef {
  /** PayPal's id. */
  payPalId?: string | undefined;
  /** Our id. */
  orderId?: string | undefined;
  captureId?: string | undefined;
}

/**
 * Requests the current state of an order from PayPal and settles it. Called after a verified webhook event. If the
 * payer approved the order and left, it is captured here.
 * @throws AppError payment-unconfirmed, on which PayPal sends its event again
 */
export async function followUp(services: OrderServices, ref: OrderRef): Promise<void> {
  const payPal = payPalOf(services.config);
  const known = await translatePayPalErrors(services, () => findOrder(services, payPal, ref));
  if (!known) return;
  const { id, payPalId } = known;
  const seen = await translatePayPalErrors(services, async () => {
    const now = await payPal.get(payPalId);
    if (now.status !== "APPROVED") return now;
    await payPal.capture(payPalId, id).catch(ignoreDeclined);
    return payPal.get(payPalId);
  });
  await settle(services, seen);
}

async function findOrder({ db }: OrderServices, payPal: PayPal, { payPalId, orderId, captureId }: OrderRef) {
  const name = payPalId ?? (orderId || !captureId ? undefined : await payPal.orderOf(captureId));
  if (!name && !orderId) return undefined;
  const [row] = await db
    .select()
    .from(orders)
    .where(name ? eq(orders.payPalId, name) : eq(sql`${orders.id}::text`, orderId));
  return row;
}

/** Ignores a declined capture: no payer is present to choose another card, so the order stays open. */
function ignoreDeclined(error: unknown): void {
  if (!(error instanceof PayPalError) || error.status !== 422) throw error;
}
