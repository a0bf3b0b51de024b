import { expect, test } from "vitest";
import { scriptedDb } from "../../../../testing/scripted-db.ts";
import { listJobs, readPage } from "./list.ts";

const ids = (number: number) => Array.from({ length: number }, (_, index) => `j${index + 1}`);
const tallied = (all: number, found: number, texts: string[] | null = null) => [
  { status: "completed", all, found, texts },
];

interface Given {
  filter?: object;
  limit?: number;
  cursor?: string;
  /** Ids of the jobs that match, as far as they are read. */
  found?: string[];
  executed?: object[][];
}

/** Lists jobs; returns the numbers, the cursor, and how the page was found. */
async function list({ filter = {}, limit = 2, found = [], executed = [tallied(9, 9)], ...given }: Given) {
  // The jobs themselves are read last; they are of no interest here.
  const { db, statements } = scriptedDb({
    execute: [...executed, []],
    "select jobs": [found.map((id) => ({ id }))],
  });
  const query = { practiceId: "p1", filter, timeZone: "UTC" };
  const page = { limit, ...given };
  return { ...(await listJobs(db, query, page)), statements };
}

test.each([
  [1, null],
  [2, null],
  [3, "j2"],
])("of %s jobs, a page of two ends with the cursor %s", async (number, next) => {
  const { statements, ...made } = await list({ found: ids(number) });
  expect(made).toMatchObject({ next, matching: 9, all: 9 });
  expect(statements.find(({ does }) => does === "select jobs")?.limit).toBe(3);
});

test("a page without the numbers of jobs has the same cursor, and counts nothing", async () => {
  const { db, statements } = scriptedDb({ "select jobs": [ids(3).map((id) => ({ id }))] });
  expect((await readPage(db, { practiceId: "p1", filter: {}, timeZone: "UTC" }, { limit: 2 })).next).toBe("j2");
  expect(statements[0]?.does).toBe("select jobs");
});

test("a page without jobs has no cursor", async () => {
  expect((await list({ limit: 0, found: ["j1"] })).next).toBeNull();
});

test.each([
  ["j9", true],
  [undefined, false],
])("a page after the cursor %s reads only older jobs: %s", async (cursor, isOlder) => {
  const { statements } = await list({ found: ids(1), ...(cursor === undefined ? {} : { cursor }) });
  const select = statements.find(({ does }) => does === "select jobs");
  expect(select?.params?.includes("j9")).toBe(isOlder);
});

test("the number of jobs of a status is that of the tally", async () => {
  const executed = [[...tallied(9, 5), { status: "failed", all: 4, found: 3, texts: null }]];
  expect(await list({ filter: { status: "failed" }, executed })).toMatchObject({ matching: 3, all: 13 });
  expect(await list({ executed })).toMatchObject({ matching: 8 });
});

test.each([
  [{ from: "2026-11-20" }],
  [{ to: "2026-11-20" }],
  [{ status: "needs-you" }],
  [{ status: "not-sent", q: "x" }],
  [{ status: "needs-you", customerId: "c1" }],
])("jobs with the filter %j are counted with the page", async (filter) => {
  const counted = [{ matching: 4, ids: ids(3) }];
  const executed = [tallied(9, 9, []), counted];
  expect(await list({ filter, executed })).toMatchObject({ matching: 4, all: 9, next: "j2" });
});

test("a page of which nothing was found is empty", async () => {
  const executed = [tallied(9, 9), []];
  expect(await list({ filter: { from: "2026-11-20" }, executed })).toMatchObject({ matching: 0, next: null });
});
