import { z } from "zod";
import { instant } from "../fields.ts";

/** "2026-11-20": a day in Europe/London. */
const day = z.iso.date();
const number = z.int().nonnegative();

/**
 * GET /api/admin/metrics/overview. "Today" and "this month" are Europe/London. Trends have a row for each of the last
 * 30 days.
 */
export const overview = z
  .object({
    /** When these numbers were counted. */
    at: instant,
    signups: z.object({
      totalUsers: number,
      newUsersThisMonth: number,
      newUsersToday: number,
      signupTrend: z.array(z.object({ date: day, count: number })),
    }),
    usage: z.object({
      totalDocumentsProcessed: number,
      documentsProcessedThisMonth: number,
      documentsProcessedToday: number,
      /** Signed in or uploaded within 30 days. */
      totalActiveUsers: number,
      averageDocumentsPerUser: z.number().nonnegative(),
      usageTrend: z.array(z.object({ date: day, documents: number, activeUsers: number })),
    }),
    /** Null in an own practice, where there is no money. Unlimited use that is given away counts nowhere here. */
    subscriptions: z
      .object({
        /** US cents, of the active subscriptions' monthly prices. */
        monthlyRecurringRevenue: number,
        /** The configured rate that the cents were reckoned with. */
        usdPerGbp: z.number().positive(),
        totalSubscriptions: number,
        /** 0–100: ended in the last 30 days without renewal ÷ active 30 days ago. */
        churnRate: z.number().min(0),
        /** `pricePence` for 30 days, whole pence. */
        subscriptionsByPlan: z.array(z.object({ planName: z.string(), count: number, pricePence: number })),
      })
      .nullable(),
    system: z.object({
      /** 0–100, whole: completed ÷ (completed + failed); 100 when there are none. */
      successRate: z.number().min(0).max(100),
      processingJobs: number,
      failedJobsToday: number,
      averageCustomersPerUser: z.number().nonnegative(),
      /** Since when the oldest unfinished job has been waiting; null when there is none. */
      oldestUnfinishedAt: instant.nullable(),
      /** Why files failed today, most often first: "password", 4. */
      failuresToday: z.array(z.object({ reason: z.string(), count: number })),
    }),
  })
  .meta({ id: "AdminOverview" });
export type Overview = z.infer<typeof overview>;
export type OverviewSubscriptions = NonNullable<Overview["subscriptions"]>;
