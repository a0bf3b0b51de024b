import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../testing/jobs/practice.ts";
import { readingEngine } from "../../../testing/jobs/reading-engine.ts";
import { readingTests } from "../../../testing/jobs/reading-tests.ts";
import { join } from "../../../testing/members.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { reportWorker } from "../../platform/queue/workers.ts";
import type { BlobStore } from "../../platform/storage/blob-store.ts";
import { jobFiles, jobs } from "../jobs/table.ts";
import { eraseReadings } from "./erase-readings.task.ts";
import { sweepReadings } from "./lane/sweep.task.ts";
import { measureReading } from "./measure.ts";
import { pageReadings } from "./pages/table.ts";
import { fileReadings, readingBacklogs } from "./table.ts";

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
const erase = () => eraseReadings.run({ practiceId: anna.practiceId }, server.services, live);
const sweep = () => sweepReadings.run({}, server.services, live);
const rowsOfPractice = () => server.services.db.$count(fileReadings, eq(fileReadings.practiceId, anna.practiceId));

test("turning reading off erases rows, words and files of what was read, and nothing else", async () => {
  const job = await anna.done([["a.txt", "kestrel|wren"]]);
  const before = await anna.blobs();
  expect(await anna.findPages("kestrel")).toHaveLength(1);

  const changed = await anna.put("/api/settings", { readPages: false });
  expect(changed.json()).toMatchObject({ readPages: false });
  await erase();

  expect(await anna.read(job.id)).toMatchObject({ status: "completed", files: [{ reading: { state: "off" } }] });
  expect(await rowsOfPractice()).toBe(0);
  expect(await anna.blobs()).toEqual(before.filter((key) => !key.includes("/readings/")));
  const { rows } = await server.services.db.execute(sql`
    select 1 from page_readings where practice_id = ${anna.practiceId}
    union all select 1 from page_words where practice_id = ${anna.practiceId}
    union all select 1 from page_word_changes where practice_id = ${anna.practiceId}`);
  expect(rows).toEqual([]);
  const { isOn, hits } = (await anna.get("/api/search/pages?q=kestrel")).json();
  expect({ isOn, hits }).toEqual({ isOn: false, hits: [] });
  expect((await anna.get("/api/audit-log")).body).toContain("Turned off that pages are read");
});

test.each(["before", "after"])(
  "what is read while reading is turned off is not kept, erased %s its end",
  async (when) => {
    const job = await anna.converted([["a.txt", "bittern"]]);
    const turnedOff = readingEngine({
      async reading() {
        await anna.put("/api/settings", { readPages: false });
        if (when === "before") await erase();
      },
    });
    await anna.run(job, ["read"], turnedOff);
    expect((await anna.rows(job)).filter(({ state }) => state === "read")).toEqual([]);
    if (when === "after") await erase();
    expect(await rowsOfPractice()).toBe(0);
    expect(await anna.readingKeys()).toEqual([]);
  },
);

test("only the owner turns reading off, and every member turns it on", async () => {
  const ben = await join(server, anna, "Ben");
  expect((await ben.put("/api/settings", { readPages: false })).json()).toMatchObject({ code: "owner-only" });
  await anna.put("/api/settings", { readPages: false });
  expect((await ben.put("/api/settings", { readPages: true })).statusCode).toBe(200);
});

test("a language that no worker has and an unknown inbox are refused", async () => {
  expect((await anna.put("/api/settings", { readingLanguage: "tlh" })).json().code).toBe("bad-request");
  expect((await anna.put("/api/settings", { searchableDestinations: ["pigeon"] })).json().code).toBe("bad-request");
  const both = { searchableDestinations: ["dext", "other"] };
  expect((await anna.put("/api/settings", both)).json()).toMatchObject(both);
});

test("files converted while reading was off are read when it is turned on, the newest first", async () => {
  await anna.put("/api/settings", { readPages: false });
  await erase();
  const older = await anna.done([["a.txt", "plover"]]);
  const newer = await anna.done([
    ["b.txt", "avocet"],
    ["c.txt", "dunlin"],
  ]);
  await sweep();
  expect(await rowsOfPractice()).toBe(0);

  await anna.put("/api/settings", { readPages: true });
  expect(await sweep()).toMatchObject({ lost: 0 });
  const { rows } = await server.services.db.execute<{ jobId: string }>(sql`
    select data ->> 'jobId' as "jobId" from pgboss.job
    where name = 'readings.read' and data ->> 'jobId' in (${older.id}, ${newer.id})
    order by priority desc, created_on`);
  expect(rows.map(({ jobId }) => jobId)).toEqual([newer.id, newer.id, older.id]);
  await anna.run(newer, ["read"]);
  expect(await anna.findPages("avocet")).toHaveLength(1);
  const [backlog] = await server.services.db
    .select()
    .from(readingBacklogs)
    .where(eq(readingBacklogs.practiceId, anna.practiceId));
  expect(backlog?.before).toBeNull();
  await anna.run(older, ["read"]);
});

test("what was not erased yet when reading is turned on again is still found, and the rest is read again", async () => {
  const made = await Promise.all(Array.from({ length: 21 }, () => anna.done([["a.txt", "whimbrel"]])));
  await anna.put("/api/settings", { readPages: false });
  const interrupt = new AbortController();
  const storage: BlobStore = {
    ...server.services.storage,
    async delete(keys) {
      await server.services.storage.delete(keys);
      interrupt.abort(new Error("the worker stops"));
    },
  };
  const run = eraseReadings.run({ practiceId: anna.practiceId }, { ...server.services, storage }, interrupt);
  await expect(run).rejects.toThrow("the worker stops");

  await anna.put("/api/settings", { readPages: true });
  await sweep();
  for (const job of made) await anna.run(job, ["read"]);

  const found = await server.services.db.$count(
    pageReadings,
    inArray(
      pageReadings.jobId,
      made.map(({ id }) => id),
    ),
  );
  expect(found).toBe(made.length);
});

test("a reading whose task was lost in a crash is queued again", async () => {
  const job = await anna.converted([["a.txt", "one"]]);
  await anna.take(job, "read");
  const { db } = server.services;
  const before = sql`${fileReadings.createdAt} - interval '5 minutes'`;
  await db.update(fileReadings).set({ createdAt: before }).where(eq(fileReadings.jobId, job.id));
  expect(await sweep()).toMatchObject({ lost: 1 });
  expect(await sweep()).toMatchObject({ lost: 0 });
  expect(await anna.run(job, ["read"])).toMatchObject({ files: [{ reading: { state: "read" } }] });
});

test("a file that was refused when it was converted again is not counted as waiting, and its reading is deleted", async () => {
  const [refused, turnedOff] = [await anna.converted([["a.txt", "one"]]), await anna.converted([["b.txt", "two"]])];
  const { db } = server.services;
  const before = sql`${fileReadings.createdAt} - interval '5 minutes'`;
  const atFirst = await measureReading(db);
  await db.update(fileReadings).set({ createdAt: before }).where(eq(fileReadings.jobId, refused.id));
  await db.update(jobFiles).set({ state: "failed", pagesKey: null }).where(eq(jobFiles.jobId, refused.id));
  expect((await measureReading(db)).waiting).toBe(atFirst.waiting - 1);

  await sweep();
  expect(await anna.rows(refused)).toHaveLength(1);
  await anna.take(refused, "read");
  expect(await sweep()).toMatchObject({ lost: 0 });
  expect(await anna.rows(refused)).toEqual([]);

  await anna.take(turnedOff, "read");
  await db.update(fileReadings).set({ createdAt: before }).where(eq(fileReadings.jobId, turnedOff.id));
  await anna.choose({ readPages: false });
  await sweep();
  expect(await anna.rows(turnedOff)).toEqual([]);
});

test("scans that were not read without Tesseract are read once every worker has it", async () => {
  const without = readingEngine({ readingLanguages: [] });
  const job = await anna.run(await anna.converted([["a.txt", "grebe|unreadable"]]), ["read"], without);
  expect(job).toMatchObject({ files: [{ reading: { state: "not-read" } }] });
  const { db, log } = server.services;
  const able = { ...fakeEngine().health(), readingLanguages: ["eng"] };
  let later = { ...able, readingLanguages: [] as string[] };
  const workers = [await reportWorker(db, () => able, log), await reportWorker(db, () => later, log)];

  expect(await sweep()).toMatchObject({ added: 0 });
  later = able;
  await workers[1]?.now();
  expect(await sweep()).toMatchObject({ added: 1 });
  for (const worker of workers) await worker.stop();

  const read = await anna.run(job, ["read"], readingEngine());
  const detail = "1 page of 2 was not read, because reading took too long.";
  expect(read).toMatchObject({ files: [{ reading: { state: "not-read", detail } }] });
  expect(await anna.findPages("grebe")).toHaveLength(1);
});

test("readings go with the practice's customer data: with a deleted job and a closed practice", async () => {
  const job = await anna.done([["a.txt", "godwit"]]);
  await server.services.db.delete(jobs).where(eq(jobs.id, job.id));
  expect(await anna.rows(job)).toEqual([]);
});
