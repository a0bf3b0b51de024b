import { retention } from "@sheaf/contracts/limits.ts";
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import { deleteOldFiles } from "./retention.task.ts";

const ref = { practiceId: "p1", jobId: "j1" };
const job = { practiceId: "p1", id: "j1", periodId: "period", status: "completed" };

interface Given {
  job?: object;
  /** The jobs found each time: old ones before and after they are locked. */
  practices?: object[][];
  script?: Script;
  remove?: () => Promise<void>;
  signal?: AbortSignal;
}

/** Deletes the files of old jobs; returns what was found, written and deleted. */
async function run(given: Given = {}) {
  const database = scriptedDb({
    "select practices": given.practices ?? [[ref], [ref], []],
    "select jobs": [[{ ...job, ...given.job }]],
    "update periods": [[{ id: "period" }]],
    ...given.script,
  });
  const storage = {
    list: async function* (folder: string) {
      for (const name of ["a", "b"]) yield { key: folder + name };
    },
    delete: vi.fn(async (_keys: string[]) => given.remove?.()),
  };
  const services = {
    db: database.db,
    storage,
    log: { error: vi.fn() },
    destinations: { isUnderWay: sql`false` },
    readings: { forgetJob: vi.fn(async () => {}) },
    clearBlobKeys: vi.fn(async () => {}),
  };
  const signal = given.signal ?? new AbortController().signal;
  const found = await deleteOldFiles.run({}, services as never, { signal }).catch((error: unknown) => error);
  return { ...database, ...services, found, deleted: storage.delete.mock.calls };
}

test("the files of an old job are deleted, with everything that refers to them", async () => {
  const { found, given, deleted, announced, readings, clearBlobKeys } = await run();
  expect(found).toEqual({ jobs: 1, stuck: 0 });
  expect(given("update jobs")).toEqual([{ filesDeletedAt: expect.anything() }]);
  expect(given("update job_files")).toEqual([{ originalKey: null, pagesKey: null, password: null }]);
  expect(given("update outputs")).toEqual([{ blobKey: null, searchableKey: null, thumbnails: 0 }]);
  expect(given("update periods")).toEqual([]);
  expect(readings.forgetJob).toHaveBeenCalledOnce();
  expect(clearBlobKeys).toHaveBeenCalledOnce();
  expect(deleted).toEqual([[["practices/p1/jobs/j1/a", "practices/p1/jobs/j1/b"]]]);
  expect(announced).toEqual([{ type: "job", id: "j1" }]);
});

test("old jobs are those settled before the retention period, 500 at a time", async () => {
  const { statements } = await run({ practices: [[]] });
  expect(statements).toMatchObject([
    { does: "select practices", limit: 500, params: [retention.minDays, retention.documentDays] },
  ]);
  expect(statements[0]?.sql).toContain('"files_deleted_at" is null');
  expect(statements[0]?.sql).toContain("not false");
});

test.each<[string, Given]>([
  ["is gone", { script: { "select jobs": [[]] } }],
  ["is not old any more", { practices: [[ref], [], []] }],
])("a job that %s when it is locked keeps its files", async (_when, given) => {
  const { statements, deleted } = await run(given);
  expect(statements.filter(({ does }) => does.startsWith("update"))).toEqual([]);
  expect(deleted).toEqual([]);
});

test("a job whose files cannot be deleted does not hold back the others", async () => {
  const other = { practiceId: "p1", jobId: "j2" };
  let calls = 0;
  const remove = async () => {
    calls += 1;
    if (calls === 1) throw new Error("away");
  };
  const { found, log, statements } = await run({ practices: [[ref, other], [ref], [other], []], remove });
  expect(found).toEqual({ jobs: 1, stuck: 1 });
  expect(log.error).toHaveBeenCalledOnce();
  expect(statements.at(-1)?.params).toContain("j1");
});

test("a task that is stopped deletes nothing more", async () => {
  const { found, deleted } = await run({ signal: AbortSignal.abort(new Error("stopped")) });
  expect(found).toHaveProperty("message", "stopped");
  expect(deleted).toEqual([]);
});

test.each([
  ["completed", [0, 3], null],
  ["failed", [2, 3], 2],
  ["completed", [1, 3], 1],
  ["failed", [0, 3], 3],
  ["failed", [0, 0], null],
])("a job that is %s, with the numbers %j of bad and of lost files, gives back %s documents", async (...row) => {
  const [status, counts, returned] = row;
  const { statements, announced } = await run({ job: { status }, script: { "count job_files": counts } });
  const update = statements.find(({ does }) => does === "update periods");
  expect(update?.params?.at(-1) ?? null).toBe(returned);
  expect(announced.some(({ type }) => type === "subscription")).toBe(returned !== null);
});
