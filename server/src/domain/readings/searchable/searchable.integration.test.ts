import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openPractice } from "../../../../testing/jobs/practice.ts";
import { readingEngine } from "../../../../testing/jobs/reading-engine.ts";
import { readingTests } from "../../../../testing/jobs/reading-tests.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { deleteOldFiles } from "../../jobs/housekeeping/retention.task.ts";
import { jobs, outputs } from "../../jobs/table.ts";
import { eraseReadings } from "../erase-readings.task.ts";
import { readFile } from "../lane/read-file.task.ts";
import { makeSearchable } from "./make-searchable.task.ts";

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
const searchableKeys = async () => (await anna.blobs()).filter((key) => key.includes("/searchable/"));
const download = async (job: Job) => (await anna.get(job.pdfPath ?? "")).body;

test("a PDF is downloaded with the words of its scans as soon as all of its files are read", async () => {
  const made = await anna.run(
    await anna.converted([
      ["a.txt", "kestrel|heron"],
      ["b.txt", "osprey"],
    ]),
    ["assemble"],
  );
  const plain = await download(made);
  expect(await anna.take(made, "text"), "nothing can be made yet").toEqual([]);

  const read = await anna.run(made, ["read"]);
  const [task, ...others] = await anna.take(read, "text");
  expect(others, "it is tried once").toEqual([]);
  if (task) await makeSearchable.run(task, { ...server.services, engine: readingEngine() }, live);
  const done = await anna.read(made.id);

  const body = await download(done);
  expect(body).toBe(`${plain} with text kestrel heron osprey`);
  expect(done.outputs).toMatchObject([
    {
      sizeBytes: Buffer.byteLength(plain),
      searchable: { sizeBytes: Buffer.byteLength(body), sha256: createHash("sha256").update(body).digest("hex") },
    },
  ]);
  expect(done.version).toBeGreaterThan(made.version);
  expect((await anna.get(done.outputs[0]?.previewPath ?? "")).body).toBe(body);
  const [row] = await anna.outputRows(done);
  expect(row?.sha256).toBe(createHash("sha256").update(plain).digest("hex"));
});

test("of separate PDFs each gets its text when its own file is read", async () => {
  const files: [string, string][] = [
    ["a.txt", "kestrel"],
    ["b.txt", "osprey"],
  ];
  const job = await anna.run(await anna.converted(files, { separatePdfs: "true" }), ["assemble"]);
  const withText = async () => {
    const { outputs: made } = await anna.run(job, ["text"]);
    return made.filter(({ searchable }) => searchable).length;
  };
  const counts: number[] = [];
  for (const reading of await anna.take(job, "read")) {
    await readFile.run(reading, { ...server.services, engine: readingEngine() }, live);
    counts.push(await withText());
  }
  expect(counts).toEqual([1, 2]);
});

test("a job whose pages are read before its PDFs are made gets its text after that", async () => {
  const job = await anna.run(await anna.done([["a.txt", "kestrel"]]), ["text"]);
  expect(await download(job)).toContain("with text kestrel");
});

test.each(["gone", "damaged"])("a PDF whose version with text is %s is downloaded without it", async (how) => {
  const { storage } = server.services;
  const files: [string, string][] = [
    ["a.txt", "kestrel"],
    ["b.txt", "osprey"],
  ];
  for (const job of [await anna.done(files), await anna.done(files, { separatePdfs: "true" })]) {
    const plain = await anna.texts(job);
    const withText = await anna.run(job, ["text"]);
    for (const { searchableKey } of await anna.outputRows(withText)) {
      await storage.delete([searchableKey ?? ""]);
      if (how === "damaged") await storage.put(searchableKey ?? "", Readable.from(["something else"]));
    }

    const downloaded = await anna.get(withText.pdfPath ?? "");

    expect(downloaded.statusCode).toBe(200);
    for (const text of plain) expect(downloaded.body).toContain(text);
    expect(downloaded.body).not.toMatch(/with text|something else/);
  }
});

test("PDFs in a ZIP, for one job and for several, have their text too", async () => {
  const files: [string, string][] = [
    ["a.txt", "kestrel"],
    ["b.txt", "osprey"],
  ];
  const job = await anna.run(await anna.done(files, { separatePdfs: "true" }), ["text"]);
  expect(job.outputs).toHaveLength(2);
  const zip = await download(job);
  for (const word of ["kestrel", "osprey"]) expect(zip).toContain(`with text ${word}`);
});

test("pages that were chosen and turned have their own words, turned as they are", async () => {
  const given: string[] = [];
  const fake = readingEngine();
  const engine = {
    ...fake,
    async addText(...call: Parameters<typeof fake.addText>) {
      for (const { page, words, width } of call[2]) given.push(`${page} ${Math.round(width)} ${words[0]?.text}`);
      return fake.addText(...call);
    },
  };
  const job = await anna.converted([
    ["a.txt", "one|two|three"],
    ["b.txt", "four"],
  ]);
  const [a, b] = job.files.map(({ id }) => id);
  const pages = [
    { fileId: b, page: 1, turn: 0 },
    { fileId: a, page: 3, turn: 90 },
    { fileId: a, page: 1, turn: 0 },
  ];
  await server.services.db
    .update(jobs)
    .set({ arrangement: [{ pages }] as never })
    .where(eq(jobs.id, job.id));
  await anna.run(job, ["assemble", "read", "text"], engine);
  expect(given).toEqual(["1 595 four", "2 842 three", "3 595 one"]);
});

test("a PDF made before its pages were recorded gets the words of its files in order", async () => {
  const job = await anna.done([
    ["a.txt", "one|two"],
    ["b.txt", "three"],
  ]);
  await server.services.db.update(outputs).set({ pageRuns: null, pages: 3 }).where(eq(outputs.jobId, job.id));
  expect(await download(await anna.run(job, ["text"]))).toContain("with text one two three");
});

test("a PDF whose pages have text of their own, or were not read, stays as it is", async () => {
  const job = await anna.run(await anna.done([["a.txt", "unreadable"]]), ["text"]);
  expect(job.outputs).toMatchObject([{ searchable: null }]);
  expect(await download(job)).not.toContain("with text");
});

test("a failure of the engine leaves the PDF as it was made", async () => {
  const broken = {
    ...readingEngine(),
    async addText() {
      throw new Error("the child died twice");
    },
  };
  const job = await anna.run(await anna.done([["a.txt", "kestrel"]]), ["text"], broken);
  expect(job).toMatchObject({ status: "completed", outputs: [{ searchable: null }] });
  expect(await download(job)).toContain("kestrel");
});

test("versions with text are deleted when reading is turned off, and are not made any more", async () => {
  const job = await anna.run(await anna.done([["a.txt", "kestrel"]]), ["text"]);
  const late = await anna.done([["b.txt", "osprey"]]);
  expect(await searchableKeys()).not.toEqual([]);
  await anna.choose({ readPages: false });
  await anna.run(late, ["text"]);
  await eraseReadings.run({ practiceId: anna.practiceId }, server.services, live);
  expect(await searchableKeys()).toEqual([]);
  expect(await anna.read(job.id)).toMatchObject({ outputs: [{ searchable: null }] });
  expect(await download(job)).not.toContain("with text");
});

test("a PDF that was made with text while reading was turned off keeps none", async () => {
  await anna.choose({ waitForReading: true, searchableDestinations: ["other"] });
  const job = await anna.run(await anna.converted([["a.txt", "kestrel"]], { sendEmail: "true" }), ["read"]);
  const before = await searchableKeys();
  const fake = readingEngine();
  const made: number[] = [];
  const engine = {
    ...fake,
    async addText(...call: Parameters<typeof fake.addText>) {
      const text = await fake.addText(...call);
      await anna.put("/api/settings", { readPages: false });
      await eraseReadings.run({ practiceId: anna.practiceId }, server.services, live);
      made.push(text.words);
      return text;
    },
  };

  const done = await anna.run(job, ["assemble"], engine);

  expect(made).toEqual([1]);
  expect(done).toMatchObject({ status: "completed", outputs: [{ searchable: null }] });
  expect((await searchableKeys()).filter((key) => !before.includes(key))).toEqual([]);
});

test("versions with text are deleted with the files of their job; size and hash stay", async () => {
  const job = await anna.run(await anna.done([["a.txt", "kestrel"]]), ["text"]);
  const before = await searchableKeys();
  expect(before).toHaveLength(1);
  const past = sql`now() - interval '400 days'`;
  await server.services.db.update(jobs).set({ settledAt: past, createdAt: past }).where(eq(jobs.id, job.id));
  await deleteOldFiles.run({}, server.services, live);
  expect(await searchableKeys()).toEqual([]);
  const [row] = await anna.outputRows(job);
  expect(row).toMatchObject({ blobKey: null, searchableKey: null });
  expect(row?.searchableSha256).toMatch(/^[0-9a-f]{64}$/);
});
