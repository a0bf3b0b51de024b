import { z } from "zod";
import { id, instant } from "./fields.ts";
import { MB } from "./limits.ts";

export const plan = z
  .object({
    id,
    name: z.string(),
    slug: z.string(),
    /** Whole pence for 30 days. */
    price: z.int().nonnegative(),
    documentsPerMonth: z.int().positive(),
    maxUsers: z.int().positive(),
    supportLevel: z.string(),
    isPopular: z.boolean(),
    /** The largest file of an upload, in bytes. */
    maxFileBytes: z.int().positive(),
  })
  .meta({ id: "SubscriptionPlan" });
export type Plan = z.infer<typeof plan>;

type PlanFacts = Omit<Plan, "id">;

/** Sold to everybody; also what the pages show when the list of plans is empty. */
export const fallbackPlans = [
  {
    slug: "solo",
    name: "Solo Practitioner",
    price: 900,
    documentsPerMonth: 150,
    maxUsers: 1,
    supportLevel: "Standard Email Support",
    isPopular: false,
    maxFileBytes: 10 * MB,
  },
  {
    slug: "small-firm",
    name: "Small Firm",
    price: 2400,
    documentsPerMonth: 500,
    maxUsers: 3,
    supportLevel: "Priority Email Support",
    isPopular: true,
    maxFileBytes: 25 * MB,
  },
  {
    slug: "growth",
    name: "Growth Practice",
    price: 5000,
    documentsPerMonth: 1500,
    maxUsers: 10,
    supportLevel: "Dedicated Account Manager",
    isPopular: false,
    maxFileBytes: 50 * MB,
  },
] as const satisfies readonly PlanFacts[];

/** Granted by an administrator only, never shown among the plans. */
export const hiddenPlan = {
  slug: "free-forever",
  name: "Free Forever",
  price: 0,
  documentsPerMonth: 25,
  maxUsers: 1,
  supportLevel: "Standard Email Support",
  isPopular: false,
  maxFileBytes: 10 * MB,
} as const satisfies PlanFacts;

/** GET /api/subscription; 404 when the practice never had one. */
export const subscription = z
  .object({
    /** Computed from `currentPeriodEnd`, never stored. */
    status: z.enum(["active", "expired"]),
    plan,
    currentPeriodStart: instant,
    /** Paid until. */
    currentPeriodEnd: instant,
    documentsUsedThisMonth: z.int().nonnegative(),
  })
  .meta({ id: "Subscription" });
export type Subscription = z.infer<typeof subscription>;

/** GET /api/usage: counts of the running paid period. */
export const usage = z
  .object({
    documentsUsedThisMonth: z.int().nonnegative(),
    documentsAllowed: z.int().nonnegative(),
    documentsRemaining: z.int().nonnegative(),
    canCreateDocument: z.boolean(),
    currentPeriodEnd: instant,
    maxFileBytes: z.int().positive(),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof usage>;
