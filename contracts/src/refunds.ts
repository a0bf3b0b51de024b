import { z } from "zod";
import { id, instant, line } from "./fields.ts";

/**
 * "full": the money is refunded on request. "credit": a credit, or money if an administrator decides so. The others:
 * neither.
 */
export const refundOutcomes = ["full", "credit", "denied", "too-late"] as const;
export const refundStates = ["pending", "granted-money", "granted-credit", "denied", "withdrawn"] as const;

export const refundQuestion = z.object({ payment: id });
/** GET /api/refunds/outcome?payment=id: the outcome that a refund request would have now. */
export const refundPreview = z
  .object({
    paymentId: id,
    outcome: z.enum(refundOutcomes),
    /** Documents of the purchased period; for an upgrade, only those above the previous allowance. */
    documentsUsed: z.int().nonnegative(),
    documentsAllowed: z.int().nonnegative(),
    paidAt: instant,
    /** Amount paid and not yet refunded, in whole pence. */
    refundPence: z.int().nonnegative(),
    /** Value of a credit instead of money, in whole pence. */
    creditPence: z.int().nonnegative(),
    /** The purchased days that a refund would end, including those moved into a period that was started early. */
    endsPeriod: z.object({ startsAt: instant, endsAt: instant }).nullable(),
    /** Name of the plan to which a refunded upgrade returns; null when a later upgrade builds on it. */
    returnsTo: z.string().nullable(),
    /** Members, newest first, who would be suspended, because the plan that applies then allows fewer users. */
    suspends: z.array(z.string()),
  })
  .meta({ id: "RefundPreview" });
export type RefundPreview = z.infer<typeof refundPreview>;

/** POST /api/refunds, by the owner. Only one open request per payment. */
export const refundInput = z.object({
  paymentId: id,
  refundAs: z.enum(["money", "credit"]),
  reason: line(500, "Keep it under 501 characters").default(""),
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
    /** As computed at the time of the request. */
    outcome: z.enum(refundOutcomes),
    refundPence: z.int().nonnegative(),
    creditPence: z.int().nonnegative(),
    state: z.enum(refundStates),
    decidedAt: instant.nullable(),
    /** The administrator's reply to the practice. */
    answer: z.string().nullable(),
  })
  .meta({ id: "RefundRequest" });
export type RefundRequest = z.infer<typeof refundRequest>;

/** For administrators: a request with its outcome as computed now, on which the decision is based. */
export const quotedRefund = refundRequest.extend({
  /** Null when nothing of the payment can be refunded any more, and once the request is decided. */
  now: refundPreview.nullable(),
});
export type QuotedRefund = z.infer<typeof quotedRefund>;

/** An undecided request, as computed when it was made and as computed now. */
export const openRefund = quotedRefund
  .extend({
    practice: z.object({ id, name: z.string() }),
    /** Usage at the time of the request. */
    documentsUsed: z.int().nonnegative(),
    documentsAllowed: z.int().nonnegative(),
  })
  .meta({ id: "OpenRefund" });
export type OpenRefund = z.infer<typeof openRefund>;
