import type { Job } from "@sheaf/contracts/jobs.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formOf, openPractice } from "../../../testing/jobs/practice.ts";
import { readingTests } from "../../../testing/jobs/reading-tests.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { jobs } from "../jobs/table.ts";

let server: TestServer;
let anna: ReturnType<typeof readingTests>;

beforeAll(async () => {
  server = await startTestServer();
  anna = readingTests(server, await openPractice(server, "growth"));
});
afterAll(() => server.close());
beforeEach(async () => {
  await anna.choose({ readPages: true, waitForReading: false });
});

const fileAt = (job: Job, index = 0) => `/api/jobs/${job.id}/files/${job.files[index]?.id}`;

test("a page that its inbox would refuse holds the emails of a practice that waits for reading", async () => {
  const { db } = server.services;
  const files: [string, string][] = [["a.txt", "one|two small-110"]];
  const toAutoEntry = async (job: Job) => {
    await db.update(jobs).set({ customerOutputEmail: "bakery@autoentry.com" }).where(eq(jobs.id, job.id));
    return anna.run(job, ["convert", "read", "assemble"]);
  };
  const free = await toAutoEntry(await anna.job(files, { sendEmail: "true" }));
  expect(free).toMatchObject({ status: "completed", deliveries: { length: 1 } });
  expect(free.files[0]?.reading?.findings).toEqual([
    {
      kind: "readability",
      page: 2,
      problem: "small",
      dpi: 110,
      severity: "note",
      title: "Too small to read",
      text: "Ask for a new photo or scan: this one has 110 dots per inch, and AutoEntry wants 300.",
    },
  ]);

  await anna.choose({ waitForReading: true });
  const held = await toAutoEntry(await anna.job(files, { sendEmail: "true" }));
  expect(held).toMatchObject({ status: "failed", emailsToConfirm: 1, deliveries: [], light: { word: "Needs you" } });
  expect(held.files[0]?.reading?.findings).toMatchObject([{ severity: "hold" }]);
  expect(held.detail).toBe(
    "Page 2 of a.txt is hard to read, and AutoEntry may refuse it. Replace the file, or confirm the email to send it anyway.",
  );
  await anna.choose({ waitForReading: false });
  expect(await anna.read(held.id)).toMatchObject({ detail: held.detail, files: held.files });
  await anna.choose({ readPages: false });
  expect((await anna.read(held.id)).detail).toBe(
    "Pages of this job were hard to read, and AutoEntry may refuse them. Confirm the email to send them anyway.",
  );
  await anna.choose({ readPages: true });
  const confirmed = await anna.post(`/api/jobs/${held.id}/confirm-emails`, { emails: 1, send: "separate" });
  expect(confirmed.statusCode).toBe(200);
  expect(await anna.run(held, ["assemble"])).toMatchObject({ status: "completed", deliveries: { length: 1 } });
  expect((await anna.get(`/api/jobs/${held.id}/timeline`)).body).toContain("1 email waits for a confirmation");
});

test("a file with a page that its inbox would refuse is replaced, and its email goes without a confirmation", async () => {
  await anna.choose({ waitForReading: true });
  const { db } = server.services;
  const uploaded = await anna.job([["a.txt", "peregrine small-110"]], { sendEmail: "true" });
  await db.update(jobs).set({ customerOutputEmail: "bakery@autoentry.com" }).where(eq(jobs.id, uploaded.id));
  const held = await anna.run(uploaded, ["convert", "read", "assemble"]);
  expect(held).toMatchObject({ status: "failed", emailsToConfirm: 1, files: [{ canReplace: true }] });
  expect(await anna.findPages("peregrine")).toHaveLength(1);
  const before = await anna.blobs();

  const answer = await anna.replace(fileAt(held), formOf(["better.txt", "goshawk"]));
  expect(answer.json()).toMatchObject({
    status: "processing",
    emailsToConfirm: null,
    files: [{ originalName: "better.txt", state: "waiting", pages: null, canReplace: false, reading: null }],
  });
  expect(await anna.findPages("peregrine")).toEqual([]);
  // The original and the pages that were hard to read are deleted.
  expect(before.filter((key) => /originals|pages\//.test(key) && key.includes(held.id))).toHaveLength(2);
  expect((await anna.blobs()).filter((key) => before.includes(key) && /originals|pages\//.test(key))).toEqual(
    before.filter((key) => /originals|pages\//.test(key) && !key.includes(held.id)),
  );

  const done = await anna.run(held, ["convert", "read", "assemble"]);
  expect(done).toMatchObject({ status: "completed", emailsToConfirm: null, deliveries: { length: 1 } });
  expect(done.files).toMatchObject([{ canReplace: false, reading: { state: "read", findings: [] } }]);
  expect(await anna.findPages("goshawk")).toMatchObject([{ fileName: "better.txt" }]);
  expect((await anna.get(`/api/jobs/${held.id}/timeline`)).body).toContain("better.txt");
});

test("a file that is replaced by the same content is read again, and holds its email again", async () => {
  await anna.choose({ waitForReading: true });
  const { db } = server.services;
  const uploaded = await anna.job([["a.txt", "sparrowhawk small-110"]], { sendEmail: "true" });
  await db.update(jobs).set({ customerOutputEmail: "bakery@autoentry.com" }).where(eq(jobs.id, uploaded.id));
  const held = await anna.run(uploaded, ["convert", "read", "assemble"]);

  await anna.replace(fileAt(held), formOf(["a.txt", "sparrowhawk small-110"]));
  const again = await anna.run(held, ["convert", "read", "assemble"]);
  expect(again).toMatchObject({ status: "failed", emailsToConfirm: 1, deliveries: [] });
  expect(await anna.findPages("sparrowhawk")).toHaveLength(1);
});

test("a file that is hard to read is replaced in the PDF of a job without emails, and in none that was sent", async () => {
  const files: [string, string][] = [
    ["a.txt", "first"],
    ["b.txt", "second small-110"],
  ];
  const job = await anna.done(files);
  expect(job.files).toMatchObject([{ canReplace: false }, { canReplace: true }]);
  expect((await anna.replace(fileAt(job, 0), formOf(["x.txt", "x"]))).json()).toMatchObject({
    code: "file-not-failed",
  });
  expect((await anna.replace(fileAt(job, 1), formOf(["c.txt", "third"]))).statusCode).toBe(200);
  const made = await anna.run(job, ["convert", "read", "assemble"]);
  expect(made).toMatchObject({ status: "completed", outputs: { length: 1 } });
  expect(await anna.texts(job)).toEqual([expect.stringContaining("third")]);
  expect(await anna.texts(job)).not.toEqual([expect.stringContaining("second")]);

  const sent = await anna.done(files, { sendEmail: "true" });
  expect(sent.files).toMatchObject([{ canReplace: false }, { canReplace: false }]);
  const refused = await anna.replace(fileAt(sent, 1), formOf(["c.txt", "third"]));
  expect(refused.json()).toMatchObject({
    code: "job-sent",
    message: "Emails of this job exist already, so b.txt cannot be replaced. Upload the new file as a new job.",
  });
});
