import { z } from "zod";
import { email, id, planSlug } from "./fields.ts";

/**
 * "created": not paid yet. "pending": PayPal has the payment and has not let it through. "completed": paid, and what
 * was bought is given. "denied": no money came. "mismatch": another amount or currency came; a person looks into it.
 * "refunded": the money went back, by a refund or because the payer took it back.
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
    /** Where the payer agrees, until it is captured. */
    approveUrl: z.url().nullable(),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof order>;

/** Lets who holds it claim what a visitor paid; the server keeps its hash only. */
const claimToken = z.string().min(20, "The link is incomplete").max(200);

/**
 * POST /api/guest-orders: a visitor pays before there is a practice. The claim link goes to the address, should the
 * browser be closed.
 */
export const guestOrderInput = z.object({ plan: planSlug, email });
/** Its answer; always a period of 30 days at the plan's full price. */
export const guestOrder = order.extend({ claimToken }).meta({ id: "GuestOrder" });
export type GuestOrder = z.infer<typeof guestOrder>;

/**
 * POST /api/guest-orders/:id/capture, POST /api/claims/check, and POST /api/claims by the owner of a practice that
 * exists already.
 */
export const claimInput = z.object({ claimToken });
/** What a claim link is worth, before anybody registers. */
export const claim = z
  .object({
    planName: z.string(),
    planSlug: z.string(),
    paidPence: z.int().positive(),
    email: z.string(),
    /** "waiting": PayPal has not let it through yet; it can be claimed all the same. */
    state: z.enum(["open", "waiting"]),
  })
  .meta({ id: "Claim" });
export type Claim = z.infer<typeof claim>;
