import type { Job } from "@sheaf/contracts/jobs.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openPractice } from "../../../testing/jobs/practice.ts";
import { readingEngine } from "../../../testing/jobs/reading-engine.ts";
import { readingTests } from "../../../testing/jobs/reading-tests.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { deliveries } from "../delivery/table.ts";
import { convertFile } from "../jobs/converting/convert.task.ts";
import { deleteOldFiles } from "../jobs/housekeeping/retention.task.ts";
import { convertAgain, lockJob } from "../jobs/status.ts";
import { jobFiles, jobs } from "../jobs/table.ts";
import { lockPractice } from "../practices/service.ts";
import { readFile } from "./lane/read-file.task.ts";
import { startReading } from "./lane/reading-rows.ts";
import { fileReadings } from "./table.ts";

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

const live = { signal: new AbortController().signal };
const refOf = (job: Job, index = 0) => ({
  practiceId: anna.practiceId,
  jobId: job.id,
  fileId: job.files[index]?.id ?? "",
});
const worker = (engine = readingEngine()) => ({ ...server.services, engine });
const readingsOf = (job: Job) => job.files.map(({ reading }) => reading);

/** Makes the time for which the job waits for reading end. */
async function letTimePass({ id }: Job): Promise<void> {
  const { db } = server.services;
  const before = sql`${fileReadings.createdAt} - interval '10 minutes'`;
  await db.update(fileReadings).set({ createdAt: before }).where(eq(fileReadings.jobId, id));
}

test("a file is read after its conversion, and its job is ready without it", async () => {
  const converted = await anna.converted([["a.txt", "kestrel invoice|page two"]]);
  expect(readingsOf(converted)).toEqual([{ state: "waiting", detail: null, findings: [], turns: [] }]);

  const ready = await anna.run(converted, ["assemble"]);
  expect(ready).toMatchObject({ status: "completed", files: [{ reading: { state: "waiting" } }] });
  const read = await anna.run(converted, ["read"]);
  expect(read).toMatchObject({ status: "completed", files: [{ reading: { state: "read", detail: null } }] });
  expect(read.version).toBeGreaterThan(ready.version);
  expect(await anna.findPages("kestrel")).toMatchObject([{ fileName: "a.txt", page: 1 }]);
  const [row] = await anna.rows(read);
  expect(await anna.readingKeys()).toContain(row?.blobKey);
});

test("pages that were not read are counted in a sentence, and the others are found", async () => {
  const job = await anna.done([["a.txt", "heron|unreadable|unreadable"]]);
  expect(readingsOf(job)).toMatchObject([
    { state: "not-read", detail: "2 pages of 3 were not read, because reading took too long." },
  ]);
  expect(await anna.findPages("heron")).toHaveLength(1);

  const without = readingEngine({ readingLanguages: [] });
  const other = await anna.run(await anna.converted([["b.txt", "unreadable"]]), ["read", "assemble"], without);
  expect(readingsOf(other)).toMatchObject([
    { detail: "Its pages were not read, because the program that reads scans is not installed." },
  ]);
});

test("the pages after half a million words are not read", async () => {
  const page = Array.from({ length: 5_000 }, (_, index) => `w${index % 50}`).join(" ");
  const text = [...Array.from({ length: 100 }, () => page), "bittern", "bittern"].join("|");
  const job = await anna.done([["long.txt", text]]);
  const detail =
    "2 pages of 102 were not read, because the pages before already have 500,000 words, as many as are read.";
  expect(readingsOf(job)).toMatchObject([{ state: "not-read", detail }]);
  expect(await anna.findPages("w7")).not.toEqual([]);
  expect(await anna.findPages("bittern")).toEqual([]);
});

test("a file whose reading fails says so, and keeps its job", async () => {
  const broken = readingEngine({
    async reading() {
      throw new Error("no reader could be started");
    },
  });
  const job = await anna.run(await anna.converted([["a.txt", "one"]]), ["read", "assemble"], broken);
  expect(job).toMatchObject({ status: "completed", errorMessage: null });
  expect(readingsOf(job)).toMatchObject([
    { state: "not-read", detail: "Its pages could not be read because of a fault on our side." },
  ]);
});

test("a run whose worker died is repeated, and what the first one wrote late changes nothing", async () => {
  const job = await anna.converted([["a.txt", "one"]]);
  await anna.take(job, "read");
  let second: Promise<unknown> | undefined;
  const slow = readingEngine({
    async reading() {
      second ??= readFile.run(refOf(job), worker(), live);
      await second;
    },
  });
  await readFile.run(refOf(job), worker(slow), live);
  const [row] = await anna.rows(job);
  expect(row).toMatchObject({ state: "read", attempt: 2 });
  expect((await anna.readingKeys()).filter((key) => key.includes(refOf(job).fileId))).toEqual([row?.blobKey]);
});

test("a reading that ends while the practice is locked lets its jobs be deleted", async () => {
  const job = await anna.converted([["a.txt", "one"]]);
  const { db } = server.services;
  let reading: Promise<Job> | undefined;
  await db.transaction(async (tx) => {
    await lockPractice(tx, anna.practiceId);
    reading = anna.run(job, ["read"]);
    await vi.waitFor(async () => {
      const { rows } = await db.execute(sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rows).not.toEqual([]);
    }, 20_000);
    await lockJob(tx, refOf(job));
  });
  expect(await reading).toMatchObject({ files: [{ reading: { state: "read" } }] });
});

test("a file that no worker survives is not read", async () => {
  const job = await anna.converted([["a.txt", "one"]]);
  await startReading(server.services.db, refOf(job));
  await readFile.onFinalFailure(refOf(job), "its workers died", worker());
  expect(readingsOf(await anna.read(job.id))).toMatchObject([{ state: "not-read" }]);
});

test("what was read on pages that are made again meanwhile is dropped, and the new pages are read", async () => {
  const job = await anna.converted([["a.txt", "osprey"]]);
  const { db } = server.services;
  const replaced = readingEngine({
    async reading() {
      const ofFile = eq(jobFiles.id, refOf(job).fileId);
      await db.transaction((tx) => convertAgain(tx, refOf(job), 0, [refOf(job).fileId]));
      await db.update(jobFiles).set({ attempt: sql`attempt + 1`, state: "converting" }).where(ofFile);
      await db.update(jobFiles).set({ pagesSha256: "other", pagesKey: "other" }).where(ofFile);
    },
  });
  await anna.run(job, ["read"], replaced);
  expect(await anna.findPages("osprey")).toEqual([]);
  expect(await anna.rows(job)).toMatchObject([{ state: "reading", blobKey: null }]);

  await convertFile.run(refOf(job), worker(), live);
  const read = await anna.run(job, ["read"]);
  expect(readingsOf(read)).toMatchObject([{ state: "read" }]);
  expect(await anna.findPages("osprey")).toHaveLength(1);
});

test("files deleted while they are read leave nothing that was read", async () => {
  const job = await anna.run(await anna.converted([["a.txt", "curlew"]]), ["assemble"]);
  const { db } = server.services;
  const deleting = readingEngine({
    async reading() {
      await db
        .update(jobs)
        .set({ settledAt: new Date("2026-01-01") })
        .where(eq(jobs.id, job.id));
      await deleteOldFiles.run({}, server.services, live);
    },
  });
  const read = await anna.run(job, ["read"], deleting);
  expect(read).toMatchObject({ filesDeleted: true, files: [{ reading: null }] });
  expect(await anna.rows(job)).toEqual([]);
  expect((await anna.blobs()).filter((key) => key.includes(job.id))).toEqual([]);
  expect(await anna.findPages("curlew")).toEqual([]);
});

test("a job of a practice that waits for reading is made when its pages are read, upright", async () => {
  await anna.choose({ waitForReading: true });
  const fields = { separatePdfs: "true" };
  const converted = await anna.converted(
    [
      ["a.txt", "one|two turned-180"],
      ["b.txt", "three"],
    ],
    fields,
  );
  const waiting = await anna.run(converted, ["assemble"]);
  expect(waiting).toMatchObject({ status: "processing", detail: "The PDFs are made when the pages are read." });

  const made = await anna.run(waiting, ["read", "assemble"]);
  expect(made).toMatchObject({ status: "completed", outputs: [{ name: "a.pdf" }, { name: "b.pdf" }] });
  const [one = "", other = ""] = await anna.texts(made);
  expect(one).toMatch(/page 1 turned 0 .*page 2 turned 180$/);
  expect(other).not.toContain("turned");
  expect(readingsOf(made)).toMatchObject([{ turns: [] }, { turns: [] }]);
});

test("PDFs for separate emails wait for reading too when another file of the job is bad", async () => {
  await anna.choose({ waitForReading: true });
  const files: [string, string][] = [
    ["a.txt", "one turned-180"],
    ["b.txt", "bad"],
  ];
  const fields = { sendEmail: "true", separateEmails: "true" };
  const waiting = await anna.run(await anna.converted(files, fields), ["assemble"]);
  expect(waiting).toMatchObject({ status: "failed", outputs: [] });
  const made = await anna.run(waiting, ["read", "assemble"]);
  expect(made).toMatchObject({ status: "failed", outputs: [{ name: "a.pdf" }] });
  expect((await anna.texts(made))[0]).toContain("page 1 turned 180");
});

test("a job waits for reading only for so long, then says at the file that it was not read in time", async () => {
  await anna.choose({ waitForReading: true });
  const waiting = await anna.run(await anna.converted([["a.txt", "one turned-90"]]), ["assemble"]);
  expect(waiting.status).toBe("processing");
  await letTimePass(waiting);
  await server.services.db.execute(
    sql`update pgboss.job set start_after = now() where name = 'jobs.assemble' and data ->> 'jobId' = ${waiting.id}`,
  );
  const made = await anna.run(waiting, ["assemble"]);
  expect(made.status).toBe("completed");
  expect(readingsOf(made)).toMatchObject([
    { state: "waiting", detail: "It was not read in time, so the PDFs were made without it. It will be read later." },
  ]);
  const read = await anna.run(waiting, ["read", "assemble"]);
  expect(readingsOf(read)).toMatchObject([{ state: "read", turns: [{ page: 1, turn: 90 }] }]);
  expect((await anna.texts(read))[0]).not.toContain("page 1 turned");
});

test("an arrangement keeps its turns, and the proposed ones are added", async () => {
  await anna.choose({ waitForReading: true });
  const job = await anna.job([["a.txt", "one turned-180|two"]]);
  const fileId = job.files[0]?.id ?? "";
  const pages = [2, 1].map((page) => ({ fileId, page, turn: 270 as const }));
  await server.services.db
    .update(jobs)
    .set({ arrangement: [{ pages }] })
    .where(eq(jobs.id, job.id));
  const made = await anna.run(job, ["convert", "read", "assemble"]);
  expect((await anna.texts(made))[0]).toMatch(/page 2 turned 270 .*page 1 turned 90$/);
});

test("proposed turns are applied on request, and the PDFs made again", async () => {
  const files: [string, string][] = [
    ["a.txt", "one turned-180|two turned-90"],
    ["b.txt", "three"],
  ];
  const job = await anna.done(files, { separatePdfs: "true" });
  const [file] = job.files;
  expect(file?.reading?.turns).toEqual([
    { page: 1, turn: 180 },
    { page: 2, turn: 90 },
  ]);
  const before = await anna.outputRows(job);

  const turn = (...pages: number[]) =>
    anna.post(`/api/jobs/${job.id}/turn-pages`, { pages: pages.map((page) => ({ fileId: file?.id, page })) });
  expect((await turn(3)).json()).toMatchObject({ code: "no-turn" });
  const turning = (await turn(1)).json();
  expect(turning).toMatchObject({ status: "processing", files: [{ reading: { turns: [{ page: 2 }] } }, {}] });
  expect((await turn(2)).json()).toMatchObject({ code: "job-not-ready" });
  const made = await anna.run(job, ["assemble"]);

  expect((await anna.texts(made))[0]).toMatch(/page 1 turned 180 .*page 2 turned 0$/);
  expect(made.outputs.map(({ name }) => name)).toEqual(["a.pdf", "b.pdf"]);
  const after = await anna.outputRows(job);
  expect(after[1]?.id, "a PDF without turned pages stays").toBe(before[1]?.id);
  expect(after).toHaveLength(2);
  expect((await turn(1)).json()).toMatchObject({ code: "no-turn" });
  expect((await anna.get(`/api/jobs/${job.id}/timeline`)).body).toContain("Turned 1 page of a.txt for Bright Bakery");
});

test("a PDF of several files keeps all their pages when one is turned", async () => {
  const job = await anna.done([
    ["a.txt", "one"],
    ["b.txt", "two turned-180|three"],
    ["c.txt", "four"],
  ]);
  const pages = [{ fileId: job.files[1]?.id, page: 1 }];
  expect((await anna.post(`/api/jobs/${job.id}/turn-pages`, { pages })).statusCode).toBe(200);
  const made = await anna.run(job, ["assemble"]);
  expect(made.outputs).toMatchObject([{ pages: 4 }]);
  expect((await anna.texts(made))[0]).toMatch(
    /page 1 turned 0 .*page 1 turned 180 .*page 2 turned 0 .*page 1 turned 0$/,
  );
});

test("after sending, turned pages make a new version that is sent only again by a user", async () => {
  const { db } = server.services;
  const job = await anna.done([["a.txt", "one turned-180"]], { sendEmail: "true" });
  const [sent] = job.deliveries;
  const input = { pages: [{ fileId: job.files[0]?.id, page: 1 }] };
  const turn = () => anna.post(`/api/jobs/${job.id}/turn-pages`, input);
  expect((await turn()).json(), "its email is under way").toMatchObject({ code: "delivery-under-way" });
  await db.update(deliveries).set({ state: "sent", sentAt: new Date() }).where(eq(deliveries.jobId, job.id));
  expect((await turn()).statusCode).toBe(200);
  const again = () => anna.post(`/api/jobs/${job.id}/deliveries/${sent?.id}/send-again`, {});
  expect((await again()).json()).toMatchObject({ code: "job-not-ready" });
  const made = await anna.run(job, ["assemble"]);

  expect(made).toMatchObject({ status: "completed", outputs: { length: 1 }, deliveries: { length: 1 } });
  expect(made.outputs[0]?.id).not.toBe(job.outputs[0]?.id);
  expect(made.deliveries[0]?.attachments).toMatchObject([{ id: job.outputs[0]?.id }]);
  expect((await anna.outputRows(job)).map(({ purpose }) => purpose)).toEqual(["earlier", "result"]);
  const second = (await again()).json();
  expect(second.deliveries[1]).toMatchObject({ attachments: [{ id: made.outputs[0]?.id }] });
});

test("a practice that reads no pages has no readings", async () => {
  await anna.choose({ readPages: false });
  const job = await anna.done([["a.txt", "one"]]);
  expect(readingsOf(job)).toEqual([{ state: "off", detail: null, findings: [], turns: [] }]);
  expect(await anna.rows(job)).toEqual([]);
});
