import type { PayPalOrder } from "../../../platform/paypal/paypal.ts";
import { penceOf } from "../../../platform/paypal/paypal-money.ts";
import type { OrderRow } from "./order.ts";

/** The payment of an order according to PayPal, checked against what was ordered. */
export type OrderPayment =
  | { paid: false; state: OrderRow["state"] }
  | {
      paid: true;
      captureId: string;
      /**
       * Refunds and reversals. Their sum may exceed the payment: PayPal may report a full refund before it lists the
       * single refunds.
       */
      returns: { reference: string; pence: number }[];
    };

export function parseOrder(row: OrderRow, { purchase_units: [unit] }: PayPalOrder): OrderPayment {
  const captures = unit?.payments.captures ?? [];
  const capture = captures.find(({ status }) => isPaid(status));
  if (!capture) {
    // An order that is known to be paid keeps its state: this response may be older than the last one.
    if (row.state !== "created" && row.state !== "pending" && row.state !== "denied") {
      return { paid: false, state: row.state };
    }
    const last = captures.at(-1);
    if (!last) return { paid: false, state: row.state };
    return { paid: false, state: last.status === "PENDING" ? "pending" : "denied" };
  }
  const gone = capture.status === "REFUNDED" || capture.status === "REVERSED";
  if (unit?.custom_id !== row.id || penceOf(capture.amount) !== row.duePence) {
    return { paid: false, state: gone ? "refunded" : "mismatch" };
  }
  const returns = (unit?.payments.refunds ?? [])
    .filter(({ status }) => status === "COMPLETED")
    .map(({ id, amount }) => ({ reference: id, pence: penceOf(amount) ?? 0 }));
  const all = { reference: `Return of ${capture.id}`, pence: row.duePence };
  return { paid: true, captureId: capture.id, returns: gone ? [...returns, all] : returns };
}

const isPaid = (status: string) => ["COMPLETED", "REFUNDED", "PARTIALLY_REFUNDED", "REVERSED"].includes(status);
