import { z } from "zod";
import { id } from "./fields.ts";

/**
 * "created": not paid yet. "pending": PayPal has the payment and has not let it through. "completed": paid, and what was bought is
 * given. "denied": no money came. "mismatch": another amount or currency came; a person looks into it. "refunded": the money went
 * back, by a refund or because the payer took it back.
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
