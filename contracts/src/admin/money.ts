import { z } from "zod";
import { id, instant } from "../fields.ts";
import { openRefund } from "../refunds.ts";

/**
 * "ours-missing": in PayPal but not in the ledger. "theirs-missing": in the ledger but not in PayPal. "amount": in
 * both, with different amounts.
 */
export const differenceKinds = ["ours-missing", "theirs-missing", "amount"] as const;

/** `ownerId` links to the user's page; null once the practice was deleted. */
const payer = z.object({ id, name: z.string(), ownerId: id.nullable() });

const waitingRefund = openRefund.extend({
  practice: payer,
  /** The payment was a bank transfer, so the refund is a manual bank transfer. */
  byTransfer: z.boolean(),
  /** A refund in money was decided and PayPal’s response is still unknown: no decision is needed. */
  paying: z.boolean(),
});

const difference = z.object({
  id,
  kind: z.enum(differenceKinds),
  /** PayPal’s id of the capture or the refund. */
  reference: z.string(),
  /** Whole pence, negative for a refund; null when this side has no amount, or none in pounds. */
  oursPence: z.int().nullable(),
  theirsPence: z.int().nullable(),
  practice: payer.nullable(),
  /** Time of the payment or refund. */
  happenedAt: instant,
  foundAt: instant,
});

const waitingOrder = z.object({
  id,
  planName: z.string(),
  /** Price of the order, in whole pence. */
  duePence: z.int().positive(),
  payPalOrderId: z.string(),
  createdAt: instant,
  /** The visitor's address; null when a practice ordered. */
  email: z.string().nullable(),
});

/** GET /api/admin/money: what needs an administrator, each list with the oldest first. */
export const waitingMoney = z
  .object({
    /** At most 200. */
    refunds: z.array(waitingRefund),
    differences: z.array(difference),
    /** Visitors’ payments that no practice has claimed. "pending": PayPal has not completed the payment yet. */
    unclaimed: z.array(waitingOrder.extend({ state: z.enum(["completed", "pending"]) })),
    /** Orders for which PayPal captured a different amount or currency: nothing is granted for them. */
    mismatched: z.array(waitingOrder.extend({ practice: payer.nullable() })),
  })
  .meta({ id: "AdminWaitingMoney" });
export type WaitingMoney = z.infer<typeof waitingMoney>;
