import type { Engine, FileResult } from "@sheaf/engine/engine-api.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { type NewFile, openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { sealText } from "../../../platform/crypto/sealed-text.ts";
import type { Destinations } from "../destinations.ts";
import { sweepJobs } from "../housekeeping/sweep.task.ts";
import { jobFiles, jobs } from "../table.ts";
import { assembleJob } from "./assemble.task.ts";
import { convertFile } from "./convert.task.ts";

let server: TestServer;
let anna: Practice;

// No worker runs: the tests run the tasks themselves, as workers that die, stall and come back would.
beforeAll(async () => {
  server = await startTestServer();
  anna = await openPractice(server, "growth");
});
afterAll(() => server.close());

const live = { signal: new AbortController().signal };
const worker = (engine: Engine = fakeEngine()) => ({ ...server.services, engine });
const refs = (job: { id: string; files: { id: string }[] }) =>
  job.files.map((file) => ({ practiceId: anna.practiceId, jobId: job.id, fileId: file.id }));
const jobRef = (job: { id: string }) => ({ practiceId: anna.practiceId, jobId: job.id });
const blobsOf = async (job: { id: string }, kind: string) =>
  (await anna.blobs()).filter((key) => key.includes(`${job.id}/${kind}/`));

/** Removes a job's tasks from the queue and returns their names, sorted, without those that read pages. */
async function queued(job: { id: string }): Promise<string[]> {
  const { rows } = await server.services.db.execute<{ name: string }>(
    sql`delete from pgboss.job where data ->> 'jobId' = ${job.id} returning name`,
  );
  return rows.flatMap(({ name }) => (name === "readings.read" ? [] : name)).sort();
}

test("running a conversion twice is harmless, and the assembly is queued once", async () => {
  const job = await anna.job([
    ["a.txt", "one"],
    ["b.txt", "two"],
  ]);
  expect(await queued(job)).toEqual(["jobs.convert-file", "jobs.convert-file"]);
  for (const ref of [...refs(job), ...refs(job)]) await convertFile.run(ref, worker(), live);

  expect(await queued(job)).toEqual(["jobs.assemble"]);
  await Promise.all([1, 2, 3].map(() => assembleJob.run(jobRef(job), worker(), live)));
  await assembleJob.run(jobRef(job), worker(), live);

  expect(await anna.read(job.id)).toMatchObject({ status: "completed", outputs: [{ pages: 2 }] });
  expect(await blobsOf(job, "pages")).toHaveLength(2);
  expect(await blobsOf(job, "outputs")).toHaveLength(1);
});

test("files that end at the same moment queue the assembly once", async () => {
  const job = await anna.job([
    ["a.txt", "one"],
    ["b.txt", "two"],
    ["c.txt", "three"],
  ]);
  await queued(job);
  await Promise.all(refs(job).map((ref) => convertFile.run(ref, worker(), live)));
  expect(await queued(job)).toEqual(["jobs.assemble"]);
});

test("a worker that lost its lease changes nothing", async () => {
  const job = await anna.job([["a.txt", "one"]]);
  const [ref] = refs(job);
  if (!ref) throw new Error("no file");
  const stalled = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const slow: Engine = {
    ...fakeEngine(),
    async convertFile() {
      entered.resolve();
      await stalled.promise;
      return { outcome: "rejected", reason: "timeout", text: "a.txt took too long.", ms: 1 };
    },
  };
  const lost = convertFile.run(ref, worker(slow), live);
  await entered.promise;
  await convertFile.run(ref, worker(), live);
  stalled.resolve();
  await lost;

  expect(await anna.read(job.id)).toMatchObject({
    status: "processing",
    files: [{ state: "converted", message: null }],
  });
  expect(await blobsOf(job, "pages")).toEqual([expect.stringMatching(/-2\.pdf$/)]);
});

test("an aborted run sets no end and no message of its file", async () => {
  const job = await anna.job([["a.txt", "one"]]);
  const [ref] = refs(job);
  if (!ref) throw new Error("no file");
  const stop = new AbortController();
  const engine = fakeEngine({ converting: async () => stop.abort(new Error("the worker is shutting down")) });

  await expect(convertFile.run(ref, worker(engine), { signal: stop.signal })).rejects.toThrow("shutting down");
  expect((await anna.read(job.id)).files[0]).toMatchObject({ state: "converting", message: null });

  await convertFile.run(ref, worker(), live);
  expect((await anna.read(job.id)).files[0]?.state).toBe("converted");
});

test("a conversion that was given up fails its file with a plain message, unless the file has ended by then", async () => {
  const job = await anna.job([
    ["a.txt", "one"],
    ["b.txt", "two"],
  ]);
  const [first, second] = refs(job);
  if (!first || !second) throw new Error("no files");
  await convertFile.run(first, worker(), live);
  await convertFile.onFinalFailure(first, "its workers died", worker());
  await convertFile.onFinalFailure(second, "its workers died", worker());

  const failed = await anna.read(job.id);
  expect(failed.files.map((file) => file.state)).toEqual(["converted", "failed"]);
  expect(failed).toMatchObject({ status: "failed", errorMessage: expect.stringMatching(/^b\.txt could not/) });

  await queued(job);
  const retried = (await anna.post(`/api/jobs/${job.id}/retry`)).json();
  expect(retried).toMatchObject({ status: "pending", light: { word: "Pending" }, errorMessage: null });
  expect(await queued(job), "what was converted is not converted again").toEqual(["jobs.convert-file"]);
});

test("a file that is replaced while the others are being assembled is included when the job is completed", async () => {
  const job = await anna.job(
    [
      ["a.txt", "one"],
      ["b.txt", "bad"],
    ],
    { separateEmails: "true" },
  );
  const [, bad] = refs(job);
  if (!bad) throw new Error("no file");
  for (const ref of refs(job)) await convertFile.run(ref, worker(), live);
  const entered = Promise.withResolvers<void>();
  const replaced = Promise.withResolvers<void>();
  const fake = fakeEngine();
  const slow: Engine = {
    ...fake,
    async assemble(...given) {
      entered.resolve();
      await replaced.promise;
      return fake.assemble(...given);
    },
  };
  const early = assembleJob.run(jobRef(job), worker(slow), live);
  await entered.promise;
  const form = new FormData();
  form.set("files", new File(["two"], "b.txt"));
  expect((await anna.replace(`/api/jobs/${job.id}/files/${bad.fileId}`, form)).statusCode).toBe(200);
  await convertFile.run(bad, worker(), live);
  replaced.resolve();
  await early;
  await assembleJob.run(jobRef(job), worker(), live);

  expect(await anna.read(job.id)).toMatchObject({ status: "completed", outputs: [{ pages: 1 }, { pages: 1 }] });
});

test("separate PDFs are requested from the engine at once, to take one turn among other practices, and keep their order", async () => {
  const job = await anna.job(
    [
      ["a.txt", "one"],
      ["b.txt", "two"],
      ["c.txt", "three"],
    ],
    { separatePdfs: "true" },
  );
  for (const ref of refs(job)) await convertFile.run(ref, worker(), live);
  const all = Promise.withResolvers<void>();
  const fake = fakeEngine();
  const requested: string[] = [];
  const together: Engine = {
    ...fake,
    async assemble(sources, ...rest) {
      requested.push(sources[0]?.title ?? "");
      if (requested.length === 3) all.resolve();
      await all.promise;
      // The first one ends last.
      if (sources[0]?.title === "a.txt") await new Promise(setImmediate);
      return fake.assemble(sources, ...rest);
    },
  };
  await assembleJob.run(jobRef(job), worker(together), live);

  const { outputs } = await anna.read(job.id);
  expect(outputs.map(({ name }) => name)).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
});

test("a merged PDF with more pages than its inbox takes is sent in parts, split between documents", async () => {
  const inbox = { name: "Bright Bakery", email: "bright@example.com", outputEmail: "bakery@multiple.dext.cc" };
  await anna.put(`/api/customers/${anna.customerId}`, inbox);
  const files: NewFile[] = [
    ["a.txt", "one"],
    ["b.txt", "two"],
    ["c.txt", "three"],
  ];
  const job = await anna.job(files, { sendEmail: "true" });
  await anna.put(`/api/customers/${anna.customerId}`, { ...inbox, outputEmail: "" });
  const fake = fakeEngine();
  const long: Engine = {
    ...fake,
    convertFile: async (...given) => ({ ...(await fake.convertFile(...given)), pages: 80 }) as FileResult,
    assemble: async (sources, ...rest) => ({ ...(await fake.assemble(sources, ...rest)), pages: 80 * sources.length }),
  };
  for (const ref of refs(job)) await convertFile.run(ref, worker(long), live);
  await assembleJob.run(jobRef(job), worker(long), live);

  const { outputs, deliveries } = await anna.read(job.id);
  expect(outputs).toMatchObject([{ pages: 240 }]);
  expect(deliveries.map(({ attachments }) => attachments.map(({ pages }) => pages))).toEqual([[160, 80]]);
});

test("assembly uses the PDF limit of the job's destination, and passes the PDFs to it before the job is completed", async () => {
  const job = await anna.job(
    [
      ["a.txt", "one"],
      ["b.txt", "two"],
    ],
    { sendEmail: "true" },
  );
  const told: string[] = [];
  const destinations: Destinations = {
    ...server.services.destinations,
    largestPdf: () => ({ sizeBytes: 1_000_000, pages: 1 }),
    prepare: async () => async (done, made) => {
      const { status } = await anna.read(job.id);
      told.push(`${done.id} ${status}`, ...made.map(({ purpose, pages }) => `${purpose} ${pages}`));
    },
  };
  for (const ref of refs(job)) await convertFile.run(ref, worker(), live);
  await assembleJob.run(jobRef(job), { ...worker(), destinations }, live);

  expect(told).toEqual([`${job.id} processing`, "result 2", "mail 1", "mail 1"]);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed", deliveries: [] });
});

test("a job is not completed when its destination fails to take the PDFs", async () => {
  const job = await anna.job([["a.txt", "one"]], { sendEmail: "true" });
  for (const ref of refs(job)) await convertFile.run(ref, worker(), live);
  const destinations: Destinations = {
    ...server.services.destinations,
    prepare: async () => () => Promise.reject(new Error("nobody is there")),
  };

  await expect(assembleJob.run(jobRef(job), { ...worker(), destinations }, live)).rejects.toThrow("nobody is there");
  expect(await anna.read(job.id)).toMatchObject({ status: "processing", outputs: [] });
});

test("an assembly that was given up fails the job, and a retry repeats only the assembly", async () => {
  const job = await anna.job([["a.txt", "one"]]);
  for (const ref of refs(job)) await convertFile.run(ref, worker(), live);
  await assembleJob.onFinalFailure(jobRef(job), "its workers died", worker());
  expect(await anna.read(job.id)).toMatchObject({
    status: "failed",
    light: { colour: "red" },
    errorMessage: expect.any(String),
  });

  await queued(job);
  expect((await anna.post(`/api/jobs/${job.id}/retry`)).json()).toMatchObject({ status: "processing" });
  expect(await queued(job)).toEqual(["jobs.assemble"]);
  await assembleJob.run(jobRef(job), worker(), live);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed", errorMessage: null });
});

test("a password reaches the engine and is erased when the file ends", async () => {
  const { db, key } = server.services;
  const job = await anna.job([["a.pdf", "one"]]);
  const [ref] = refs(job);
  if (!ref) throw new Error("no file");
  await db
    .update(jobFiles)
    .set({ password: sealText(key, ref.fileId, "sésame") })
    .where(eq(jobFiles.id, ref.fileId));
  const seen: (string | undefined)[] = [];
  const engine: Engine = {
    ...fakeEngine(),
    async convertFile(input, ...rest) {
      seen.push(input.password);
      return fakeEngine().convertFile(input, ...rest);
    },
  };
  await convertFile.run(ref, worker(engine), live);
  expect(seen).toEqual(["sésame"]);
  const [row] = await db.select({ password: jobFiles.password }).from(jobFiles).where(eq(jobFiles.id, ref.fileId));
  expect(row).toEqual({ password: null });
});

test("the sweep queues tasks that were lost in a crash, once, and ignores files that have a task", async () => {
  const { db } = server.services;
  const lostFile = await anna.job([
    ["a.txt", "one"],
    ["b.txt", "two"],
  ]);
  const lostAssembly = await anna.job([["a.txt", "one"]]);
  const busy = await anna.job([["a.txt", "one"]]);
  const fresh = await anna.job([["a.txt", "one"]]);
  const [converting] = refs(lostFile);
  if (!converting) throw new Error("no file");
  const dying = fakeEngine({ converting: () => Promise.reject(new Error("killed")) });
  await expect(convertFile.run(converting, worker(dying), live)).rejects.toThrow("killed");
  for (const ref of refs(lostAssembly)) await convertFile.run(ref, worker(), live);
  for (const job of [lostFile, lostAssembly, fresh]) await queued(job);
  for (const job of [lostFile, lostAssembly, busy]) {
    await db.update(jobs).set({ createdAt: sql`now() - interval '2 minutes'` }).where(eq(jobs.id, job.id));
  }

  await Promise.all([sweepJobs.run({}, worker(), live), sweepJobs.run({}, worker(), live)]);
  await sweepJobs.run({}, worker(), live);

  expect(await queued(lostFile)).toEqual(["jobs.convert-file", "jobs.convert-file"]);
  expect(await queued(lostAssembly)).toEqual(["jobs.assemble"]);
  expect(await queued(busy)).toEqual(["jobs.convert-file"]);
  expect(await queued(fresh)).toEqual([]);
});

test("pages that were lost in the store are made again from the original", async () => {
  const { db, storage } = server.services;
  const job = await anna.job([
    ["a.txt", "one"],
    ["b.txt", "two"],
  ]);
  for (const ref of refs(job)) await convertFile.run(ref, worker(), live);
  const [lost] = await blobsOf(job, "pages");
  await storage.delete([lost ?? ""]);
  await queued(job);

  await assembleJob.run(jobRef(job), worker(), live);
  const seen = await anna.read(job.id);
  expect(seen.files.map((file: { state: string }) => file.state).sort()).toEqual(["converted", "waiting"]);
  await db.update(jobs).set({ createdAt: sql`now() - interval '2 minutes'` }).where(eq(jobs.id, job.id));
  await sweepJobs.run({}, worker(), live);
  expect(await queued(job)).toEqual(["jobs.convert-file"]);

  for (const ref of refs(job)) await convertFile.run(ref, worker(), live);
  await assembleJob.run(jobRef(job), worker(), live);
  expect(await anna.read(job.id)).toMatchObject({ status: "completed", outputs: [{ pages: 2 }] });
});
