import { z } from "zod";
import { id, instant } from "./fields.ts";

/**
 * Kinds of ledger rows. An adjustment is money or credit that moved for any other reason, such as a reversed payment.
 */
export const ledgerKinds = ["payment", "credit", "credit-used", "refund", "adjustment"] as const;
/** "period": 30 more days. "upgrade": a more expensive plan for the days already paid. */
export const purchases = ["period", "upgrade"] as const;
/** "manual": a bank transfer recorded by an administrator. "credit": no money moved. */
export const paymentMethods = ["manual", "paypal", "credit"] as const;

/** GET /api/payments, newest first: a row of the practice's ledger. Rows are never changed. */
export const ledgerEntry = z
  .object({
    id,
    at: instant,
    kind: z.enum(ledgerKinds),
    /** Description on screen: "Small Firm, 30 days". */
    what: z.string(),
    buys: z.enum(purchases).nullable(),
    planSlug: z.string().nullable(),
    /** Whole pence: positive for a payment, negative for a refund. */
    amountPence: z.int(),
    /** Whole pence: positive when a credit was given, negative when it was used. */
    creditPence: z.int(),
    /** The credit balance after this row; that of the newest row is the current balance. */
    creditLeftPence: z.int(),
    currency: z.string(),
    method: z.enum(paymentMethods),
    reference: z.string(),
    /** The 30 days that a payment bought, or the whole range of granted days. */
    period: z.object({ startsAt: instant, endsAt: instant }).nullable(),
  })
  .meta({ id: "LedgerEntry" });
export type LedgerEntry = z.infer<typeof ledgerEntry>;
