import { overviewEveryMs } from "@sheaf/contracts/admin/limits.ts";
import type { Overview } from "@sheaf/contracts/admin/overview.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { adminRead } from "./client.ts";
import { waitingMoneyQuery } from "./money.ts";

const overviewQuery = queryOptions({
  queryKey: ["/api/admin/metrics/overview"],
  queryFn: (context) => {
    // The count of waiting money beside the tabs has no interval of its own.
    void context.client.invalidateQueries({ queryKey: waitingMoneyQuery.queryKey });
    return adminRead<Overview>()(context);
  },
  refetchInterval: overviewEveryMs,
  staleTime: overviewEveryMs,
});

export type Numbers = Omit<Overview, "at">;

/** Shown until the first response, and when reading fails. */
const zeros: Numbers = {
  signups: { totalUsers: 0, newUsersThisMonth: 0, newUsersToday: 0, signupTrend: [] },
  usage: {
    totalDocumentsProcessed: 0,
    documentsProcessedThisMonth: 0,
    documentsProcessedToday: 0,
    totalActiveUsers: 0,
    averageDocumentsPerUser: 0,
    usageTrend: [],
  },
  subscriptions: {
    monthlyRecurringRevenue: 0,
    usdPerGbp: 0,
    totalSubscriptions: 0,
    churnRate: 0,
    subscriptionsByPlan: [],
  },
  system: {
    successRate: 0,
    processingJobs: 0,
    failedJobsToday: 0,
    averageCustomersPerUser: 0,
    oldestUnfinishedAt: null,
    failuresToday: [],
  },
};

/**
 * Returns the numbers of the portal, read every 30 s. A failure is not shown: the last numbers stay, or zeros before
 * the first.
 * @returns null until the first response or failure; `at` is null until numbers have been read
 */
export function useOverview(): { numbers: Numbers; at: string | null } | null {
  const { data, errorUpdateCount } = useQuery(overviewQuery);
  if (data) return { numbers: data, at: data.at };
  return errorUpdateCount > 0 ? { numbers: zeros, at: null } : null;
}
