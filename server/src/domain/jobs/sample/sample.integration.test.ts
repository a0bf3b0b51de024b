import type { Job } from "@sheaf/contracts/jobs.ts";
import type { SampleJob } from "@sheaf/contracts/sample-job.ts";
import type { Engine } from "@sheaf/engine/engine-api.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { administrator } from "../../../../testing/admin/administrator.ts";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { insertJobs } from "../../../../testing/jobs/job-rows.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { join } from "../../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { filesOf } from "../../../app/export/export-files.ts";
import { exportLists } from "../../../app/export/export-lists.ts";
import { metrics } from "../../../platform/observe/registry.ts";
import { sendBillingEmails } from "../../billing/emails/send.task.ts";
import { recount } from "../../metrics/recount.ts";
import { recountPractices } from "../../metrics/recount-practices.ts";
import { rollUpDailyChanges, rollUpPracticeChanges } from "../../metrics/roll-up.ts";
import { practices } from "../../practices/table.ts";
import { deleteOldFiles } from "../housekeeping/retention.task.ts";
import { jobFiles, jobs, outputs } from "../table.ts";
import { eraseJobFiles } from "./erase-files.task.ts";
import { readPapers } from "./papers.ts";

let server: TestServer;
/** Conversions wait for this promise. */
let released: Promise<void> = Promise.resolve();

beforeAll(async () => {
  server = await startTestServer({ worker: await sampleEngine() });
});
beforeEach(() => {
  released = Promise.resolve();
});
afterAll(() => server.close());

/** Requires the password of the protected paper, and reports the first paper as damaged. */
async function sampleEngine(): Promise<Engine> {
  const engine = fakeEngine();
  const [damaged, ...others] = await readPapers(new Date());
  const locked = others.find(({ password }) => password);
  return {
    ...engine,
    async convertFile(input, outPath, options) {
      await released;
      const refused = (reason: "damaged" | "password") =>
        ({ outcome: "rejected", reason, text: `${input.name} was refused.`, ms: 1 }) as const;
      if (input.name === damaged?.name) return refused("damaged");
      if (input.name === locked?.name && input.password !== locked?.password) return refused("password");
      return engine.convertFile(input, outPath, options);
    },
  };
}

const make = async (who: SignedIn): Promise<SampleJob> => {
  const answer = await who.post("/api/sample-job");
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const read = async (who: SignedIn, id: string): Promise<Job> => (await who.get(`/api/jobs/${id}`)).json();
const until = (who: SignedIn, id: string, status: Job["status"]) =>
  vi.waitFor(
    async () => {
      const job = await read(who, id);
      expect(job.status).toBe(status);
      return job;
    },
    { timeout: 30_000, interval: 100 },
  );
const fileOf = (job: Job, reason: string) => job.files.find((file) => file.reason === reason)?.id;

/** Repairs the failed job as a user does, until it is completed. */
async function repair(who: SignedIn, { jobId, papers }: SampleJob): Promise<Job> {
  const failed = await until(who, jobId ?? "", "failed");
  const file = `/api/jobs/${jobId}/files`;
  const password = papers.find((paper) => paper.password)?.password;
  const given = await who.post(`${file}/${fileOf(failed, "password")}/password`, { password });
  expect(given.statusCode, given.body).toBe(200);
  const left = await who.post(`${file}/${fileOf(failed, "damaged")}/leave-out`);
  expect(left.statusCode, left.body).toBe(200);
  return until(who, jobId ?? "", "completed");
}

async function blobsOf({ practiceId }: SignedIn): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.services.storage.list(`practices/${practiceId}/`)) keys.push(key);
  return keys;
}

async function rowsOf({ practiceId }: SignedIn): Promise<number> {
  const { db } = server.services;
  const counted = [jobs, jobFiles, outputs].map((table) => db.$count(table, eq(table.practiceId, practiceId)));
  const { rows } = await db.execute<{ events: number }>(
    sql`select count(*)::int as events from job_events where practice_id = ${practiceId}`,
  );
  return (await Promise.all(counted)).reduce((sum, number) => sum + number, rows[0]?.events ?? 0);
}

test("the ten papers are listed before the job is made, and one has a password", async () => {
  const anna = await signIn(server, { plan: null });
  const sample: SampleJob = (await anna.get("/api/sample-job")).json();
  expect(sample).toMatchObject({ state: "not-made", jobId: null });
  expect(sample.papers).toHaveLength(10);
  expect(sample.papers.filter(({ password }) => password)).toHaveLength(1);
  for (const { about, sizeBytes } of sample.papers) expect([about !== "", sizeBytes > 0]).toEqual([true, true]);
});

test("a practice that never paid gets one PDF of the ten papers, without an email", async () => {
  const anna = await signIn(server, { plan: null });
  const sample = await make(anna);
  expect(sample.state).toBe("made");
  const job = await repair(anna, sample);
  expect(job).toMatchObject({ light: { colour: "green", word: "Ready" }, deliveries: [], sendEmail: false });
  expect(job.files.map(({ state }) => state).toSorted()).toEqual([...Array(9).fill("converted"), "left-out"]);
  expect(job.outputs).toHaveLength(1);
  expect((await anna.get(job.pdfPath ?? "")).statusCode).toBe(200);
});

test("any member of an expired practice can make the sample job; another practice cannot read or remove it", async () => {
  const anna = await openPractice(server, "small-firm");
  const ben = await join(server, anna, "Ben");
  await anna.expire();
  const sample = await make(ben);
  await repair(anna, sample);
  const stranger = await signIn(server);
  expect((await stranger.get(`/api/jobs/${sample.jobId}`)).statusCode).toBe(404);
  expect((await stranger.delete("/api/sample-job")).json().code).toBe("sample-not-found");
});

test("a failed sample job can be retried without a subscription", async () => {
  const anna = await signIn(server, { plan: null });
  const { jobId } = await make(anna);
  await until(anna, jobId ?? "", "failed");
  expect((await anna.post(`/api/jobs/${jobId}/retry`)).statusCode).toBe(200);
  await until(anna, jobId ?? "", "failed");
});

test("a sample paper cannot be replaced by another file", async () => {
  const anna = await openPractice(server);
  const { jobId } = await make(anna);
  const failed = await until(anna, jobId ?? "", "failed");
  const form = new FormData();
  form.append("files", new Blob(["mine"]), "mine.pdf");
  const answer = await anna.replace(`/api/jobs/${jobId}/files/${fileOf(failed, "damaged")}`, form);
  expect([answer.statusCode, answer.json().code]).toEqual([409, "sample-fixed"]);
});

test("of five simultaneous calls one makes the sample job, and all return it", async () => {
  const anna = await signIn(server, { plan: null });
  const answers = await Promise.all(Array.from({ length: 5 }, () => anna.post("/api/sample-job")));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 201]);
  expect(new Set(answers.map((answer) => answer.json().jobId)).size).toBe(1);
  expect(await server.services.db.$count(jobs, eq(jobs.practiceId, anna.practiceId))).toBe(1);
  const { jobId }: SampleJob = (await anna.get("/api/sample-job")).json();
  await until(anna, jobId ?? "", "failed");
  // The files stored by the other calls are deleted.
  expect((await blobsOf(anna)).filter((key) => !key.includes(jobId ?? ""))).toEqual([]);
});

test("a removed sample job leaves no row and no file, and cannot be made again", async () => {
  const anna = await signIn(server, { plan: null });
  const sample = await make(anna);
  await repair(anna, sample);
  expect((await anna.delete("/api/sample-job")).statusCode).toBe(204);
  expect(await rowsOf(anna)).toBe(0);
  await vi.waitFor(async () => expect(await blobsOf(anna)).toEqual([]), { timeout: 30_000, interval: 100 });
  expect((await anna.get("/api/sample-job")).json()).toMatchObject({ state: "removed", jobId: null });
  const again = await anna.post("/api/sample-job");
  expect([again.statusCode, again.json().code]).toEqual([409, "sample-made"]);
  const log: { action: string; what: string }[] = (await anna.get("/api/audit-log")).json();
  const done = log.filter(({ what }) => /sample/i.test(what)).map(({ what }) => what);
  expect(done[0]).toBe("Removed the sample papers");
  expect(done.at(-1)).toBe("Tried Sheaf with its sample papers");
  expect(log.some(({ what }) => what.includes("a deleted customer"))).toBe(false);
});

test("a conversion that is running when the sample job is removed leaves nothing behind", async () => {
  const anna = await signIn(server, { plan: null });
  const held = Promise.withResolvers<void>();
  released = held.promise;
  const { jobId } = await make(anna);
  await vi.waitFor(async () => expect((await read(anna, jobId ?? "")).status).toBe("processing"), { timeout: 30_000 });
  expect((await anna.delete("/api/sample-job")).statusCode).toBe(204);
  held.resolve();
  await vi.waitFor(
    async () => {
      const { rows } = await server.services.db.execute<{ live: number }>(sql`
        select count(*)::int as live from pgboss.job
        where state in ('created', 'retry', 'active') and name = 'jobs.convert-file' and data->>'jobId' = ${jobId}`);
      expect(rows[0]?.live).toBe(0);
    },
    { timeout: 30_000, interval: 100 },
  );
  await eraseJobFiles.run(
    { practiceId: anna.practiceId, jobId: jobId ?? "" },
    { ...server.services },
    { signal: new AbortController().signal },
  );
  expect([await rowsOf(anna), await blobsOf(anna)]).toEqual([0, []]);
});

test("the files of the sample job are deleted after the usual retention period, and the job can still be removed", async () => {
  const anna = await signIn(server, { plan: null });
  const sample = await make(anna);
  await repair(anna, sample);
  const { db } = server.services;
  await db
    .update(jobs)
    .set({ settledAt: sql`now() - interval '90 days'` })
    .where(eq(jobs.id, sample.jobId ?? ""));
  await deleteOldFiles.run({}, server.services, { signal: new AbortController().signal });
  expect(await read(anna, sample.jobId ?? "")).toMatchObject({ filesDeleted: true, pdfPath: null });
  expect((await anna.delete("/api/sample-job")).statusCode).toBe(204);
});

/**
 * Reads every number, list and export in which jobs appear, except the routes of the sample job itself and the audit
 * log.
 */
async function everything(anna: Practice, admin: SignedIn | Awaited<ReturnType<typeof administrator>>) {
  const { db } = server.services;
  const member = [
    "/api/stats",
    "/api/usage",
    "/api/subscription",
    "/api/billing",
    "/api/notifications",
    "/api/checklist",
    "/api/jobs",
    "/api/jobs/recent",
    "/api/jobs/counts",
    "/api/customers",
    "/api/customers/last-jobs",
    "/api/jobs?status=failed",
    "/api/jobs?status=completed",
    "/api/jobs?status=processing",
    "/api/jobs?status=pending",
    "/api/jobs?status=needs-you",
    "/api/jobs?status=not-sent",
    "/api/jobs?q=sample",
    "/api/jobs?from=2020-01-01",
    "/api/jobs/counts?q=a",
    "/api/jobs/counts?from=2020-01-01",
    "/api/jobs/export",
    "/api/search?q=sample",
    "/api/outbox",
    "/api/suppressions",
    ...(await searches()),
  ];
  const portal = [
    "/api/admin/metrics/overview",
    "/api/admin/money",
    "/api/admin/practices",
    "/api/admin/failed-tasks",
    `/api/admin/users/${anna.userId}`,
    `/api/admin/users/search?q=${anna.username}`,
    "/api/admin/operations",
  ];
  const seen: Record<string, unknown> = {};
  for (const path of member) {
    const { statusCode, body, headers } = await anna.get(path);
    expect(statusCode, `${path}: ${body}`).toBe(200);
    seen[path] = [body, headers["x-total-count"], headers["x-practice-count"], headers["x-unseen-count"]];
  }
  for (const path of portal) {
    const { statusCode, body } = await admin.get(path);
    expect(statusCode, `${path}: ${body}`).toBe(200);
    seen[path] = withoutVolatile(path, JSON.parse(body));
  }
  const sha256 = (await db.select().from(jobFiles)).map((file) => file.sha256);
  const known = await anna.post("/api/jobs/duplicates", {
    customerId: anna.customerId,
    sha256: [...new Set(sha256)].slice(0, 50),
  });
  seen.duplicates = known.body;
  await rollUpDailyChanges(db);
  await rollUpPracticeChanges(db);
  for (const table of ["daily_counts", "practice_counts", "conversions", "active_users", "periods", "deliveries"]) {
    const { rows } = await db.execute(
      sql`select to_jsonb(counted)::text as row from ${sql.identifier(table)} counted order by 1`,
    );
    seen[table] = rows;
  }
  seen.recounted = [await recount(db), await recountPractices(db)];
  seen.exported = await listsOfExport(anna);
  seen.measured = (await metrics.getMetricsAsJSON()).filter(({ name }) => /conversion|refusals/.test(name));
  return seen;
}

const searches = async () =>
  (await readPapers(new Date())).map(({ name }) => `/api/search?q=${encodeURIComponent(name)}`);

/** Removes values that change from moment to moment: times, sessions, and the machine's own state. */
function withoutVolatile(path: string, answer: Record<string, unknown>): unknown {
  if (path === "/api/admin/operations") return [answer.conversions, answer.refusals, answer.mail];
  const { at: _, ...rest } = answer;
  return path.includes("/users/") && !path.includes("search") ? { ...rest, signIns: null, members: null } : rest;
}

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const read: Row[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

async function listsOfExport({ practiceId }: Practice): Promise<unknown> {
  const practice = { id: practiceId, timeZone: "Europe/London" };
  const lists: Record<string, unknown[]> = {};
  for (const list of exportLists(server.services.db, practice)) {
    if (["who-did-what", "sessions"].includes(list.name)) continue;
    lists[list.name] = await all(list.rows());
  }
  return { lists, files: await all(filesOf(server.services.db, practice)) };
}

test("the sample job appears in no list, count, chart, search, duplicate check, export or metric, in any state", async () => {
  const anna = await openPractice(server, "small-firm");
  await insertJobs(server, anna, [
    { status: "completed", customerId: anna.customerId, files: [{ state: "converted" }] },
    { status: "failed", files: [{ state: "refused" }] },
  ]);
  const admin = await administrator(server);
  // Receipts are made on a schedule: make them now, so that they do not change the values later.
  await sendBillingEmails.run({}, server.services, { signal: new AbortController().signal });
  const ofNow = () => everything(anna, admin);
  const before = await ofNow();

  const held = Promise.withResolvers<void>();
  released = held.promise;
  const sample = await make(anna);
  await vi.waitFor(async () => expect((await read(anna, sample.jobId ?? "")).status).toBe("processing"), {
    timeout: 30_000,
  });
  expect(await ofNow(), "under way").toEqual(before);
  held.resolve();
  await until(anna, sample.jobId ?? "", "failed");
  expect(await ofNow(), "failed").toEqual(before);
  await repair(anna, sample);
  expect(await ofNow(), "completed").toEqual(before);
  expect((await anna.delete("/api/sample-job")).statusCode).toBe(204);
  expect(await ofNow(), "removed").toEqual(before);
});

test("deleting a practice deletes its sample job without changing a count", async () => {
  const anna = await signIn(server, { plan: null });
  const sample = await make(anna);
  await repair(anna, sample);
  const { db } = server.services;
  await recount(db);
  const gone = await anna.post("/api/account/delete", {
    currentPassword: anna.password,
    practiceName: "Okafor & Co",
  });
  expect(gone.statusCode, gone.body).toBeLessThan(300);
  expect(await db.$count(practices, eq(practices.id, anna.practiceId))).toBe(0);
  expect(await recount(db)).toEqual([]);
});
