import type { Job } from "@sheaf/contracts/jobs.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { arrivalItems } from "../../arrivals/table.ts";
import { deliveries } from "../../delivery/table.ts";
import { practices } from "../../practices/table.ts";
import { jobs, outputs } from "../table.ts";
import { deleteOldFiles } from "./retention.task.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
});
afterAll(() => server.close());

const sweep = () => deleteOldFiles.run({}, server.services, { signal: new AbortController().signal });
const blobsOf = async (who: Practice, { id }: Job) => (await who.blobs()).filter((key) => key.includes(id));

/** A job that ended so many days and an hour ago, in a practice that keeps files for `keepDays`. */
async function jobOf(who: Practice, daysAgo: number, keepDays: number, fields = {}): Promise<Job> {
  const { db } = server.services;
  const job = await who.ended((await who.job([["a.txt", "a"]], fields)).id);
  // Small pictures come a moment after the job has ended; a sweep of files of days ago never meets them on their way.
  await expect.poll(async () => (await who.read(job.id)).outputs.every(({ thumbnails }) => thumbnails > 0)).toBe(true);
  const then = sql`now() - make_interval(days => ${daysAgo}, hours => 1)`;
  await db.update(jobs).set({ settledAt: then }).where(eq(jobs.id, job.id));
  await db.update(practices).set({ fileRetentionDays: keepDays }).where(eq(practices.id, who.practiceId));
  return job;
}

test.each([
  ["30 days ago, and they are kept for 30", 30, 30, "gone"],
  ["29 days ago, and they are kept for 30", 29, 30, "there"],
  ["a day ago, and they are kept for one", 1, 1, "gone"],
  ["89 days ago, and they are kept for a year", 89, 365, "there"],
  ["90 days ago, and they are kept for a year", 90, 365, "gone"],
])("[S9.7] files of a job that ended %s", async (_when, daysAgo, keepDays, now) => {
  const anna = await openPractice(server);
  const job = await jobOf(anna, daysAgo, keepDays);
  await sweep();

  const gone = now === "gone";
  expect((await anna.get(`/api/jobs/${job.id}/download`)).statusCode).toBe(gone ? 410 : 200);
  expect((await blobsOf(anna, job)).length === 0).toBe(gone);
  // The line in the audit trail stays, and says that the files are gone.
  expect(await anna.read(job.id)).toMatchObject({
    status: "completed",
    pdfPath: gone ? null : job.pdfPath,
    files: [{ originalName: "a.txt" }],
  });
  const items = await server.services.db
    .select()
    .from(arrivalItems)
    .where(eq(arrivalItems.practiceId, anna.practiceId));
  expect(items).toMatchObject([{ sentName: "a.txt", blobKey: gone ? null : expect.stringContaining(job.id) }]);
});

test("one practice's setting is not another's", async () => {
  const anna = await openPractice(server);
  const ben = await openPractice(server);
  const hers = await jobOf(anna, 10, 7);
  const his = await jobOf(ben, 10, 30);
  await sweep();
  expect(await blobsOf(anna, hers)).toEqual([]);
  expect(await blobsOf(ben, his)).not.toEqual([]);
});

test("a file that never became a PDF costs no document once it can no longer be retried", async () => {
  const anna = await openPractice(server);
  const job = await anna.ended(
    (
      await anna.job([
        ["a.txt", "a"],
        ["b.txt", "bad"],
      ])
    ).id,
  );
  expect(job.status).toBe("failed");
  expect(await anna.documentsUsed()).toBe(2);
  await server.services.db
    .update(jobs)
    .set({ settledAt: new Date("2026-01-01") })
    .where(eq(jobs.id, job.id));
  // Two machines at once: it is given back once.
  await Promise.all([sweep(), sweep()]);
  expect(await anna.documentsUsed()).toBe(1);
  expect((await anna.post(`/api/jobs/${job.id}/retry`)).json()).toMatchObject({ code: "files-deleted" });
});

test("good files that could not be put together cost nothing once they are gone", async () => {
  const anna = await openPractice(server);
  const job = await jobOf(anna, 40, 30);
  const { db } = server.services;
  await db.delete(outputs).where(eq(outputs.jobId, job.id));
  await db.update(jobs).set({ status: "failed" }).where(eq(jobs.id, job.id));
  expect(await anna.documentsUsed()).toBe(1);
  await sweep();
  expect(await anna.documentsUsed()).toBe(0);
});

test("what failed needs nobody any more once its files are gone, and says so", async () => {
  const anna = await openPractice(server);
  const job = await jobOf(anna, 40, 30);
  await server.services.db.update(jobs).set({ status: "failed" }).where(eq(jobs.id, job.id));
  const needing = async () => (await anna.get("/api/jobs/counts")).json()["needs-you"];
  expect([(await anna.read(job.id)).light.word, await needing()]).toEqual(["Needs you", 1]);
  await sweep();
  expect([(await anna.read(job.id)).light, await needing()]).toEqual([{ colour: "red", word: "Failed" }, 0]);
  expect(await anna.read(job.id)).toMatchObject({ filesDeleted: true });
});

test("nothing is taken from an email that is still on its way", async () => {
  const anna = await openPractice(server);
  const job = await jobOf(anna, 40, 30, { sendEmail: "true" });
  const { db } = server.services;
  await db.update(deliveries).set({ state: "waiting" }).where(eq(deliveries.jobId, job.id));
  await sweep();
  expect(await blobsOf(anna, job)).not.toEqual([]);

  await db.update(deliveries).set({ state: "kept" }).where(eq(deliveries.jobId, job.id));
  await sweep();
  expect(await blobsOf(anna, job)).toEqual([]);
});

test.each([
  [
    "retried and completed",
    (id: string) => server.services.db.update(jobs).set({ settledAt: sql`now()` }).where(eq(jobs.id, id)),
  ],
  [
    "sent again",
    (id: string) => server.services.db.update(deliveries).set({ state: "waiting" }).where(eq(deliveries.jobId, id)),
  ],
])("a job that is %s while others are emptied keeps its files", async (_what, act) => {
  const anna = await openPractice(server);
  const first = await jobOf(anna, 40, 30);
  const other = await jobOf(anna, 35, 30, { sendEmail: "true" });
  const { storage } = server.services;
  const meanwhile: typeof storage = Object.assign(Object.create(storage), {
    delete: async (keys: string[]) => {
      if (keys.some((key) => key.includes(first.id))) await act(other.id);
      return storage.delete(keys);
    },
  });

  await deleteOldFiles.run({}, { ...server.services, storage: meanwhile }, { signal: new AbortController().signal });

  expect(await blobsOf(anna, first)).toEqual([]);
  expect(await blobsOf(anna, other)).not.toEqual([]);
  expect((await anna.get(`/api/jobs/${other.id}/download`)).statusCode).toBe(200);
});

test("files that cannot be deleted now do not hold back the others, and go the next time", async () => {
  const anna = await openPractice(server);
  const stuck = await jobOf(anna, 40, 30);
  const other = await jobOf(anna, 35, 30);
  const { storage } = server.services;
  const broken: typeof storage = Object.assign(Object.create(storage), {
    delete: async (keys: string[]) => {
      if (keys.some((key) => key.includes(stuck.id))) throw new Error("the disk says no");
      return storage.delete(keys);
    },
  });
  await deleteOldFiles.run({}, { ...server.services, storage: broken }, { signal: new AbortController().signal });
  expect(await blobsOf(anna, other)).toEqual([]);
  expect((await anna.get(`/api/jobs/${stuck.id}/download`)).statusCode).toBe(200);

  await sweep();
  expect(await blobsOf(anna, stuck)).toEqual([]);
});
