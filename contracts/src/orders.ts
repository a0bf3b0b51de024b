import { z } from "zod";
import { email, id, planSlug } from "./fields.ts";

/**
 * "created": not paid yet. "pending": PayPal has received the payment but not completed it. "completed": paid, and the
 * purchase is granted. "denied": the payment failed. "mismatch": the amount or currency differs; an administrator must
 * check it. "refunded": the money was returned, by a refund or because the payer reversed the payment.
 */
export const orderStates = ["created", "pending", "completed", "denied", "mismatch", "refunded"] as const;

/** POST /api/orders and POST /api/orders/:id/capture. */
export const order = z
  .object({
    id,
    state: z.enum(orderStates),
    planSlug: z.string(),
    /** Whole pence, after credit. */
    duePence: z.int().positive(),
    payPalOrderId: z.string(),
    /** PayPal's page on which the payer approves the payment; null once it is captured. */
    approveUrl: z.url().nullable(),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof order>;

/** A bearer token that claims a visitor's payment; the server stores only its hash. */
const claimToken = z.string().min(20, "The link is incomplete").max(200);

/**
 * POST /api/guest-orders: a visitor pays before a practice exists. The claim link is also emailed, in case the browser
 * is closed.
 */
export const guestOrderInput = z.object({ plan: planSlug, email });
/** The response; always a period of 30 days at the plan's full price. */
export const guestOrder = order.extend({ claimToken }).meta({ id: "GuestOrder" });
export type GuestOrder = z.infer<typeof guestOrder>;

/**
 * POST /api/guest-orders/:id/capture, POST /api/claims/check, and POST /api/claims by the owner of an existing
 * practice.
 */
export const claimInput = z.object({ claimToken });
/** The payment behind a claim link, shown before registration. */
export const claim = z
  .object({
    planName: z.string(),
    planSlug: z.string(),
    paidPence: z.int().positive(),
    email: z.string(),
    /** "waiting": PayPal has not completed the payment yet; it can be claimed anyway. */
    state: z.enum(["open", "waiting"]),
  })
  .meta({ id: "Claim" });
export type Claim = z.infer<typeof claim>;
