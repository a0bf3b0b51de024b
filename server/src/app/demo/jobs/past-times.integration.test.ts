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

test("a job made now for a day some weeks ago has happened on that day, once", async () => {
  const { db } = server.services;
  const now = new Date();
  // Earlier than the days whose active people are counted anew, on whichever side of a change of clocks.
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
  // What the portal shows by days has moved with it.
  expect(await recount(db)).toEqual([]);
});
