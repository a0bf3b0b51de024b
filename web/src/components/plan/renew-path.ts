import { fallbackPlans, hiddenPlan, ownPracticePlan } from "@sheaf/contracts/plan-facts.ts";

/** The plan that is offered when the practice's own cannot be bought again. */
const usualPlan = fallbackPlans.find(({ isPopular }) => isPopular) ?? fallbackPlans[0];

/** The plan that is paid for after that one: the same, where it can be bought. */
export const renewsWith = (slug: string | undefined): string =>
  !slug || slug === hiddenPlan.slug || slug === ownPracticePlan.slug ? usualPlan.slug : slug;

/** Where it is paid for. */
export const renewPath = (slug: string | undefined) => `/subscribe?plan=${encodeURIComponent(renewsWith(slug))}`;
