import { z } from "zod";
import { id, instant } from "./fields.ts";

/**
 * What a row of the ledger is. An adjustment is money or credit that moved for any other reason, such as a reversed
 * payment.
 */
export const ledgerKinds = ["payment", "credit", "credit-used", "refund", "adjustment"] as const;
/** "period": 30 days more. "upgrade": a dearer plan for the days that are paid already. */
export const purchases = ["period", "upgrade"] as const;
/** "manual": a bank transfer that a person recorded. "credit": no money moved. */
export const paymentMethods = ["manual", "paypal", "credit"] as const;

/** GET /api/payments, newest first: a row of the practice's ledger. Rows are never changed. */
export const ledgerEntry = z
  .object({
    id,
    at: instant,
    kind: z.enum(ledgerKinds),
    /** For people: "Small Firm, 30 days". */
    what: z.string(),
    buys: z.enum(purchases).nullable(),
    planSlug: z.string().nullable(),
    /** Whole pence: positive when it was paid, negative when it was given back. */
    amountPence: z.int(),
    /** Whole pence: positive when a credit was given, negative when it was used. */
    creditPence: z.int(),
    /** The credit that was left after this row; the newest row's is what is left now. */
    creditLeftPence: z.int(),
    currency: z.string(),
    method: z.enum(paymentMethods),
    reference: z.string(),
    /** The 30 days that a payment bought, or all that were granted. */
    period: z.object({ startsAt: instant, endsAt: instant }).nullable(),
  })
  .meta({ id: "LedgerEntry" });
export type LedgerEntry = z.infer<typeof ledgerEntry>;

export const paymentsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  /** Id of the last row already seen. */
  cursor: id.optional(),
});
