import { expect, test } from "vitest";
import { fakeDb, type Statement } from "../../../../testing/fake-db.ts";
import { getOverview } from "./overview.ts";
import { readSubscriptions } from "./subscriptions.ts";

type Totals = Record<string, Partial<Record<"total" | "present" | "month" | "today", number>>>;

interface Rows {
  totals?: Totals;
  state?: object | null;
  plans?: { planName: string; count: number; pricePence: number }[];
  churn?: object[];
}
function database({ totals = {}, state = {}, plans = [], churn = [] }: Rows) {
  const now = { now: "2026-11-23T10:00:00Z", activeUsers: 5, processingJobs: 6, oldestAt: null };
  return fakeDb(({ sql }: Statement) => {
    const text = sql?.text ?? "";
    if (text.includes("as present")) {
      const none = { total: 0, present: 0, month: 0, today: 0 };
      return Object.entries(totals).map(([kind, some]) => ({ kind, ...none, ...some }));
    }
    if (text.includes("generate_series"))
      return [{ date: "2026-11-23", signUps: 1, documents: 2, activeUsers: 3, more: 4 }];
    if (text.includes('"oldestAt"')) return state === null ? [] : [{ ...now, ...state }];
    if (text.includes("from conversions")) return [{ reason: "failed", count: 1 }];
    if (text.includes('"planName"')) return plans;
    return text.includes("paid_until") ? churn : [];
  }).db;
}
const overview = (rows: Rows, installation: "service" | "practice" = "service") =>
  getOverview(database(rows), { installation, usdPerGbp: 1.25 });

test("the overview has the sums of each kind, today, this month and in total", async () => {
  const totals = {
    "sign-ups": { present: 4, month: 3, today: 2 },
    documents: { total: 90, present: 50, month: 30, today: 10 },
    customers: { present: 7 },
    completed: { total: 2 },
    failed: { total: 1, today: 1 },
  };
  expect(await overview({ totals, state: { oldestAt: "2026-11-23T09:00:00Z" } })).toMatchObject({
    at: "2026-11-23T10:00:00.000Z",
    signups: {
      totalUsers: 4,
      newUsersThisMonth: 3,
      newUsersToday: 2,
      signupTrend: [{ date: "2026-11-23", count: 1 }],
    },
    usage: {
      totalDocumentsProcessed: 90,
      documentsProcessedThisMonth: 30,
      documentsProcessedToday: 10,
      totalActiveUsers: 5,
      averageDocumentsPerUser: 12.5,
      usageTrend: [{ date: "2026-11-23", documents: 2, activeUsers: 3 }],
    },
    system: {
      successRate: 67,
      processingJobs: 6,
      failedJobsToday: 1,
      averageCustomersPerUser: 1.8,
      oldestUnfinishedAt: "2026-11-23T09:00:00.000Z",
      failuresToday: [{ reason: "failed", count: 1 }],
    },
  });
});

test("an installation in which nothing has happened has no averages, and every job has succeeded", async () => {
  expect(await overview({ totals: { documents: { present: 3 } } })).toMatchObject({
    usage: { averageDocumentsPerUser: 0, totalDocumentsProcessed: 0 },
    system: { successRate: 100, averageCustomersPerUser: 0, oldestUnfinishedAt: null },
  });
});

test.each([
  [{ completed: { total: 3 } }, 100],
  [{ failed: { total: 3 } }, 0],
  [{ completed: { total: 199 }, failed: { total: 1 } }, 100],
  [{ completed: { total: 1 }, failed: { total: 1 } }, 50],
])("with %j, %i percent of the jobs have succeeded", async (totals, rate) => {
  expect((await overview({ totals })).system.successRate).toBe(rate);
});

test("the state that cannot be read is an error", async () => {
  await expect(overview({ state: null })).rejects.toThrow("The database returned no row");
});

const plans = [
  { planName: "Solo", count: 3, pricePence: 900 },
  { planName: "Growth", count: 2, pricePence: 4_900 },
  { planName: "Free", count: 4, pricePence: 0 },
];

test("a service has its revenue in dollars; an own practice has no subscriptions", async () => {
  expect((await overview({ plans })).subscriptions).toEqual({
    monthlyRecurringRevenue: 15_625,
    usdPerGbp: 1.25,
    totalSubscriptions: 9,
    churnRate: 0,
    subscriptionsByPlan: plans,
  });
  expect((await overview({ plans }, "practice")).subscriptions).toBeNull();
});

test.each([
  [[], 0],
  [[{ ended: 0, ran: 0 }], 0],
  [[{ ended: 1, ran: 3 }], 33.33],
  [[{ ended: 2, ran: 3 }], 66.67],
  [[{ ended: 1, ran: 20 }], 5],
])("of %j subscriptions that ran a month ago, %d percent have ended", async (churn, rate) => {
  expect((await readSubscriptions(database({ churn }))).churnRate).toBe(rate);
});

test("without plans there is no revenue", async () => {
  expect(await readSubscriptions(database({}))).toMatchObject({ revenuePence: 0, totalSubscriptions: 0 });
});
