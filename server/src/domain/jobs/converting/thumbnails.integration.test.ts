import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { outputs } from "../table.ts";
import { makeThumbnails } from "./thumbnails.task.ts";

let server: TestServer;
let anna: Practice;

beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
  anna = await openPractice(server, "growth");
});
afterAll(() => server.close());

type Ended = Awaited<ReturnType<Practice["ended"]>>;

async function finished(text: string): Promise<{ job: Ended; page: string }> {
  const job = await anna.ended((await anna.job([["a.txt", text]])).id);
  return { job, page: `${job.outputs[0]?.previewPath}/pages/1.webp` };
}

/** Runs the task without waiting for a worker; running it twice is harmless. */
const draw = (job: { id: string }) =>
  makeThumbnails.run(
    { practiceId: anna.practiceId, jobId: job.id },
    { ...server.services, engine: fakeEngine() },
    { signal: new AbortController().signal },
  );

test("a completed job gets a thumbnail of its page, which browsers cache and revalidate", async () => {
  const { job, page } = await finished("one");
  await draw(job);
  expect((await anna.read(job.id)).outputs).toMatchObject([{ thumbnails: 1 }]);
  const answer = await anna.get(page);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "private, no-cache",
  });
  expect(answer.body).toContain("picture of");
  const kept = { "if-none-match": String(answer.headers.etag) };
  expect((await anna.get(page, kept)).statusCode).toBe(304);
  expect((await server.app.inject({ url: page, headers: kept })).statusCode).toBe(401);
  for (const other of ["0", "2", "1000000"]) {
    expect((await anna.get(page.replace("1.webp", `${other}.webp`))).statusCode).toBe(404);
  }
});

test("another practice gets 404 for the thumbnail, and a visitor 401", async () => {
  const { job, page } = await finished("private");
  await draw(job);
  const ben = await openPractice(server, "growth");
  expect((await ben.get(page)).statusCode).toBe(404);
  expect((await server.app.inject(page)).statusCode).toBe(401);
});

test("a job stays green when its thumbnails cannot be made", async () => {
  const { job, page } = await finished("undrawable");
  await draw(job);
  expect(await anna.read(job.id)).toMatchObject({
    status: "completed",
    light: { colour: "green", word: "Ready" },
    outputs: [{ thumbnails: 0 }],
  });
  expect((await anna.get(page)).statusCode).toBe(404);
  expect((await anna.get(job.pdfPath ?? "")).statusCode).toBe(200);
});

test("thumbnails are deleted when their PDF was deleted while they were being made", async () => {
  const { job, page } = await finished("two");
  await draw(job);
  const { db } = server.services;
  await db.update(outputs).set({ thumbnails: 0 }).where(eq(outputs.jobId, job.id));
  const engine = fakeEngine();
  await makeThumbnails.run(
    { practiceId: anna.practiceId, jobId: job.id },
    {
      ...server.services,
      engine: {
        ...engine,
        async thumbnails(...request) {
          await db.update(outputs).set({ blobKey: null }).where(eq(outputs.jobId, job.id));
          return engine.thumbnails(...request);
        },
      },
    },
    { signal: new AbortController().signal },
  );
  expect((await anna.get(page)).statusCode).toBe(404);
  expect((await anna.blobs()).filter((key) => key.includes(`${job.id}/thumbnails/`))).toEqual([]);
});
