import { z } from "zod";
import { id, instant } from "../fields.ts";
import { openRefund } from "../refunds.ts";

/**
 * "ours-missing": PayPal has it, the ledger has not. "theirs-missing": the other way round. "amount": both have it, and
 * not alike.
 */
export const differenceKinds = ["ours-missing", "theirs-missing", "amount"] as const;

/** `ownerId` leads to the user's page; null once the practice was deleted. */
const payer = z.object({ id, name: z.string(), ownerId: id.nullable() });

const waitingRefund = openRefund.extend({
  practice: payer,
  /** The payment came by bank transfer: the money goes back the same way, by hand. */
  byTransfer: z.boolean(),
  /** Money was decided on, and PayPal’s answer is not known yet: nobody has to decide. */
  paying: z.boolean(),
});

const difference = z.object({
  id,
  kind: z.enum(differenceKinds),
  /** PayPal’s name of the capture or the refund. */
  reference: z.string(),
  /** Whole pence, negative when the money went back; null where there is none, or none in pounds. */
  oursPence: z.int().nullable(),
  theirsPence: z.int().nullable(),
  practice: payer.nullable(),
  /** When the money moved. */
  happenedAt: instant,
  foundAt: instant,
});

const waitingOrder = z.object({
  id,
  planName: z.string(),
  /** What was ordered, in whole pence. */
  duePence: z.int().positive(),
  payPalOrderId: z.string(),
  createdAt: instant,
  /** Of a visitor; null when a practice ordered. */
  email: z.string().nullable(),
});

/** GET /api/admin/money: what waits for a person, each list with the oldest first. */
export const waitingMoney = z
  .object({
    /** At most 200. */
    refunds: z.array(waitingRefund),
    differences: z.array(difference),
    /** Visitors’ payments that no practice has claimed. "pending": PayPal has not let the money through yet. */
    unclaimed: z.array(waitingOrder.extend({ state: z.enum(["completed", "pending"]) })),
    /** Orders of which PayPal captured another amount or currency: nothing is given for them. */
    mismatched: z.array(waitingOrder.extend({ practice: payer.nullable() })),
  })
  .meta({ id: "AdminWaitingMoney" });
export type WaitingMoney = z.infer<typeof waitingMoney>;
