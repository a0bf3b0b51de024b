import { z } from "zod";
import { id, instant, oneLine } from "./fields.ts";

/**
 * "full": the money goes back if it is asked for. "credit": a credit, or money by an administrator's decision. The
 * others: neither.
 */
export const refundOutcomes = ["full", "credit", "denied", "too-late"] as const;
export const refundStates = ["pending", "granted-money", "granted-credit", "denied", "withdrawn"] as const;

export const refundQuestion = z.object({ payment: id });
/** GET /api/refunds/outcome?payment=id: what asking would bring, before it is asked. */
export const refundPreview = z
  .object({
    paymentId: id,
    outcome: z.enum(refundOutcomes),
    /** Of the period that was bought; of an upgrade, those above the allowance that there was before. */
    documentsUsed: z.int().nonnegative(),
    documentsAllowed: z.int().nonnegative(),
    paidAt: instant,
    /** What was paid and has not gone back, in whole pence. */
    refundPence: z.int().nonnegative(),
    /** What a credit instead would be worth, in whole pence. */
    creditPence: z.int().nonnegative(),
    /**
     * The days that a refund would end: those that were bought, also where a period that was started early has taken
     * them over.
     */
    endsPeriod: z.object({ startsAt: instant, endsAt: instant }).nullable(),
    /** Name of the plan that a refunded upgrade falls back to; null when a later one stands on it. */
    returnsTo: z.string().nullable(),
    /** Members, newest first, who would be suspended, because the plan that runs then is for fewer users. */
    suspends: z.array(z.string()),
  })
  .meta({ id: "RefundPreview" });
export type RefundPreview = z.infer<typeof refundPreview>;

/** POST /api/refunds, by the owner. One open request for each payment. */
export const refundInput = z.object({
  paymentId: id,
  refundAs: z.enum(["money", "credit"]),
  reason: z
    .string()
    .trim()
    .max(500, "Keep it under 501 characters")
    .regex(...oneLine)
    .default(""),
});
export type RefundInput = z.infer<typeof refundInput>;

/** GET /api/refunds: the practice's, newest first. DELETE /api/refunds/:id withdraws an open one. */
export const refundRequest = z
  .object({
    id,
    paymentId: id,
    requestedAt: instant,
    requestedBy: z.string(),
    refundAs: z.enum(["money", "credit"]),
    reason: z.string(),
    /** As reckoned when it was asked. */
    outcome: z.enum(refundOutcomes),
    refundPence: z.int().nonnegative(),
    creditPence: z.int().nonnegative(),
    state: z.enum(refundStates),
    decidedAt: instant.nullable(),
    /** What the administrator wrote to the practice. */
    answer: z.string().nullable(),
  })
  .meta({ id: "RefundRequest" });
export type RefundRequest = z.infer<typeof refundRequest>;

/** For administrators: a request with what it would be reckoned now, by which it is decided. */
export const quotedRefund = refundRequest.extend({
  /** Null when nothing of the payment can go back any more, and once it is decided. */
  now: refundPreview.nullable(),
});
export type QuotedRefund = z.infer<typeof quotedRefund>;

/** One that waits for a decision, as it was asked and as it is now. */
export const openRefund = quotedRefund
  .extend({
    practice: z.object({ id, name: z.string() }),
    /** As they were when it was asked. */
    documentsUsed: z.int().nonnegative(),
    documentsAllowed: z.int().nonnegative(),
  })
  .meta({ id: "OpenRefund" });
export type OpenRefund = z.infer<typeof openRefund>;
