import { z } from "zod";
import { parseJson } from "../parse-json.ts";
import { openCalls, PayPalError, read } from "./paypal-call.ts";
import { pounds } from "./paypal-money.ts";
import { type Transaction, transactionsOf } from "./paypal-transactions.ts";
import type { PayPalConfig } from "./paypal-variables.ts";

const money = z.object({ currency_code: z.string(), value: z.string() });
const capture = z.object({ id: z.string(), status: z.string(), amount: money });
const refund = z.object({ id: z.string(), status: z.string(), amount: money.optional() });
const payPalOrder = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z
          .object({
            captures: z.array(capture).default([]),
            refunds: z.array(refund.required()).default([]),
          })
          .default({ captures: [], refunds: [] }),
      }),
    )
    .default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});
/** Part of PayPal's objects that belong to an order. */
export const related = z.object({ related_ids: z.object({ order_id: z.string().optional() }) });
export type PayPalOrder = z.infer<typeof payPalOrder>;

export interface NewOrder {
  /** Sheaf's id of the order, which PayPal includes in everything about the order. */
  id: string;
  duePence: number;
  description: string;
  brand: string;
  returnUrl: string;
  cancelUrl: string;
}

export interface Refund {
  /** PayPal's id of the refund. */
  id: string;
  /** "COMPLETED", "PENDING" (PayPal sends the money later), "FAILED" or "CANCELLED". */
  status: string;
}

export interface PayPal {
  create(order: NewOrder): Promise<PayPalOrder>;
  /** Returns the current state of the order. */
  get(payPalId: string): Promise<PayPalOrder>;
  /** Returns PayPal's id of the order that a capture belongs to. */
  orderOf(captureId: string): Promise<string | undefined>;
  /** Captures the money of an approved order. Idempotent for the same id. */
  capture(payPalId: string, id: string): Promise<void>;
  /**
   * Refunds money of a capture. Idempotent for the same request id.
   * @throws PayPalError with the issue "CAPTURE_FULLY_REFUNDED" or "REFUND_AMOUNT_EXCEEDED" when the remaining amount
   *   is smaller
   */
  refund(captureId: string, pence: number, requestId: string): Promise<Refund>;
  /** Returns all transactions between two times, in any order. PayPal accepts at most 31 days. */
  transactions(from: Date, to: Date): Promise<Transaction[]>;
  /** Returns whether a notice comes from PayPal. @param body unchanged, as received */
  verify(headers: Record<string, string | string[] | undefined>, body: Buffer): Promise<boolean>;
}

/** Opens a client for PayPal Orders v2 with refunds and reports. Every failed call throws a PayPalError. */
export function openPayPal(config: PayPalConfig): PayPal {
  const call = openCalls(config);
  const orderPath = (payPalId: string) => `/v2/checkout/orders/${encodeURIComponent(payPalId)}`;
  const capturePath = (captureId: string) => `/v2/payments/captures/${encodeURIComponent(captureId)}`;
  return {
    async create(order) {
      return read(payPalOrder, await call("POST", "/v2/checkout/orders", JSON.stringify(bodyOf(order)), order.id));
    },
    async get(payPalId) {
      return read(payPalOrder, await call("GET", orderPath(payPalId)));
    },
    async orderOf(captureId) {
      const answer = await call("GET", capturePath(captureId));
      return read(z.object({ supplementary_data: related.optional() }), answer).supplementary_data?.related_ids
        .order_id;
    },
    async capture(payPalId, id) {
      try {
        await call("POST", `${orderPath(payPalId)}/capture`, "{}", `${id}-capture`);
      } catch (error) {
        if (!(error instanceof PayPalError) || error.issue !== "ORDER_ALREADY_CAPTURED") throw error;
      }
    },
    async refund(captureId, pence, requestId) {
      const body = JSON.stringify({ amount: { currency_code: "GBP", value: pounds(pence) } });
      return read(refund, await call("POST", `${capturePath(captureId)}/refund`, body, requestId));
    },
    transactions: (from, to) => transactionsOf(call, from, to),
    async verify(headers, body) {
      const text = body.toString("utf8");
      if (parseJson(text) === undefined) return false;
      const header = (name: string) => String(headers[`paypal-${name}`] ?? "");
      const proof = {
        auth_algo: header("auth-algo"),
        cert_url: header("cert-url"),
        webhook_id: config.webhookId,
        transmission_id: header("transmission-id"),
        transmission_sig: header("transmission-sig"),
        transmission_time: header("transmission-time"),
      };
      if (Object.values(proof).includes("")) return false;
      // The event is sent back byte for byte: if it were serialised again, its signature would no longer match.
      const question = `${JSON.stringify(proof).slice(0, -1)},"webhook_event":${text}}`;
      const answer = await call("POST", "/v1/notifications/verify-webhook-signature", question);
      return read(z.object({ verification_status: z.string() }), answer).verification_status === "SUCCESS";
    },
  };
}

function bodyOf(order: NewOrder): object {
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: order.id,
        description: order.description.slice(0, 127),
        amount: { currency_code: "GBP", value: pounds(order.duePence) },
      },
    ],
    application_context: {
      brand_name: order.brand.slice(0, 127),
      user_action: "PAY_NOW",
      shipping_preference: "NO_SHIPPING",
      return_url: order.returnUrl,
      cancel_url: order.cancelUrl,
    },
  };
}
