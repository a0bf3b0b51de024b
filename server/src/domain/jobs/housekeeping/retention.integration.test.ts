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

/** Creates a job that ended `daysAgo` days and an hour ago, in a practice that keeps files for `keepDays`. */
async function jobOf(who: Practice, daysAgo: number, keepDays: number, fields = {}): Promise<Job> {
  const { db } = server.services;
  const job = await who.ended((await who.job([["a.txt", "a"]], fields)).id);
  // Thumbnails are made a moment after the job has ended; in practice they exist long before the files are deleted.
  await expect.poll(async () => (await who.read(job.id)).outputs.every(({ thumbnails }) => thumbnails > 0)).toBe(true);
  const then = sql`now() - make_interval(days => ${daysAgo}, hours => 1)`;
  await db.update(jobs).set({ settledAt: then }).where(eq(jobs.id, job.id));
  await db.update(practices).set({ fileRetentionDays: keepDays }).where(eq(practices.id, who.practiceId));
  return job;
}

test.each([
  [30, 30, "deleted"],
  [29, 30, "kept"],
  [1, 1, "deleted"],
  [89, 365, "kept"],
  [90, 365, "deleted"],
])(
  "[S9.7] files of a job that ended %i days ago, with a retention period of %i days, are %s",
  async (daysAgo, keepDays, expected) => {
    const anna = await openPractice(server);
    const job = await jobOf(anna, daysAgo, keepDays);
    await sweep();

    const gone = expected === "deleted";
    expect((await anna.get(`/api/jobs/${job.id}/download`)).statusCode).toBe(gone ? 410 : 200);
    expect((await blobsOf(anna, job)).length === 0).toBe(gone);
    // The job stays in the audit trail, which shows that its files were deleted.
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
  },
);

test("each practice's retention period applies only to its own files", async () => {
  const anna = await openPractice(server);
  const ben = await openPractice(server);
  const hers = await jobOf(anna, 10, 7);
  const his = await jobOf(ben, 10, 30);
  await sweep();
  expect(await blobsOf(anna, hers)).toEqual([]);
  expect(await blobsOf(ben, his)).not.toEqual([]);
});

test("the document of a file that never became a PDF is returned when the job's files are deleted", async () => {
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
  // Two machines at once: the document is returned once.
  await Promise.all([sweep(), sweep()]);
  expect(await anna.documentsUsed()).toBe(1);
  expect((await anna.post(`/api/jobs/${job.id}/retry`)).json()).toMatchObject({ code: "files-deleted" });
});

test("the documents of files that could not be assembled are returned when the job's files are deleted", async () => {
  const anna = await openPractice(server);
  const job = await jobOf(anna, 40, 30);
  const { db } = server.services;
  await db.delete(outputs).where(eq(outputs.jobId, job.id));
  await db.update(jobs).set({ status: "failed" }).where(eq(jobs.id, job.id));
  expect(await anna.documentsUsed()).toBe(1);
  await sweep();
  expect(await anna.documentsUsed()).toBe(0);
});

test("a failed job no longer needs a user once its files are deleted, and its light says “Failed”", async () => {
  const anna = await openPractice(server);
  const job = await jobOf(anna, 40, 30);
  await server.services.db.update(jobs).set({ status: "failed" }).where(eq(jobs.id, job.id));
  const needing = async () => (await anna.get("/api/jobs/counts")).json()["needs-you"];
  expect([(await anna.read(job.id)).light.word, await needing()]).toEqual(["Needs you", 1]);
  await sweep();
  expect([(await anna.read(job.id)).light, await needing()]).toEqual([{ colour: "red", word: "Failed" }, 0]);
  expect(await anna.read(job.id)).toMatchObject({ filesDeleted: true });
});

test("files are kept while an email of their job is still on its way", async () => {
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
])("a job that is %s while files of other jobs are deleted keeps its files", async (_what, act) => {
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

test("files that cannot be deleted do not hold back others, and are deleted in the next run", async () => {
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
