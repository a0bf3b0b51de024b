import type { PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import type { Subscription } from "@sheaf/contracts/plans.ts";

/**
 * What paying for a plan means to a practice. A practice without a running subscription, or with a free one, starts.
 */
export type PlanChange = "start" | "renewal" | "upgrade" | "downgrade";

export function planChange(plan: PlanFacts, subscription: Subscription | undefined): PlanChange {
  if (!subscription || subscription.status === "expired" || subscription.plan.price === 0) return "start";
  if (plan.slug === subscription.plan.slug) return "renewal";
  return plan.price > subscription.plan.price ? "upgrade" : "downgrade";
}
