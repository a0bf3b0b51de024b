import { fallbackPlans, hiddenPlan, type PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import type { Plan, Subscription, Usage } from "@sheaf/contracts/plans.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { isStatus, read } from "./client.ts";

/** Null: the practice never had one (404). Any other failure is a failure and says nothing about the subscription. */
export const subscriptionQuery = queryOptions({
  queryKey: ["/api/subscription"],
  queryFn: async (context): Promise<Subscription | null> => {
    try {
      return await read<Subscription>()(context);
    } catch (error) {
      if (isStatus(error, 404)) return null;
      throw error;
    }
  },
});

export const plansQuery = queryOptions({
  queryKey: ["/api/subscription-plans"],
  queryFn: read<Plan[]>(),
  retry: 3,
  meta: { failed: "Failed to fetch subscription plans" },
});

/** Granted by an administrator only: never shown, even when the server lists it. */
const isShown = ({ slug }: PlanFacts) => slug !== hiddenPlan.slug;

/**
 * What is for sale.
 * @returns the server's plans; those that Sheaf is delivered with while it has not answered, cannot, or lists none
 */
export function usePlans(): { plans: readonly PlanFacts[]; isPending: boolean } {
  const { data, isPending } = useQuery(plansQuery);
  return { plans: data && data.length > 0 ? data.filter(isShown) : fallbackPlans, isPending };
}

/** Where the visitor's choice waits while they sign up or in. */
const chosenKey = "selectedPlan";
export const chosenPlan = () => sessionStorage.getItem(chosenKey);
export const rememberChosenPlan = (slug: string) => sessionStorage.setItem(chosenKey, slug);
export const forgetChosenPlan = () => sessionStorage.removeItem(chosenKey);

export const usageQuery = queryOptions({ queryKey: ["/api/usage"], queryFn: read<Usage>() });
