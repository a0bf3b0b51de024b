import type { Overview, OverviewSubscriptions } from "@sheaf/contracts/admin/overview.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { administrator, type SignedInAdmin } from "../../../../testing/admin/administrator.ts";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { insertJob } from "../../../../testing/jobs/job-rows.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { periods } from "../../../domain/billing/table.ts";
import { jobFiles } from "../../../domain/jobs/table.ts";
import { recount } from "../../../domain/metrics/recount.ts";
import { rollUpDailyChanges } from "../../../domain/metrics/roll-up.ts";
import { dailyChanges } from "../../../domain/metrics/table.ts";

const dayMs = 24 * 3600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const dayOf = (at: Date) => new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(at);

let server: TestServer;
let admin: SignedInAdmin;
let anna: Practice;

beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine(), env: { USD_PER_GBP: "1.3" } });
  admin = await administrator(server);
  anna = await openPractice(server, "small-firm");
});
afterAll(() => server.close());

const read = async (): Promise<Overview & { subscriptions: OverviewSubscriptions }> => {
  const answer = await admin.get("/api/admin/metrics/overview");
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const on = <T extends { date: string }>(trend: T[], at: Date) => trend.find(({ date }) => date === dayOf(at));

/** Moves the practice's only period. */
async function movePeriod({ practiceId }: SignedIn, startsAt: Date, endsAt: Date): Promise<void> {
  await server.services.db.update(periods).set({ startsAt, endsAt }).where(eq(periods.practiceId, practiceId));
}

/** Inserts a job whose file was converted when the job ended. */
async function insertFinishedJob(who: SignedIn, status: "completed" | "failed", at: Date): Promise<string> {
  const { db } = server.services;
  const id = await insertJob(server, who, { status, createdAt: at, settledAt: at });
  await db.update(jobFiles).set({ endedAt: at }).where(eq(jobFiles.jobId, id));
  return id;
}

test("[S3.16] the overview shows the right figures and daily trends for a small set of practices", async () => {
  const before = await read();
  expect(before.signups).toMatchObject({ totalUsers: 1, newUsersThisMonth: 1, newUsersToday: 1 });
  expect(before.system).toMatchObject({ successRate: 100, processingJobs: 0, failuresToday: [] });
  expect(before.usage).toMatchObject({ totalDocumentsProcessed: 0, averageDocumentsPerUser: 0 });

  // Anna: one good and one bad file today, through the whole pipeline; two jobs finished ten days ago.
  const job = await anna.job([
    ["good.txt", "good"],
    ["bad.txt", "bad"],
  ]);
  await anna.ended(job.id);
  await insertFinishedJob(anna, "completed", daysAgo(10));
  await insertFinishedJob(anna, "completed", daysAgo(10));
  await insertJob(server, anna, { status: "processing", createdAt: daysAgo(0.01), files: [{ state: "waiting" }] });
  // Others: one with a paid plan that was renewed, one whose plan expired ten days ago, one with the free plan.
  const renewed = await signIn(server, { plan: "solo" });
  await movePeriod(renewed, daysAgo(40), daysAgo(10));
  const [first] = await server.services.db.select().from(periods).where(eq(periods.practiceId, renewed.practiceId));
  if (!first) throw new Error("The period is not there");
  await server.services.db
    .insert(periods)
    .values({ ...first, id: crypto.randomUUID(), startsAt: daysAgo(10), endsAt: daysAgo(-20) });
  const lapsed = await signIn(server, { plan: "growth" });
  await movePeriod(lapsed, daysAgo(40), daysAgo(10));
  await signIn(server, { plan: "free-forever" });
  const earlier = await signIn(server, { plan: null });
  await earlier.post("/api/customers", { name: "Harbour Cycles", email: "shop@harbour.example" });

  const now = await read();
  expect(now.signups).toMatchObject({ totalUsers: 5, newUsersToday: 5 });
  expect(now.signups.signupTrend).toHaveLength(30);
  expect(now.signups.signupTrend.at(-1)).toEqual({ date: dayOf(new Date()), count: 5 });
  expect(now.usage).toMatchObject({
    totalDocumentsProcessed: 3,
    documentsProcessedToday: 1,
    totalActiveUsers: 5,
    averageDocumentsPerUser: 0.6,
  });
  expect(now.usage.usageTrend.at(-1)).toEqual({ date: dayOf(new Date()), documents: 1, activeUsers: 5 });
  expect(on(now.usage.usageTrend, daysAgo(10))?.documents).toBe(2);
  expect(on(now.usage.usageTrend, daysAgo(9))).toEqual({ date: dayOf(daysAgo(9)), documents: 0, activeUsers: 0 });
  // £24 + £9 + £0, at 1.3 USD per GBP. Of two subscriptions 30 days ago, one has ended.
  expect(now.subscriptions).toEqual({
    monthlyRecurringRevenue: 4290,
    usdPerGbp: 1.3,
    totalSubscriptions: 3,
    churnRate: 50,
    subscriptionsByPlan: [
      { planName: "Solo Practitioner", count: 1, pricePence: 900 },
      { planName: "Small Firm", count: 1, pricePence: 2400 },
      { planName: "Free Forever", count: 1, pricePence: 0 },
    ],
  });
  // Two completed, one failed; two customers for five people.
  expect(now.system).toEqual({
    successRate: 67,
    processingJobs: 1,
    failedJobsToday: 1,
    averageCustomersPerUser: 0.4,
    oldestUnfinishedAt: expect.any(String),
    failuresToday: [{ reason: "damaged", count: 1 }],
  });
});

test("a subscription that began and ended within the last 30 days does not change the churn rate", async () => {
  const before = await read();
  const brief = await signIn(server, { plan: "solo" });
  await movePeriod(brief, daysAgo(29), daysAgo(9));
  expect((await read()).subscriptions.churnRate).toBe(before.subscriptions.churnRate);
});

test("a repaired job and an archived customer count in their current state", async () => {
  const before = await read();
  const job = await anna.job([["bad.txt", "bad"]]);
  const failed = await anna.ended(job.id);
  expect((await read()).system.failedJobsToday).toBe(before.system.failedJobsToday + 1);

  const file = failed.files[0];
  const form = new FormData();
  form.append("files", new Blob(["good"]), "good.txt");
  expect((await anna.replace(`/api/jobs/${job.id}/files/${file?.id}`, form)).statusCode).toBeLessThan(300);
  await anna.ended(job.id);
  await anna.post(`/api/customers/${anna.customerId}/archive`);

  const after = await read();
  expect(after.system.failedJobsToday).toBe(before.system.failedJobsToday);
  expect(after.usage.documentsProcessedToday).toBe(before.usage.documentsProcessedToday + 1);
  expect(after.system.averageCustomersPerUser).toBeLessThan(before.system.averageCustomersPerUser);
  await anna.post(`/api/customers/${anna.customerId}/restore`);
  expect((await read()).system.averageCustomersPerUser).toBe(before.system.averageCustomersPerUser);
});

test("rolling daily changes up into counts changes no figure", async () => {
  const { at: _, ...before } = await read();

  await rollUpDailyChanges(server.services.db);

  expect(await server.services.db.select().from(dailyChanges)).toEqual([]);
  expect(await read()).toMatchObject(before);
});

test("[S9.27] days are calendar days in London, including summer time", async () => {
  const times = {
    // Clocks go forward on 29 March 2026 and back on 25 October.
    "2026-03-28": ["2026-03-28T23:59:59.999Z"],
    "2026-03-29": ["2026-03-29T00:00:00.000Z", "2026-03-29T22:59:59.999Z"],
    "2026-03-30": ["2026-03-29T23:00:00.000Z"],
    "2026-10-25": ["2026-10-24T23:00:00.000Z", "2026-10-25T23:59:59.999Z"],
    "2026-10-26": ["2026-10-26T00:00:00.000Z"],
  };
  for (const at of Object.values(times).flat()) await insertFinishedJob(anna, "completed", new Date(at));

  const { rows } = await server.services.db.execute<{ day: string; amount: string }>(sql`
    select day::text, sum(amount) as amount from daily_changes
    where kind = 'completed' and day < '2026-10-27' group by day order by day`);
  expect(Object.fromEntries(rows.map(({ day, amount }) => [day, Number(amount)]))).toEqual(
    Object.fromEntries(Object.entries(times).map(([day, all]) => [day, all.length])),
  );
});

test("recount finds a count that does not match its rows, and corrects it", async () => {
  const { db } = server.services;
  // Jobs inserted into the past, as above, come after a later active day of the same user.
  expect((await recount(db)).every(({ kind }) => kind === "active-users")).toBe(true);
  await rollUpDailyChanges(db);
  const right = await read();
  const day = dayOf(daysAgo(10));
  await db.execute(sql`update daily_counts set amount = amount + 5 where kind = 'documents' and day = ${day}`);
  expect((await read()).usage.totalDocumentsProcessed).toBe(right.usage.totalDocumentsProcessed + 5);

  expect(await recount(db)).toEqual([{ day, kind: "documents", counted: 7, actual: 2 }]);
  expect(await recount(db)).toEqual([]);
  expect((await read()).usage).toEqual(right.usage);
});

test("documents of a deleted practice stay counted, its users do not", async () => {
  const leaving = await openPractice(server, "solo");
  const job = await leaving.job([["good.txt", "good"]]);
  await leaving.ended(job.id);
  await movePeriod(leaving, daysAgo(40), daysAgo(-10));
  const before = await read();

  const { password } = leaving;
  const answer = await leaving.post("/api/account/delete", { currentPassword: password, practiceName: "Okafor & Co" });
  expect(answer.statusCode, answer.body).toBeLessThan(300);

  const after = await read();
  expect(after.signups).toMatchObject({ totalUsers: before.signups.totalUsers - 1 });
  expect(after.signups.signupTrend).toEqual(before.signups.signupTrend);
  expect(after.usage).toMatchObject({
    totalDocumentsProcessed: before.usage.totalDocumentsProcessed,
    usageTrend: before.usage.usageTrend,
    totalActiveUsers: before.usage.totalActiveUsers - 1,
  });
  expect(after.system.successRate).toBe(before.system.successRate);
  expect(after.subscriptions.totalSubscriptions).toBe(before.subscriptions.totalSubscriptions - 1);
  expect(after.subscriptions.churnRate).toBeGreaterThan(before.subscriptions.churnRate);
  expect(await recount(server.services.db)).toEqual([]);
});
