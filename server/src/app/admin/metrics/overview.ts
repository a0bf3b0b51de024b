import type { Overview } from "@sheaf/contracts/admin/overview.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { inSnapshot } from "../../../platform/db/snapshot.ts";
import { type CountTotals, readCurrentState, readTotals, readTrend } from "./counts.ts";
import { readSubscriptions, type Subscriptions } from "./subscriptions.ts";

const none: CountTotals = { total: 0, present: 0, month: 0, today: 0 };

/**
 * GET /api/admin/metrics/overview. All figures are read in one snapshot. Reads the daily counts, never the tables they
 * count: see docs/decisions/022.
 * @param config usdPerGbp: the rate that converts the revenue
 */
export async function getOverview(
  db: Db,
  { installation, usdPerGbp }: Pick<Config, "installation" | "usdPerGbp">,
): Promise<Overview> {
  return inSnapshot(db, async (tx) => {
    const totals = await readTotals(tx);
    const trend = await readTrend(tx);
    const present = await readCurrentState(tx);
    const subscriptions = installation === "practice" ? null : await readSubscriptions(tx);

    const of = (kind: Parameters<typeof totals.get>[0]) => totals.get(kind) ?? none;
    const users = of("sign-ups").present;
    const { activeUsers, ...system } = present;
    return {
      at: present.at,
      signups: {
        totalUsers: users,
        newUsersThisMonth: of("sign-ups").month,
        newUsersToday: of("sign-ups").today,
        signupTrend: trend.map(({ date, signUps }) => ({ date, count: signUps })),
      },
      usage: {
        totalDocumentsProcessed: of("documents").total,
        documentsProcessedThisMonth: of("documents").month,
        documentsProcessedToday: of("documents").today,
        totalActiveUsers: activeUsers,
        // Counts only users who are still here and their documents, so that documents of deleted users do not raise the
        // average.
        averageDocumentsPerUser: average(of("documents").present, users),
        usageTrend: trend.map(({ signUps: _, ...day }) => day),
      },
      subscriptions: subscriptions && inDollars(subscriptions, usdPerGbp),
      system: {
        successRate: successRate(of("completed").total, of("failed").total),
        processingJobs: system.processingJobs,
        failedJobsToday: of("failed").today,
        averageCustomersPerUser: average(of("customers").present, users),
        oldestUnfinishedAt: system.oldestUnfinishedAt,
        failuresToday: system.failuresToday,
      },
    };
  });
}

const inDollars = ({ revenuePence, ...subscriptions }: Subscriptions, usdPerGbp: number) => ({
  monthlyRecurringRevenue: Math.round(revenuePence * usdPerGbp),
  usdPerGbp,
  ...subscriptions,
});

/** Returns the average to one decimal; 0 when there are no users. */
const average = (sum: number, number: number): number => (number === 0 ? 0 : Math.round((10 * sum) / number) / 10);

const successRate = (completed: number, failed: number): number =>
  completed + failed === 0 ? 100 : Math.round((100 * completed) / (completed + failed));
