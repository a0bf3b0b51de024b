import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { reconcileFiles } from "../../../app/reconcile/reconcile.task.ts";

let server: TestServer;
let anna: Practice;
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
  anna = await openPractice(server);
});
afterAll(() => server.close());

/** Returns the path of a job's first page, without its number. */
async function pagesOf(text: string): Promise<string> {
  const job = await anna.ended((await anna.job([["a.txt", text]])).id);
  return `/api/jobs/${job.id}/files/${job.files[0]?.id}/pages`;
}

const picturesOf = async () => (await anna.blobs()).filter((key) => key.includes("/pictures/"));

test("the picture of a page is drawn when it is first asked for, and kept", async () => {
  const pages = await pagesOf("one");

  const first = await anna.get(`${pages}/1.webp`);
  expect(first.statusCode).toBe(202);
  expect(first.headers).toMatchObject({ "retry-after": "1", "cache-control": "no-store" });
  await expect.poll(async () => (await anna.get(`${pages}/1.webp`)).statusCode).toBe(200);

  const drawn = await anna.get(`${pages}/1.webp`);
  expect(drawn.body).toBe("picture of page 1 of [one]");
  expect(drawn.headers).toMatchObject({ "content-type": "image/webp", "cache-control": "private, no-cache" });
  const known = { headers: { "if-none-match": String(drawn.headers.etag) } };
  expect((await server.app.inject({ url: `${pages}/1.webp`, ...known })).statusCode).toBe(401);
  await reconcileFiles.run({}, server.services, { signal: new AbortController().signal });
  expect(await picturesOf()).toHaveLength(1);
});

test("only the practice sees it, and only of pages that exist", async () => {
  const pages = await pagesOf("two");
  const stranger = await openPractice(server);

  expect((await stranger.get(`${pages}/1.webp`)).statusCode).toBe(404);
  expect((await anna.get(`${pages}/2.webp`)).statusCode).toBe(404);
  expect((await anna.get(`${pages}/0.webp`)).statusCode).toBe(404);
});

test("a page that cannot be drawn is not drawn again each time that somebody looks at it", async () => {
  const pages = await pagesOf("undrawable");
  expect((await anna.get(`${pages}/1.webp`)).statusCode).toBe(202);
  await expect.poll(async () => (await anna.get(`${pages}/1.webp`)).statusCode).toBe(404);
  expect((await anna.get(`${pages}/1.webp`)).json()).toMatchObject({ message: "This page cannot be shown." });
});
