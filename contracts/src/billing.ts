import { z } from "zod";
import { id, instant, planSlug } from "./fields.ts";
import { purchases } from "./payments.ts";

const planName = z.object({ slug: z.string(), name: z.string() });

/** GET /api/billing: the current period and the prepaid ones. */
export const billing = z
  .object({
    /** No reminders are sent; the service continues to the end of the paid periods. */
    cancelled: z.boolean(),
    /** Credit available for the next purchase, in whole pence. */
    creditPence: z.int().nonnegative(),
    /** The current period and prepaid periods, in order. */
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
    /** The current allowance is used up and a prepaid period is available: POST /api/billing/start-next-period. */
    canStartNext: z.boolean(),
  })
  .meta({ id: "Billing" });
export type Billing = z.infer<typeof billing>;

/** GET /api/billing/quote?plan=slug: cost and effect of choosing a plan now. */
export const quote = z
  .object({
    plan: planName,
    /** "upgrade" changes the paid periods immediately; "period" adds 30 days after them. */
    buys: z.enum(purchases),
    pricePence: z.int().nonnegative(),
    /** The part of the price that the practice's credit pays. */
    creditPence: z.int().nonnegative(),
    /** The remaining amount to pay. */
    duePence: z.int().nonnegative(),
    /** Time from which the plan applies, and time until which it is paid. */
    startsAt: instant,
    endsAt: instant,
    /** Members, newest first, who will be suspended when the plan begins, because it allows fewer users. */
    suspends: z.array(z.string()),
  })
  .meta({ id: "Quote" });
export type Quote = z.infer<typeof quote>;

export const planChoice = z.object({ plan: planSlug });
