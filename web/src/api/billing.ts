import type { Plan, Subscription, Usage } from "@sheaf/contracts/plans.ts";
import { queryOptions } from "@tanstack/react-query";
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
});

export const usageQuery = queryOptions({ queryKey: ["/api/usage"], queryFn: read<Usage>() });
