import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertJobs } from "../../../testing/jobs/job-rows.ts";
import { recordedDb } from "../../../testing/recorded-db.ts";
import { signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import type { Db } from "../../platform/db/connect.ts";
import { newId } from "../../platform/ids.ts";
import { listNotifications } from "../notifications/notifications.ts";
import { countJobs, readPage } from "./lists/list.ts";
import { readProjectedJobs } from "./projected-jobs.ts";
import { readJobs } from "./service.ts";
import { readVersions } from "./versions.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await fill(server, { practices: 50, jobsOfEach: 100 });
});
afterAll(() => server.close());

/** Writes jobs of invented practices, so many that an index which begins with the practice looks cheap to read. */
async function fill(
  { services: { db } }: TestServer,
  { practices, jobsOfEach }: { practices: number; jobsOfEach: number },
): Promise<void> {
  const anna = await signIn(server);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`); // no keys are checked, and no jobs counted
    for (let made = 0; made < practices; made++) {
      const who = { ...anna, practiceId: newId() };
      const writing = { ...server, services: { ...server.services, db: tx as never as Db } };
      await insertJobs(
        writing,
        who,
        Array.from({ length: jobsOfEach }, () => ({ files: [{}] })),
      );
    }
  });
  await db.execute(sql`analyze jobs, job_files`);
}

interface Plan {
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Plan[];
}

/** Returns how a plan reads a table: the names of indexes, or null for none. */
function waysInto(table: string, plan: Plan): (string | null)[] {
  const own = plan["Relation Name"] === table ? [plan["Index Name"] ?? null] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((part) => waysInto(table, part))];
}

/** Returns the plan of a statement that is made without regard to values. */
async function planOf(text: string | undefined): Promise<Plan> {
  const { rows } = await server.services.db.execute<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    sql.raw(`explain (generic_plan, format json) ${text}`),
  );
  return rows[0]?.["QUERY PLAN"][0].Plan ?? {};
}

test.each([
  ["the rows of jobs", readProjectedJobs],
  ["the versions of jobs", readVersions],
  ["jobs with their files", readJobs],
])("%s are found by their key, whatever else their practice has", async (_, read) => {
  const { db, statements } = recordedDb();
  await read(db, newId(), [newId(), newId()]);
  expect(waysInto("jobs", await planOf(statements[0]?.text))).toEqual(["jobs_practice_id_id_pk"]);
});

test("the newest jobs are read in the order of their keys", async () => {
  const { db, statements } = recordedDb();
  await readPage(db, { practiceId: newId(), filter: {}, timeZone: "UTC" }, { limit: 50 });
  const plan = await planOf(statements[0]?.text);
  expect(waysInto("jobs", plan)).toEqual(["jobs_practice_id_id_pk"]);
  expect(JSON.stringify(plan)).not.toContain('"Sort"');
});

test.each([
  ["notifications", (db: Db) => listNotifications(db, { practiceId: newId(), userId: newId() }, 20)],
  ["counts", (db: Db) => countJobs(db, { practiceId: newId(), filter: {}, timeZone: "UTC" })],
])("bad files are found for %s in the index that contains no others", async (_, read) => {
  const row = { status: "completed", all: 1, found: 1, seenAt: "2026-11-20 14:05:00+00", unseen: 0, told: [] };
  const { db, statements } = recordedDb(() => [row]);
  await read(db);
  const plan = await planOf(statements.find(({ text }) => text.includes("job_files"))?.text);
  expect([...new Set(waysInto("job_files", plan))]).toEqual(["job_files_bad"]);
});
