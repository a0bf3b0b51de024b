import { fallbackPlans, hiddenPlan, ownPracticePlan } from "@sheaf/contracts/plan-facts.ts";

/** The plan offered when the practice's own one cannot be bought again. */
const usualPlan = fallbackPlans.find(({ isPopular }) => isPopular) ?? fallbackPlans[0];

/** Returns the plan to renew with: the same, where it can be bought. */
export const renewsWith = (slug: string | undefined): string =>
  !slug || slug === hiddenPlan.slug || slug === ownPracticePlan.slug ? usualPlan.slug : slug;

/** Returns the path of its payment page. */
export const renewPath = (slug: string | undefined) => `/subscribe?plan=${encodeURIComponent(renewsWith(slug))}`;
