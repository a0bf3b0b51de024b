import type { Arrangement } from "@sheaf/contracts/arrangement.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import type { Engine, FileResult } from "@sheaf/engine/engine-api.ts";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { type NewFile, openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { jobFiles, jobs, outputs } from "../table.ts";
import { assembleJob } from "./assemble.task.ts";
import { convertFile } from "./convert.task.ts";

let server: TestServer;
let anna: Practice;

beforeAll(async () => {
  server = await startTestServer();
  anna = await openPractice(server, "growth");
});
afterAll(() => server.close());

const live = { signal: new AbortController().signal };
const fake = fakeEngine();
/** Every file has three pages. */
const threePages: Engine = {
  ...fake,
  convertFile: async (...given) => {
    const result = await fake.convertFile(...given);
    return result.outcome === "converted" ? ({ ...result, pages: 3 } satisfies FileResult) : result;
  },
};
const worker = (engine = threePages) => ({ ...server.services, engine });
const refOf = (job: Job) => ({ practiceId: anna.practiceId, jobId: job.id });

/** Creates a job with this arrangement. Pages are `[file, page, turn]`; `file` is an index of the job's files. */
async function arrangedJob(
  files: NewFile[],
  documents: [file: number, page: number, turn: 0 | 90 | 180 | 270][][],
  fields: Record<string, string> = {},
): Promise<Job> {
  const job = await anna.job(files, fields);
  const arrangement: Arrangement = documents.map((pages) => ({
    pages: pages.map(([file, page, turn]) => ({ fileId: job.files[file]?.id ?? "", page, turn })),
  }));
  await server.services.db.update(jobs).set({ arrangement }).where(eq(jobs.id, job.id));
  await convertAll(job);
  return job;
}

async function convertAll(job: Job): Promise<void> {
  for (const { id: fileId } of job.files) await convertFile.run({ ...refOf(job), fileId }, worker(), live);
}

async function storedOutputs(job: Job) {
  const { db, storage } = server.services;
  const ofJob = and(eq(outputs.jobId, job.id), eq(outputs.purpose, "result"));
  const rows = await db.select().from(outputs).where(ofJob).orderBy(outputs.position);
  return Promise.all(
    rows.map(async ({ name, pages, fileIds, blobKey }) => ({
      name,
      pages,
      fileIds,
      text: (await (await storage.open(blobKey ?? "")).toArray()).join("").replace(/^.*?: /, ""),
    })),
  );
}

const files: NewFile[] = [
  ["a.txt", "one"],
  ["b.txt", "two"],
];

test("each document becomes a PDF of its rotated pages, and pages in no document are omitted", async () => {
  const job = await arrangedJob(files, [
    [
      [1, 2, 90],
      [0, 3, 0],
      [1, 1, 0],
    ],
    [[0, 1, 180]],
  ]);
  await assembleJob.run(refOf(job), worker(), live);

  const [a, b] = job.files.map(({ id }) => id);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed" });
  expect(await storedOutputs(job)).toEqual([
    {
      name: expect.stringMatching(/^Bright Bakery .*\.pdf$/),
      pages: 3,
      fileIds: [b, a],
      text: "b.txt[two] page 2 turned 90 a.txt[one] page 3 turned 0 b.txt[two] page 1 turned 0",
    },
    { name: "a.pdf", pages: 1, fileIds: [a], text: "a.txt[one] page 1 turned 180" },
  ]);
});

test("a job without an arrangement is assembled from whole files", async () => {
  const job = await anna.job(files);
  await convertAll(job);
  await assembleJob.run(refOf(job), worker(), live);
  expect(await storedOutputs(job)).toMatchObject([{ text: "a.txt[one] b.txt[two]" }]);
});

test("separate emails carry one document each and name it in the subject", async () => {
  const documents = [[[0, 1, 0]], [[0, 2, 0]], [[0, 3, 0]]] satisfies Parameters<typeof arrangedJob>[1];
  const job = await arrangedJob([["scan.txt", "one"]], documents, { sendEmail: "true", separateEmails: "true" });
  await assembleJob.run(refOf(job), worker(), live);

  const { deliveries } = await anna.read(job.id);
  expect(deliveries.map(({ attachments }) => attachments.map(({ name }) => name))).toEqual([
    ["scan.pdf"],
    ["scan (2).pdf"],
    ["scan (3).pdf"],
  ]);
  expect(new Set(deliveries.map(({ subject }) => subject)).size).toBe(3);
});

test("a document waits for all of its files, and other documents do not wait for it", async () => {
  const withBad: NewFile[] = [
    ["a.txt", "one"],
    ["b.txt", "bad"],
  ];
  const documents = [
    [
      [0, 1, 0],
      [1, 1, 0],
    ],
    [[0, 2, 0]],
  ] satisfies Parameters<typeof arrangedJob>[1];
  const job = await arrangedJob(withBad, documents, { separateEmails: "true" });
  await assembleJob.run(refOf(job), worker(), live);
  expect(await anna.read(job.id)).toMatchObject({ status: "failed" });
  expect(await storedOutputs(job)).toMatchObject([{ text: "a.txt[one] page 2 turned 0" }]);

  const bad = job.files[1]?.id;
  expect((await anna.post(`/api/jobs/${job.id}/files/${bad}/leave-out`)).statusCode).toBe(200);
  await assembleJob.run(refOf(job), worker(), live);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed" });
  expect(await storedOutputs(job)).toMatchObject([
    { text: "a.txt[one] page 1 turned 0", fileIds: [job.files[0]?.id] },
    { text: "a.txt[one] page 2 turned 0" },
  ]);
});

test("a document that is too large for an email is split into parts with only its own pages", async () => {
  const inbox = { name: "Bright Bakery", email: "bright@example.com", outputEmail: "bakery@multiple.dext.cc" };
  await anna.put(`/api/customers/${anna.customerId}`, inbox);
  const many = Array.from({ length: 120 }, (): [number, number, 0] => [0, 1, 0]);
  const more = Array.from({ length: 120 }, (): [number, number, 0] => [1, 2, 0]);
  const job = await arrangedJob(files, [[...many, ...more], [[0, 3, 0]]], { sendEmail: "true" });
  await anna.put(`/api/customers/${anna.customerId}`, { ...inbox, outputEmail: "" });
  await assembleJob.run(refOf(job), worker(), live);

  const { outputs: results, deliveries } = await anna.read(job.id);
  expect(results).toMatchObject([{ pages: 240 }, { pages: 1 }]);
  const sent = deliveries.flatMap(({ attachments }) => attachments.map(({ name, pages }) => [name, pages]));
  expect(sent).toEqual([
    [expect.stringContaining("part 1 of 2"), 120],
    [expect.stringContaining("part 2 of 2"), 120],
    ["a.pdf", 1],
  ]);
});

test("an arrangement without any page of the job fails with that message", async () => {
  const job = await arrangedJob(files, [[[1, 1, 0]]]);
  const { db } = server.services;
  await db
    .update(jobFiles)
    .set({ state: "left-out" })
    .where(eq(jobFiles.id, job.files[1]?.id ?? ""));
  await expect(assembleJob.run(refOf(job), worker(), live)).rejects.toThrow("No page of the job");
});
