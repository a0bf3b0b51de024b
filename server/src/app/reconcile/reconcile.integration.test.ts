import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { jobFolder } from "../../domain/jobs/blob-keys.ts";
import { jobs, outputs } from "../../domain/jobs/table.ts";
import { newId } from "../../platform/ids.ts";
import { readScheduledRuns, recorded } from "../../platform/observe/scheduled.ts";
import { reconcileFiles } from "./reconcile.task.ts";
import { reconcilePractice } from "./reconcile.ts";

let server: TestServer;
let anna: Practice;
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
  anna = await openPractice(server);
});
afterAll(() => server.close());

const never = { signal: new AbortController().signal };
const reconcile = () => reconcileFiles.run({}, server.services, never);
const store = (key: string) => server.services.storage.put(key, Readable.from(["left over"]));

/** Thumbnails are made when the worker is idle, at an unpredictable time. */
const isNoThumbnail = (key: string) => !key.includes("/thumbnails/");

/** Makes every file of the practice two days old. */
async function age(practiceId: string): Promise<void> {
  const { storage, config } = server.services;
  const then = new Date(Date.now() - 48 * 3_600_000);
  for await (const { key } of storage.list(`practices/${practiceId}/`)) {
    await utimes(join(config.dataDir, "files", key), then, then);
  }
}

test("deletes old files that no row refers to, and nothing else, even when it runs twice at the same time", async () => {
  const job = await anna.ended((await anna.job([["a.txt", "one"]])).id);
  const named = (await anna.blobs()).filter(isNoThumbnail);
  const folder = jobFolder(anna.practiceId, job.id);
  const stranger = newId();
  await store(`${folder}pages/spare-7.pdf`);
  await store(`${jobFolder(anna.practiceId, newId())}originals/x`);
  await store(`${jobFolder(stranger, newId())}originals/x`);
  await age(anna.practiceId);
  await age(stranger);
  const fresh = `${folder}pages/fresh-8.pdf`;
  await store(fresh);

  await Promise.all([reconcile(), reconcile()]);

  expect((await anna.blobs()).filter(isNoThumbnail).sort()).toEqual([...named, fresh].sort());
  const left: string[] = [];
  for await (const { key } of server.services.storage.list(`practices/${stranger}/`)) left.push(key);
  expect(left).toEqual([]);
  expect((await anna.get(`/api/jobs/${job.id}/download`)).statusCode).toBe(200);
});

test("keeps unused files in the folder of a running job until the job has ended", async () => {
  const job = await anna.ended((await anna.job([["a.txt", "one"]])).id);
  const spare = `${jobFolder(anna.practiceId, job.id)}pages/spare-9.pdf`;
  await store(spare);
  await age(anna.practiceId);
  const { db } = server.services;
  const [row] = await db.select().from(jobs).where(eq(jobs.id, job.id));
  await db.update(jobs).set({ settledAt: null }).where(eq(jobs.id, job.id));
  await reconcile();
  expect(await anna.blobs()).toContain(spare);

  await db
    .update(jobs)
    .set({ settledAt: row?.settledAt ?? null })
    .where(eq(jobs.id, job.id));
  await reconcile();
  expect(await anna.blobs()).not.toContain(spare);
});

test("counts rows whose file is missing, and stores the count with the run", async () => {
  const { db, storage } = server.services;
  const job = await anna.ended((await anna.job([["a.txt", "one"]])).id);
  const [output] = await db.select().from(outputs).where(eq(outputs.jobId, job.id));
  await storage.delete([output?.blobKey ?? ""]);

  const found = await recorded(reconcileFiles).run({}, server.services, never);

  expect(found).toMatchObject({ missing: 1, deleted: 0, failed: 0 });
  const [run] = (await readScheduledRuns(db)).filter((row) => row.task === reconcileFiles.name);
  expect(run?.found).toEqual(found);
  expect(run?.doneAt?.getTime()).toBeGreaterThan(0);
});

test("finds all missing and unused files, and deletes no others, when the store is read in small parts", async () => {
  const { storage } = server.services;
  const beth = await openPractice(server);
  const made = [];
  for (const name of ["a", "b", "c", "d"]) made.push((await beth.job([[`${name}.txt`, name]])).id);
  for (const id of made) await beth.ended(id);
  const [, emptied = "", spared = "", last = ""] = made;
  await storage.delete((await beth.blobs()).filter((key) => key.startsWith(jobFolder(beth.practiceId, emptied))));
  await storage.delete((await beth.blobs()).filter((key) => key.startsWith(jobFolder(beth.practiceId, last))));
  const named = (await beth.blobs()).filter(isNoThumbnail);
  await store(`practices/${beth.practiceId}/elsewhere/x`);
  await store(`${jobFolder(beth.practiceId, spared)}pages/spare-7.pdf`);
  await store(`${jobFolder(beth.practiceId, newId())}originals/x`);
  await age(beth.practiceId);

  const missing: string[] = [];
  const reportMissing = ({ jobId, what }: { jobId: string; what: string }) => missing.push(`${jobId} ${what}`);
  const found = await reconcilePractice(server.services, beth.practiceId, { ...never, reportMissing, keysPerPart: 1 });

  expect(found).toMatchObject({ deleted: 3, missing: 8 });
  expect(missing.sort()).toEqual(
    [emptied, last].flatMap((id) => ["original", "output", "pages", "reading"].map((what) => `${id} ${what}`)),
  );
  expect((await beth.blobs()).filter(isNoThumbnail).sort()).toEqual(named.sort());
});

test("deletes nothing when the database does not know most of the practices with stored files", async () => {
  const other = await startTestServer();
  const practice = newId();
  const key = `practices/${practice}/jobs/${newId()}/originals/x`;
  await other.services.storage.put(key, Readable.from(["somebody's"]));
  const then = new Date(Date.now() - 48 * 3_600_000);
  await utimes(join(other.services.config.dataDir, "files", key), then, then);
  await expect(reconcileFiles.run({}, other.services, never)).rejects.toThrow("contains 0 of the 1 practices");
  expect((await other.services.storage.open(key)).destroy()).toBeTruthy();
  await other.close();
});
