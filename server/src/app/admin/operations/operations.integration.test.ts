import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { administrator, type SignedInAdmin } from "../../../../testing/admin/administrator.ts";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { rollUpCounts } from "../../../domain/metrics/roll-up.task.ts";
import { newId } from "../../../platform/ids.ts";
import { noteRun, recorded } from "../../../platform/observe/scheduled.ts";
import { setUpQueue } from "../../../platform/queue/pg-boss-queue.ts";
import { defineTask } from "../../../platform/queue/task.ts";
import { reportWorker } from "../../../platform/queue/workers.ts";
import { backups } from "../../backup/table.ts";

let server: TestServer;
let admin: SignedInAdmin;
let anna: Practice;
let runs = 0;
let broken = true;

/** Fails while `broken` is true, with a message that contains an email address. */
const brittle = defineTask({
  name: "test.brittle",
  attempts: 1,
  timeoutMs: 10_000,
  payload: z.object({ practiceId: z.uuid() }),
  async run() {
    runs += 1;
    if (broken) throw new Error("550 <jane@bakery.example> is unknown");
  },
  async onFinalFailure() {},
});

let stubbornRuns = 0;
/** Always fails. */
const stubborn = defineTask({
  name: "test.stubborn",
  attempts: 2,
  timeoutMs: 10_000,
  payload: z.object({ practiceId: z.uuid() }),
  async run() {
    stubbornRuns += 1;
    throw new Error("no");
  },
  async onFinalFailure() {},
});

let storeIsAway = false;
const converting = async () => {
  if (storeIsAway) throw new Error("the store is away");
};

beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine({ converting }) });
  const { databaseUrl, log, queue } = server.services;
  await setUpQueue(databaseUrl, [brittle, stubborn], log);
  await queue.work(brittle, {}, { slots: 1, perGroup: 1 });
  await queue.work(stubborn, {}, { slots: 1, perGroup: 1 });
  admin = await administrator(server);
  anna = await openPractice(server, "small-firm");
});
afterAll(() => server.close());

const operations = async () => (await admin.get("/api/admin/operations")).json();
const failedTasks = async () => (await admin.get("/api/admin/failed-tasks")).json();

async function addBrittle(): Promise<void> {
  const { db, queue } = server.services;
  const { practiceId } = anna;
  await db.transaction((tx) => queue.add(tx, brittle, { practiceId }, { group: practiceId }));
}

test("[S9.28] operations shows conversions, refusals, emails and stored bytes of a recent upload", async () => {
  const files: [string, string][] = [
    ["good.txt", "good"],
    ["bad.csv", "bad"],
  ];
  const job = await anna.job(files, { sendEmail: "true", separateEmails: "true" });
  await anna.ended(job.id);

  // The job has failed, but the PDF of its good file is made and sent.
  await expect.poll(async () => (await operations()).mail).toEqual([{ provider: "outbox", state: "kept", count: 1 }]);
  const now = await operations();
  expect(now.conversions).toEqual([
    { format: "csv", perMinute: 0.02, p50Ms: 0, p95Ms: 0, refused: 1 },
    { format: "txt", perMinute: 0.02, p50Ms: 2, p95Ms: 2, refused: 0 },
  ]);
  expect(now.refusals).toEqual([{ reason: "damaged", count: 1 }]);
  // Both originals, the converted pages "[good]" and the PDF made of them.
  const pdf = (await anna.read(job.id)).outputs[0]?.sizeBytes ?? 0;
  expect(now.storage).toMatchObject({ kind: "local", storedBytes: 4 + 3 + 6 + pdf, freeBytes: expect.any(Number) });
  expect(now.services[0]).toEqual({
    name: "PostgreSQL",
    kind: "external",
    version: expect.stringMatching(/^\d+\.\d+$/),
  });
});

test("operations shows the time of the last backup", async () => {
  expect((await operations()).lastBackupAt).toBeNull();
  const at = new Date("2026-11-20T03:00:00Z");
  await server.services.db.insert(backups).values([
    { id: newId(), startedAt: at, endedAt: at, rows: 1 },
    { id: newId(), startedAt: new Date(0), endedAt: new Date(0), rows: 1 },
  ]);
  expect((await operations()).lastBackupAt).toBe(at.toISOString());
});

test("operations shows time and counts of the last run of each scheduled task, and the number of missing files", async () => {
  const { db } = server.services;
  expect((await operations()).storage.missingFiles).toBeNull();
  await noteRun(db, "storage.reconcile", 900, { doneAt: new Date(), found: { files: 7, deleted: 0, missing: 2 } });
  await recorded(rollUpCounts).run({}, server.services, { signal: new AbortController().signal });
  const { storage, scheduled } = await operations();
  expect(storage.missingFiles).toBe(2);
  const named = (task: string) => scheduled.find((run: { task: string }) => run.task === task);
  expect(named("storage.reconcile")).toMatchObject({ ms: 900, failedAt: null, found: { missing: 2 } });
  expect(named("metrics.roll-up")).toMatchObject({ doneAt: expect.any(String), found: { counts: expect.any(Number) } });
});

test("a worker is listed with its version and sandbox while it is running", async () => {
  const { db, log } = server.services;
  const health = { sandbox: "landlock" as const, office: "kit" as const, officeVersion: "25.2", notes: ["Weaker."] };
  const report = await reportWorker(db, () => ({ ...fakeEngine().health(), ...health }), log);

  const { workers } = await operations();
  await report.stop();

  expect(workers).toEqual([
    {
      id: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      sandbox: "landlock",
      notes: ["Weaker."],
      converts: true,
      lastSeenAt: expect.any(String),
    },
  ]);
  expect((await operations()).workers).toEqual([]);
});

test("an administrator retries or discards a failed task, with a reason", async () => {
  await addBrittle();
  await expect.poll(failedTasks).toHaveLength(1);
  const [failed] = await failedTasks();
  expect(failed).toMatchObject({
    task: "test.brittle",
    attempts: 1,
    practiceId: anna.practiceId,
    error: "550 <…@…> is unknown",
  });
  const { queue } = await operations();
  expect(queue).toContainEqual(expect.objectContaining({ task: "test.brittle", failed: 1 }));

  const act = (how: string, reason = "The mail server is back") =>
    admin.post(`/api/admin/failed-tasks/${failed.id}/${how}`, { reason });
  expect((await act("retry", " ")).statusCode).toBe(400);
  broken = false;
  expect((await act("retry")).statusCode).toBe(204);
  await expect.poll(() => runs).toBe(2);
  expect(await failedTasks()).toEqual([]);
  expect((await act("retry")).json().code).toBe("task-not-found");

  broken = true;
  await addBrittle();
  await expect.poll(failedTasks).toHaveLength(1);
  const [again] = await failedTasks();
  await admin.post(`/api/admin/failed-tasks/${again.id}/discard`, { reason: "Sent by hand" });
  expect(await failedTasks()).toEqual([]);
  const actions = (await admin.get("/api/admin/actions")).json();
  expect(actions.map(({ what, reason }: { what: string; reason: string }) => [what, reason]).slice(0, 2)).toEqual([
    ["Discarded a failed task: test.brittle", "Sent by hand"],
    ["Restarted a failed task: test.brittle", "The mail server is back"],
  ]);
});

test("a retried task gets all its attempts again", async () => {
  const { db, queue } = server.services;
  const { practiceId } = anna;
  await db.transaction((tx) => queue.add(tx, stubborn, { practiceId }, { group: practiceId }));
  await expect.poll(failedTasks).toHaveLength(1);
  const [{ id }] = await failedTasks();
  expect(stubbornRuns).toBe(2);

  await admin.post(`/api/admin/failed-tasks/${id}/retry`, { reason: "Once more" });
  await expect.poll(() => stubbornRuns).toBe(4);
  await expect.poll(failedTasks).toHaveLength(1);
  await admin.post(`/api/admin/failed-tasks/${id}/discard`, { reason: "Enough" });
});

test("retrying a failed conversion completes its job", async () => {
  storeIsAway = true;
  const job = await anna.job([["a.txt", "a"]]);
  const status = async () => (await anna.read(job.id)).status;
  await expect.poll(status).toBe("failed");
  const [{ id, task }] = await failedTasks();
  expect(task).toBe("jobs.convert-file");

  storeIsAway = false;
  const act = () => admin.post(`/api/admin/failed-tasks/${id}/retry`, { reason: "The store is back" });
  expect((await act()).statusCode).toBe(204);
  expect((await anna.ended(job.id)).status).toBe("completed");
  expect(await failedTasks()).toEqual([]);
});

test("a delayed task does not count as waiting", async () => {
  const { db, queue } = server.services;
  const { practiceId } = anna;
  await db.transaction((tx) => queue.add(tx, brittle, { practiceId }, { group: practiceId, delayMs: 3_600_000 }));

  // Tasks of the previous test may still be waiting for a moment.
  const known = async () => (await operations()).queue.find(({ task }: { task: string }) => task === "test.brittle");
  await expect.poll(known).toMatchObject({ waiting: 0, oldestWaitingAt: null });

  await db.execute(sql`delete from pgboss.job where name = 'test.brittle'`);
});
