import { expect, test } from "vitest";
import { type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import { countFilesThisMonth } from "./count-this-month.ts";
import { lastJobs } from "./last-jobs.ts";
import { countJobs, findNewest } from "./list.ts";
import { tallyJobs } from "./tally.ts";

const row = (status: string, all: number, found: number, texts: string[] | null = null) => ({
  status,
  all,
  found,
  texts,
});
const tally = (rows: object[], words: string[] = []) => {
  const database = scriptedDb({ execute: [rows] });
  return tallyJobs(database.db, "p1", { words });
};

test("the jobs of each status and their sums are counted", async () => {
  expect(await tally([row("completed", 5, 3), row("failed", 2, 2)])).toEqual({
    all: 7,
    found: 5,
    byStatus: { pending: 0, processing: 0, completed: 3, failed: 2 },
  });
  expect(await tally([])).toEqual({
    all: 0,
    found: 0,
    byStatus: { pending: 0, processing: 0, completed: 0, failed: 0 },
  });
});

test("a search names the texts that match, each once", async () => {
  const rows = [row("completed", 5, 3, ["a", "b"]), row("failed", 2, 1, ["b"]), row("pending", 1, 0)];
  expect((await tally(rows, ["x"])).texts).toEqual(["a", "b"]);
  expect((await tally([], ["x"])).texts).toEqual([]);
});

test("a search that too many texts match names none, and without a search there are none", async () => {
  expect(await tally([row("completed", 900, 800, []), row("failed", 2, 1, ["b"])], ["x"])).not.toHaveProperty("texts");
  expect(await tally([row("completed", 5, 3, ["a"])])).not.toHaveProperty("texts");
});

test("up to 500 texts are named", async () => {
  const { db, statements } = scriptedDb();
  await tallyJobs(db, "p1", { words: ["x"] });
  expect(statements[0]?.params).toContain(500);
});

const query = (filter: object = {}) => ({ practiceId: "p1", filter, timeZone: "UTC" });
const counted = { all: 9, found: 9, byStatus: { pending: 1, processing: 0, completed: 5, failed: 3 } };

test.each<[object, Script, object]>([
  [{}, {}, { all: 9, pending: 1, processing: 0, completed: 5, failed: 3 }],
  [
    { from: "2026-11-20" },
    { "select jobs": [[{ status: "failed", number: 4 }]] },
    { all: 4, pending: 0, processing: 0, completed: 0, failed: 4 },
  ],
  [
    { to: "2026-11-20" },
    { "select jobs": [[{ status: "completed", number: 2 }]] },
    { all: 2, pending: 0, processing: 0, completed: 2, failed: 0 },
  ],
])("with the filter %j, the jobs of each status are added up", async (filter, script, numbers) => {
  const { db } = scriptedDb({ execute: [[{ red: 6, grey: 2 }]], ...script });
  const counts = await countJobs(db, query(filter), async () => counted);
  expect(counts).toEqual({ ...numbers, "needs-you": 6, "not-sent": 2 });
});

test("where there are no jobs, none is looked for by its light", async () => {
  const { db, statements } = scriptedDb();
  const none = { all: 3, found: 0, byStatus: { pending: 0, processing: 0, completed: 0, failed: 0 } };
  expect(await countJobs(db, query(), async () => none)).toMatchObject({ all: 0, "needs-you": 0, "not-sent": 0 });
  expect(statements).toEqual([]);
});

/** Finds the newest jobs; returns whether all matches were found first. */
async function findsAllFirst(found: number, all: number, limit: number) {
  const { db, statements } = scriptedDb({
    execute: [[row("completed", all, found, ["a"])], [{ matching: 1, ids: ["j1"] }]],
    "select jobs": [[{ id: "j1" }]],
  });
  expect(await findNewest(db, "p1", ["x"], limit)).toEqual(["j1"]);
  return statements.filter(({ does }) => does === "execute").length > 1;
}

test.each([
  // The square of the matches is compared with the product of page and list.
  [19, 100, 4, true],
  [20, 100, 4, false],
  [21, 100, 4, false],
  [4, 2, 9, true],
])("%s matches of %s jobs are all found before a page of %s: %s", async (found, all, limit, isSo) => {
  expect(await findsAllFirst(found, all, limit)).toBe(isSo);
});

const last = {
  customerId: "c1",
  jobId: "j1",
  createdAt: "2026-11-20 12:00:00+00",
  status: "completed",
  jobs: 3,
  unfinished: 1,
};

test.each([
  [{ bad: false, emails: null, filesDeleted: false }, "green"],
  [{ bad: true, emails: null, filesDeleted: false }, "red"],
  [{ bad: false, emails: "delivered bounced", filesDeleted: false }, "red"],
  [{ bad: false, emails: "delivered sent", filesDeleted: false }, "green"],
])("the last job of a customer, %j, is %s", async (given, light) => {
  const { db } = scriptedDb({ execute: [[{ ...last, ...given }]] });
  const [shown] = await lastJobs(db, "p1");
  expect(shown).toMatchObject({
    customerId: "c1",
    jobId: "j1",
    jobs: 3,
    unfinished: 1,
    createdAt: "2026-11-20T12:00:00.000Z",
  });
  expect(JSON.stringify(shown?.light)).toContain(light);
});

test.each([
  [{}, []],
  [{ limit: 7 }, [7]],
  [{ limit: 7, cursor: "c9" }, ["c9", "c9", 7]],
])("the page %j of customers is limited by %j", async (page, params) => {
  const { db, statements } = scriptedDb();
  await lastJobs(db, "p1", page);
  expect(statements[0]?.params?.filter((param) => param === 7 || param === "c9")).toEqual(params);
});

test.each([
  [[{ files: 12 }], 12],
  [[], 0],
])("this month's files are counted: %j", async (rows, number) => {
  const { db, statements } = scriptedDb({ "select job_files": [rows] });
  expect(await countFilesThisMonth(db, "p1", "UTC")).toBe(number);
  expect(statements[0]?.params).toContain(false);
});
