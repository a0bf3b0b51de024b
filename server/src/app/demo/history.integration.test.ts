import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../../testing/services.ts";
import { recount } from "../../domain/metrics/recount.ts";
import { getOverview } from "../admin/metrics/overview.ts";
import { inventHistory } from "./history.ts";

let services: TestServices;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const overview = () => getOverview(services.db, services.config);

test("the invented history fills every card and chart of the portal, and is only made once", async () => {
  const { db, config } = services;
  await inventHistory(db, config, new Date());

  const shown = await overview();
  const { signups, usage, subscriptions, system } = shown;
  expect(signups.signupTrend.filter(({ count }) => count > 0).length).toBeGreaterThan(10);
  const past = usage.usageTrend.slice(0, -1);
  for (const day of past) {
    const atWeekend = [0, 6].includes(new Date(day.date).getUTCDay());
    expect(day.documents, day.date).toBeGreaterThan(atWeekend ? -1 : 50);
    expect(day.documents, day.date).toBeLessThan(atWeekend ? 50 : 500);
    expect(day.activeUsers, day.date).toBeLessThanOrEqual(signups.totalUsers);
  }
  expect(subscriptions?.subscriptionsByPlan).toHaveLength(4);
  expect(subscriptions?.churnRate).toBeGreaterThan(0);
  expect(system.successRate).toBeGreaterThan(90);
  expect(system.successRate).toBeLessThan(100);
  // The history does not include today, whose figures come from the visitor.
  expect(usage.usageTrend.at(-1)).toMatchObject({ documents: 0, activeUsers: 0 });
  expect([signups.newUsersToday, system.failedJobsToday]).toEqual([0, 0]);

  await inventHistory(db, config, new Date());
  expect(await overview()).toEqual({ ...shown, at: expect.any(String) });
  expect(await recount(db)).toEqual([]);
});
