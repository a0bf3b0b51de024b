import type { Billing, Quote } from "@sheaf/contracts/billing.ts";
import { fallbackPlans, hiddenPlan, ownPracticePlan, type PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import type { Plan, Subscription, Usage } from "@sheaf/contracts/plans.ts";
import { type QueryClient, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { api, isStatus, read } from "./client.ts";

/**
 * Null: the practice never had a subscription (404). Any other failure is an error and says nothing about the
 * subscription.
 */
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

/** Plans that cannot be bought are never shown, even when the server lists them. */
const isShown = ({ slug }: PlanFacts) => slug !== hiddenPlan.slug && slug !== ownPracticePlan.slug;

/**
 * Returns the plans for sale: the server's; the built-in ones while the server has not responded, fails, or lists none.
 */
export function usePlans(): { plans: readonly PlanFacts[]; isPending: boolean } {
  const { data, isPending } = useQuery(plansQuery);
  return { plans: data && data.length > 0 ? data.filter(isShown) : fallbackPlans, isPending };
}

/** Stores the visitor's chosen plan while they sign up or in. */
const chosenKey = "selectedPlan";
export const chosenPlan = () => sessionStorage.getItem(chosenKey);
export const rememberChosenPlan = (slug: string) => sessionStorage.setItem(chosenKey, slug);
export const forgetChosenPlan = () => sessionStorage.removeItem(chosenKey);

export const usageQuery = queryOptions({ queryKey: ["/api/usage"], queryFn: read<Usage>() });

/**
 * Returns the documents of the current or last period. Days granted by an administrator bring a part of the plan's
 * documents.
 */
export function useAllowed({ plan }: Subscription): number {
  const { data: usage } = useQuery(usageQuery);
  return usage?.documentsAllowed ?? plan.documentsPerMonth;
}

/** Paid periods, credit, and whether reminders are sent. */
export const billingQuery = queryOptions({ queryKey: ["/api/billing"], queryFn: read<Billing>() });

/**
 * Reads what choosing a plan now would cost and do; for the owner. The price changes with time, so it is read again on
 * each visit.
 */
export const quoteQuery = (plan: string) =>
  queryOptions({
    queryKey: ["/api/billing", "quote", plan],
    queryFn: ({ signal }) => api.get<Quote>(`/api/billing/quote?plan=${encodeURIComponent(plan)}`, signal),
    staleTime: 0,
  });

/** Queries that a payment or the end of a period changes. Keys of single quotes and orders begin with these. */
export const aboutMoney = [
  "/api/subscription",
  "/api/usage",
  "/api/billing",
  "/api/payments",
  "/api/orders",
  "/api/guest-orders",
  "/api/refunds",
];

/** Reads everything about money that is on screen again. */
export const refreshMoney = (client: QueryClient) =>
  Promise.all(aboutMoney.map((path) => client.invalidateQueries({ queryKey: [path] })));

/** A change of the subscription by the owner. */
const useBillingChange = <Input = void>(
  change: string,
  { done, failed = "Update failed" }: { done: string; failed?: string },
) =>
  useMutation({
    mutationFn: (input: Input) => api.post<Billing>(`/api/billing/${change}`, input),
    meta: { done, failed, refreshes: aboutMoney.map((path) => [path]) },
  });

export const useCancelSubscription = () => useBillingChange("cancel", { done: "Subscription cancelled" });
export const useResumeSubscription = () => useBillingChange("resume", { done: "Reminders resumed" });
export const useStartNextPeriod = () => useBillingChange("start-next-period", { done: "Next period started" });
export const useBuyWithCredit = () =>
  useBillingChange<{ plan: string }>("buy-with-credit", { done: "Paid with your credit", failed: "Payment failed" });
