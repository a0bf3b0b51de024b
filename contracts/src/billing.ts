import { z } from "zod";
import { id, instant, planSlug } from "./fields.ts";
import { purchases } from "./payments.ts";

const planName = z.object({ slug: z.string(), name: z.string() });

/** GET /api/billing: what is paid and what follows. */
export const billing = z
  .object({
    /** No reminders will come; the service goes on to the end of what is paid. */
    cancelled: z.boolean(),
    /** What the next purchase may use, in whole pence. */
    creditPence: z.int().nonnegative(),
    /** The running period and those paid ahead, in order. */
    periods: z.array(
      z.object({
        id,
        plan: planName,
        startsAt: instant,
        endsAt: instant,
        documentsUsed: z.int().nonnegative(),
        documentsAllowed: z.int().nonnegative(),
      }),
    ),
    /** The running allowance is used up and a period waits: POST /api/billing/start-next-period. */
    canStartNext: z.boolean(),
  })
  .meta({ id: "Billing" });
export type Billing = z.infer<typeof billing>;

/** GET /api/billing/quote?plan=slug: what choosing a plan now would cost and do. */
export const quote = z
  .object({
    plan: planName,
    /** "upgrade" changes what is paid already, at once; "period" adds 30 days after it. */
    buys: z.enum(purchases),
    pricePence: z.int().nonnegative(),
    /** Of the price, what the practice's credit pays. */
    creditPence: z.int().nonnegative(),
    /** What is left to pay. */
    duePence: z.int().nonnegative(),
    /** When the plan begins to hold, and until when it is paid. */
    startsAt: instant,
    endsAt: instant,
    /** Members, newest first, who will be suspended when it begins, because it is for fewer users. */
    suspends: z.array(z.string()),
  })
  .meta({ id: "Quote" });
export type Quote = z.infer<typeof quote>;

export const planChoice = z.object({ plan: planSlug });
