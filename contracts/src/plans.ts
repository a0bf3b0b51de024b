import { z } from "zod";
import { id, instant } from "./fields.ts";

export const plan = z
  .object({
    id,
    name: z.string(),
    slug: z.string(),
    /** Whole pence for 30 days. */
    price: z.int().nonnegative(),
    /** `noLimit` (plan-facts.ts) means unlimited. */
    documentsPerMonth: z.int().positive(),
    /** `noLimit`: unlimited. */
    maxUsers: z.int().positive(),
    supportLevel: z.string(),
    isPopular: z.boolean(),
    /** Maximum size of one uploaded file, in bytes. */
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
    /** End of the current period; once all have ended, end of the last one. */
    periodEndsAt: instant,
    /** Paid until; later than `periodEndsAt` when periods are prepaid. */
    currentPeriodEnd: instant,
    documentsUsedThisMonth: z.int().nonnegative(),
  })
  .meta({ id: "Subscription" });
export type Subscription = z.infer<typeof subscription>;

/** GET /api/usage: counts of the current paid period. */
export const usage = z
  .object({
    /** With unlimited use: documents uploaded in this calendar month, whatever the period. */
    documentsUsedThisMonth: z.int().nonnegative(),
    /** `noLimit` means unlimited, also for `documentsRemaining`. */
    documentsAllowed: z.int().nonnegative(),
    documentsRemaining: z.int().nonnegative(),
    canCreateDocument: z.boolean(),
    /** End of the current allowance; after it, that of the next paid period applies. */
    periodEndsAt: instant,
    /** Paid until. */
    currentPeriodEnd: instant,
    maxFileBytes: z.int().positive(),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof usage>;
