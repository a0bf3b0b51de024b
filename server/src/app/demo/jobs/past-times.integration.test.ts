import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertJob } from "../../../../testing/jobs/job-rows.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { deliveries } from "../../../domain/delivery/table.ts";
import { jobFiles, jobs } from "../../../domain/jobs/table.ts";
import { recount } from "../../../domain/metrics/recount.ts";
import { moveToPast } from "./past-times.ts";

let server: TestServer;
let anna: Practice;
beforeAll(async () => {
  server = await startTestServer();
  anna = await openPractice(server, "small-firm");
});
afterAll(() => server.close());

const dayMs = 24 * 3600_000;

test("moveToPast moves all times of a job to its planned day, and does nothing the second time", async () => {
  const { db } = server.services;
  const now = new Date();
  // Before the days whose active users are recounted, also across a change to or from summer time.
  const createdAt = new Date(now.getTime() - 45 * dayMs);
  const jobId = await insertJob(server, anna, {
    createdAt,
    settledAt: now,
    files: [{ state: "converted", endedAt: now }],
    emails: [{ state: "delivered" }],
  });
  const sentAt = new Date(now.getTime() + 21_000);
  await db.update(deliveries).set({ sentAt }).where(eq(deliveries.jobId, jobId));

  const readTimes = async () => {
    const [job] = await db.select().from(jobs).where(eq(jobs.id, jobId));
    const [file] = await db.select().from(jobFiles).where(eq(jobFiles.jobId, jobId));
    const [email] = await db.select().from(deliveries).where(eq(deliveries.jobId, jobId));
    return [job?.settledAt, file?.endedAt, email?.sentAt].map((at) => Number(at) - createdAt.getTime());
  };
  await moveToPast(db, { practiceId: anna.practiceId, jobId });
  expect(await readTimes()).toEqual([9_000, 9_000, 30_000]);
  await moveToPast(db, { practiceId: anna.practiceId, jobId });
  expect(await readTimes()).toEqual([9_000, 9_000, 30_000]);
  // The portal's daily counts have moved as well.
  expect(await recount(db)).toEqual([]);
});
