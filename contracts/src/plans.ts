import { z } from "zod";
import { id, instant } from "./fields.ts";

export const plan = z
  .object({
    id,
    name: z.string(),
    slug: z.string(),
    /** Whole pence for 30 days. */
    price: z.int().nonnegative(),
    /** `noLimit` (plan-facts.ts): unlimited. */
    documentsPerMonth: z.int().positive(),
    /** `noLimit`: unlimited. */
    maxUsers: z.int().positive(),
    supportLevel: z.string(),
    isPopular: z.boolean(),
    /** The largest file of an upload, in bytes. */
    maxFileBytes: z.int().positive(),
  })
  .meta({ id: "SubscriptionPlan" });
export type Plan = z.infer<typeof plan>;

/** GET /api/subscription; 404 when the practice never had one. */
export const subscription = z
  .object({
    /** Computed from `currentPeriodEnd`, never stored. */
    status: z.enum(["active", "expired"]),
    plan,
    currentPeriodStart: instant,
    /** When the running period is over; once all have ended, when the last one was. */
    periodEndsAt: instant,
    /** Paid until: later than that where periods are paid ahead. */
    currentPeriodEnd: instant,
    documentsUsedThisMonth: z.int().nonnegative(),
  })
  .meta({ id: "Subscription" });
export type Subscription = z.infer<typeof subscription>;

/** GET /api/usage: counts of the running paid period. */
export const usage = z
  .object({
    /** Where use is unlimited: uploaded in this calendar month, whatever the period. */
    documentsUsedThisMonth: z.int().nonnegative(),
    /** `noLimit`: unlimited, and so is what remains. */
    documentsAllowed: z.int().nonnegative(),
    documentsRemaining: z.int().nonnegative(),
    canCreateDocument: z.boolean(),
    /** Until when these documents can be used; after that, those of the next period that is paid. */
    periodEndsAt: instant,
    /** Paid until. */
    currentPeriodEnd: instant,
    maxFileBytes: z.int().positive(),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof usage>;
