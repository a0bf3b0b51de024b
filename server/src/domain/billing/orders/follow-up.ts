import { eq, sql } from "drizzle-orm";
import type { PayPal } from "../../../platform/paypal/paypal.ts";
import { PayPalError } from "../../../platform/paypal/paypal-call.ts";
import { answered, payPalOf } from "../../../platform/paypal/paypal-client.ts";
import { orders } from "../table.ts";
import type { OrderServices } from "./order.ts";
import { settle } from "./settle.ts";

/** Whether a notice comes from PayPal. @throws AppError online-payment-off, payment-unconfirmed */
export async function isGenuine(services: OrderServices, headers: Parameters<PayPal["verify"]>[0], body: Buffer) {
  const payPal = payPalOf(services.config);
  return answered(services, () => payPal.verify(headers, body));
}

/** How a notice names the order that it is about. */
export interface OrderRef {
  /** PayPal's name. */
  payPalId?: string | undefined;
  /** Our name. */
  orderId?: string | undefined;
  captureId?: string | undefined;
}

/**
 * After a verified notice PayPal is asked what holds now. An order whose payer approved it and went away is captured.
 * @throws AppError payment-unconfirmed: then PayPal sends its notice again
 */
export async function followUp(services: OrderServices, ref: OrderRef): Promise<void> {
  const payPal = payPalOf(services.config);
  const known = await answered(services, () => findOrder(services, payPal, ref));
  if (!known) return;
  const { id, payPalId } = known;
  const seen = await answered(services, async () => {
    const now = await payPal.get(payPalId);
    if (now.status !== "APPROVED") return now;
    await payPal.capture(payPalId, id).catch(unlessDeclined);
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

/** Nobody is there who could choose another card; the order waits for its payer. */
function unlessDeclined(error: unknown): void {
  if (!(error instanceof PayPalError) || error.status !== 422) throw error;
}
