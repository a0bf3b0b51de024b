import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../testing/jobs/practice.ts";
import { type S3Server, startS3Server } from "../../../testing/s3-server.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { reconcileFiles } from "../../app/reconcile/reconcile.task.ts";
import { jobFolder, searchableKey } from "../../domain/jobs/blob-keys.ts";
import { outputs } from "../../domain/jobs/table.ts";
import { newId } from "../ids.ts";

let s3: S3Server;
let server: TestServer;
let anna: Practice;
beforeAll(async () => {
  s3 = await startS3Server();
  const env = { ...s3.env, S3_PUBLIC_ENDPOINT: s3.endpoint };
  server = await startTestServer({ worker: fakeEngine(), env });
  anna = await openPractice(server, "growth");
});
afterAll(async () => {
  await server?.close();
  await s3?.close();
});

test("the download of a PDF is redirected to the store, and its preview goes through the API", async () => {
  const { id } = await anna.job([["a.txt", "one"]]);
  const job = await anna.ended(id);
  expect(job).toMatchObject({ status: "completed" });

  const download = await anna.get(`/api/jobs/${id}/download`);
  expect(download.statusCode).toBe(302);
  const fetched = await fetch(String(download.headers.location));
  expect(fetched.headers.get("content-disposition")).toMatch(/^attachment; filename="Bright Bakery .*\.pdf"/);
  const shown = await anna.get(`/api/jobs/${id}/download?inline=1`);
  expect(shown.body).toBe(await fetched.text());
});

test("the nightly comparison reports files missing in the bucket, and keeps new ones", async () => {
  const { storage } = server.services;
  const { id } = await anna.job([["a.txt", "one"]]);
  const job = await anna.ended(id);
  const fresh = `${jobFolder(anna.practiceId, id)}pages/fresh-8.pdf`;
  await storage.put(fresh, Readable.from(["on its way"]));
  const [output] = await server.services.db.select().from(outputs).where(eq(outputs.jobId, id));
  await storage.delete([output?.blobKey ?? ""]);
  const before = await anna.blobs();

  const found = await reconcileFiles.run({}, server.services, { signal: new AbortController().signal });

  expect(job.status).toBe("completed");
  expect(found).toMatchObject({ missing: 1, deleted: 0, failed: 0, files: expect.any(Number) });
  expect(found?.files).toBeGreaterThanOrEqual(before.length);
  expect(before).toContain(fresh);
  expect(await anna.blobs()).toEqual(expect.arrayContaining(before));
});

test("a member of another practice gets no link to the store", async () => {
  const { id } = await anna.job([["a.txt", "one"]]);
  await anna.ended(id);
  const stranger = await openPractice(server);
  const answer = await stranger.get(`/api/jobs/${id}/download`);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers.location).toBeUndefined();
});

test("/readyz reports an unavailable store", async () => {
  const gone = await startS3Server();
  const cutOff = await startTestServer({ env: gone.env });
  await gone.close();
  const answer = await cutOff.app.inject("/readyz");
  expect(answer.statusCode).toBe(503);
  expect(answer.json().files).toMatch(/bucket sheaf-files cannot be used/);
  await cutOff.close();
});

test("the download of a PDF whose version with text is missing in the bucket leads to the PDF itself", async () => {
  const { db } = server.services;
  const { id } = await anna.job([["a.txt", "one"]]);
  await anna.ended(id);
  const shown = await anna.get(`/api/jobs/${id}/download?inline=1`);
  const missing = searchableKey(anna.practiceId, id, newId(), newId());
  const text = { searchableKey: missing, searchableBytes: 9, searchableSha256: "0".repeat(64) };
  await db.update(outputs).set(text).where(eq(outputs.jobId, id));

  const download = await anna.get(`/api/jobs/${id}/download`);

  const fetched = await fetch(String(download.headers.location));
  expect(await fetched.text()).toBe(shown.body);
});
