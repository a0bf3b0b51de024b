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
    /** Time at which these numbers were counted. */
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
    /**
     * Null in an installation of kind "practice", which has no payments. Unlimited use that an administrator granted is
     * not counted.
     */
    subscriptions: z
      .object({
        /** US cents, of the active subscriptions' monthly prices. */
        monthlyRecurringRevenue: number,
        /** The configured exchange rate used for the amount in cents. */
        usdPerGbp: z.number().positive(),
        totalSubscriptions: number,
        /** 0–100: subscriptions that ended in the last 30 days without renewal ÷ active 30 days ago. */
        churnRate: z.number().min(0),
        /** `pricePence`: price of 30 days, in whole pence. */
        subscriptionsByPlan: z.array(z.object({ planName: z.string(), count: number, pricePence: number })),
      })
      .nullable(),
    system: z.object({
      /** 0–100, whole: completed ÷ (completed + failed); 100 when there are none. */
      successRate: z.number().min(0).max(100),
      processingJobs: number,
      failedJobsToday: number,
      averageCustomersPerUser: z.number().nonnegative(),
      /** Creation time of the oldest unfinished job; null when there is none. */
      oldestUnfinishedAt: instant.nullable(),
      /** Reasons why files failed today, the most frequent first: "password", 4. */
      failuresToday: z.array(z.object({ reason: z.string(), count: number })),
    }),
  })
  .meta({ id: "AdminOverview" });
export type Overview = z.infer<typeof overview>;
export type OverviewSubscriptions = NonNullable<Overview["subscriptions"]>;
