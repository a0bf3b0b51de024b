import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { takeQueued } from "../../../../testing/jobs/container-jobs.ts";
import { container, containerTests, fileNamed, pages, statesOf } from "../../../../testing/jobs/container-tests.ts";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { type NewFile, openPractice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { customers } from "../../customers/table.ts";
import { jobFiles, jobs } from "../table.ts";
import { unpackFile } from "./unpack.task.ts";

let server: TestServer;
let anna: ReturnType<typeof containerTests>;

// No worker runs: the tests run the tasks themselves, as workers that die, stall and come back would.
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  anna = containerTests(server, await openPractice(server));
});
afterAll(() => server.close());

const live = { signal: new AbortController().signal };

test("with too few documents left the container waits for a choice, and nothing of it is converted before", async () => {
  await anna.leave(3);
  const job = await anna.ran([["march.zip", container(...pages(5), "aside-b.txt=two")]]);
  expect(job).toMatchObject({
    status: "failed",
    light: { word: "Needs you" },
    errorMessage: expect.stringMatching(
      /^march\.zip contains 5 documents, but only 3 of your plan’s \d+ are left for it until .* Choose which to convert, or upgrade and try again\.$/,
    ),
    files: [{ state: "refused", awaitsChoice: true }, ...Array(6).fill({ state: "set-aside", canBringBack: false })],
  });
  expect(await anna.documentsUsed()).toBe(1);
  expect(await takeQueued(server, job.id)).toEqual([]);
  const choice = (await anna.get(`/api/jobs/${job.id}/files/${job.files[0]?.id}/choice`)).json();
  expect(choice).toEqual({ documentsLeft: 3, itemIds: job.files.slice(1, 6).map(({ id }) => id) });

  const itemIds = choice.itemIds.slice(1, 4);
  const four = await anna.act(job, "march.zip", "choose", { itemIds: choice.itemIds.slice(0, 4) });
  expect(four.json()).toMatchObject({ code: "quota-reached" });
  expect((await anna.act(job, "march.zip", "choose", { itemIds: [job.files[6]?.id] })).json().code).toBe("no-choice");
  expect((await anna.post(`/api/jobs/${job.id}/retry`)).json()).toMatchObject({ code: "quota-reached" });
  await anna.act(job, "march.zip", "choose", { itemIds });
  expect((await anna.act(job, "march.zip", "choose", { itemIds })).json()).toMatchObject({ code: "no-choice" });
  await anna.run(job);
  const done = await anna.read(job.id);
  expect(statesOf(done)).toEqual([
    "march.zip: unpacked",
    "march.zip › 0.txt: set-aside",
    ...[1, 2, 3].map((index) => `march.zip › ${index}.txt: converted`),
    "march.zip › 4.txt: set-aside",
    "march.zip › aside-b.txt: set-aside",
  ]);
  expect(done).toMatchObject({ status: "completed", light: { word: "Ready" } });
  expect(await anna.documentsUsed()).toBe(3);
  await anna.expectBooksToBalance();
  expect(await anna.originalsOf(job)).toHaveLength(1);

  expect((await anna.act(done, "0.txt", "bring-back")).json()).toMatchObject({ code: "quota-reached" });
  await anna.leave(1);
  expect((await anna.act(done, "0.txt", "bring-back")).statusCode).toBe(200);
  await anna.run(job);
  expect(await anna.textOf(job)).toMatch(/0\.txt\[page 0\]/);
  await anna.expectBooksToBalance();
});

test("after an upgrade, trying again converts the whole container, and retries never reserve twice", async () => {
  await anna.leave(2);
  const job = await anna.ran([["march.zip", container(...pages(4), "unsafe-x.txt=no")]]);
  await anna.leave(20);
  await Promise.all([anna.post(`/api/jobs/${job.id}/retry`), anna.post(`/api/jobs/${job.id}/retry`)]);
  await anna.run(job);
  const failed = await anna.read(job.id);
  expect(failed).toMatchObject({
    status: "failed",
    errorMessage: "march.zip › unsafe-x.txt has an unsafe name.",
  });
  expect(await anna.documentsUsed()).toBe(5);
  await anna.post(`/api/jobs/${job.id}/retry`);
  await anna.run(job);
  expect(await anna.documentsUsed()).toBe(5);
  await anna.act(failed, "unsafe-x.txt", "leave-out");
  await anna.run(job);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed", outputs: [{ pages: 4 }] });
  expect(await anna.documentsUsed()).toBe(4);
  await anna.expectBooksToBalance();
});

test("a container that waits for a choice is replaced or left out with its items", async () => {
  await anna.leave(4);
  const files: NewFile[] = [
    ["a.txt", "one"],
    ["march.zip", container(...pages(4))],
    ["z.txt", "last"],
  ];
  const job = await anna.ran(files, { separatePdfs: "true" });
  await anna.replaceNamed(job, "march.zip", ["march.txt", "instead"]);
  expect((await anna.read(job.id)).version, "without the items").toBeGreaterThan(job.version);
  await anna.run(job);
  const done = await anna.read(job.id);
  expect(statesOf(done)).toEqual(["a.txt: converted", "march.txt: converted", "z.txt: converted"]);
  expect(done.outputs.map(({ name }) => name)).toEqual(["a.pdf", "march.pdf", "z.pdf"]);
  expect(await anna.originalsOf(job)).toHaveLength(3);
  await anna.expectBooksToBalance();

  await anna.leave(4);
  const other = await anna.ran(files);
  await anna.act(other, "march.zip", "leave-out");
  await anna.run(other);
  const left = await anna.read(other.id);
  expect(left).toMatchObject({ status: "completed", outputs: [{ pages: 2 }] });
  expect(fileNamed(left, "1.txt")).toMatchObject({ message: "march.zip › 1.txt was not chosen.", canBringBack: true });
  await anna.expectBooksToBalance();
  await anna.act(left, "1.txt", "bring-back");
  await anna.run(other);
  expect(await anna.textOf(other)).toMatch(/one.*page 1.*last/s);
  await anna.expectBooksToBalance();
});

test("two containers that are unpacked at once share what is left: one waits, and nothing is reserved twice", async () => {
  await anna.leave(5);
  const files: NewFile[] = [
    ["a.zip", container(...pages(4))],
    ["b.zip", container(...pages(4))],
  ];
  const job = await anna.readyToUnpack(files);
  await Promise.all([0, 1].map((index) => unpackFile.run(anna.refOf(job, index), anna.worker(), live)));
  const now = await anna.read(job.id);
  expect(now.files.filter(({ awaitsChoice }) => awaitsChoice)).toHaveLength(1);
  expect(await anna.documentsUsed()).toBe(5);
  await anna.expectBooksToBalance();
  await anna.run(job);
  expect(await anna.documentsUsed()).toBe(5);
});

test("a job is charged to its own period, also when that ended or another job used it up meanwhile", async () => {
  const job = await anna.job([["a.zip", container(...pages(3))]]);
  await anna.expire();
  await anna.run(job);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed", outputs: [{ pages: 3 }] });
  expect(await anna.documentsUsed()).toBe(3);
  await anna.expectBooksToBalance();

  anna = containerTests(server, await openPractice(server));
  await anna.leave(3);
  const slow = await anna.readyToUnpack([["a.zip", container(...pages(3))]]);
  const taking = fakeEngine({ unpacking: async (path) => void (path === "1.txt" && (await anna.leave(0))) });
  await unpackFile.run(anna.refOf(slow), anna.worker(taking), live);
  expect((await anna.read(slow.id)).files[0]).toMatchObject({
    awaitsChoice: true,
    message: expect.stringContaining("contains 3 documents, but only 1 of your plan’s"),
  });
  await anna.expectBooksToBalance();
});

test("a customer who is deleted while a container is unpacked changes nothing for its items", async () => {
  const { db } = server.services;
  const job = await anna.readyToUnpack([["mail.zip", container("Message.txt=See attached", "a.txt=one")]]);
  await db.update(customers).set({ emailText: "never" }).where(eq(customers.id, anna.customerId));
  const deleting = fakeEngine({
    unpacking: async (path) => void (path === "a.txt" && (await anna.delete(`/api/customers/${anna.customerId}`))),
  });
  await unpackFile.run(anna.refOf(job), anna.worker(deleting), live);
  await anna.run(job);
  const done = await anna.read(job.id);
  expect(done).toMatchObject({ status: "completed", customer: { id: null }, outputs: [{ pages: 1 }] });
  await anna.act(done, "Message.txt", "bring-back", { rememberForCustomer: true });
  await anna.run(job);
  expect(await anna.textOf(job)).toContain("See attached");
});

test("a practice that is closed while 500 items are unpacked leaves no file and no row behind", async () => {
  const { db } = server.services;
  const job = await anna.readyToUnpack([["a.zip", container(...pages(500))]]);
  const closing = fakeEngine({
    unpacking: async (path) => void (path === "499.txt" && (await db.delete(jobs).where(eq(jobs.id, job.id)))),
  });
  await unpackFile.run(anna.refOf(job), anna.worker(closing), live);
  expect(await db.$count(jobFiles, eq(jobFiles.jobId, job.id))).toBe(0);
  expect((await anna.blobsOf(job)).filter((key) => key !== `originals/${job.files[0]?.id}`)).toEqual([]);
});

test("500 items are added in their order, each with its index, a task and a document", async () => {
  await anna.leave(500);
  const job = await anna.readyToUnpack([["a.zip", container(...pages(500))]]);
  await unpackFile.run(anna.refOf(job), anna.worker(), live);
  const { db } = server.services;
  const rows = await db
    .select({ position: jobFiles.position, index: jobFiles.itemIndex })
    .from(jobFiles)
    .where(eq(jobFiles.jobId, job.id))
    .orderBy(asc(jobFiles.position));
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 501 }, (_, index) => index));
  expect(rows.slice(1).map(({ index }) => index)).toEqual(Array.from({ length: 500 }, (_, index) => index));
  expect(await takeQueued(server, job.id)).toHaveLength(500);
  expect(await anna.documentsUsed()).toBe(500);
});

test("what a killed worker had unpacked is deleted by the next run, and no document is reserved twice", async () => {
  const job = await anna.readyToUnpack([["a.zip", container(...pages(3), "aside-b.txt=two")]]);
  const { storage } = server.services;
  // A killed process runs none of its clean-up: its blobs stay, and its attempt is never ended.
  const killed = { ...anna.worker(), storage: { ...storage, put: storage.put.bind(storage), delete: never } };
  killed.engine = fakeEngine({ unpacking: (path) => (path === "2.txt" ? never() : Promise.resolve()) });
  void unpackFile.run(anna.refOf(job), killed, live);
  await vi.waitFor(async () => expect(await anna.originalsOf(job)).toHaveLength(3));
  expect(await anna.documentsUsed()).toBe(1);

  await unpackFile.run(anna.refOf(job), anna.worker(), live);
  expect(await anna.originalsOf(job), "the container and its three documents").toHaveLength(4);
  await anna.run(job);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed", outputs: [{ pages: 3 }] });
  expect(await anna.originalsOf(job)).toHaveLength(1);
  expect(await anna.documentsUsed()).toBe(3);
  await anna.expectBooksToBalance();
});

const never = () => new Promise<never>(() => {});
