import { fallbackPlans, hiddenPlan } from "@sheaf/contracts/plan-facts.ts";

/** The plan that is offered when the practice's own cannot be bought again. */
const usualPlan = fallbackPlans.find(({ isPopular }) => isPopular) ?? fallbackPlans[0];

/** Where the same plan is paid for again. */
export const renewPath = (slug: string | undefined) =>
  `/subscribe?plan=${encodeURIComponent(!slug || slug === hiddenPlan.slug ? usualPlan.slug : slug)}`;
