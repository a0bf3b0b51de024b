import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb, type Statement } from "../../../../testing/fake-db.ts";
import type { Queue } from "../../../platform/queue/queue.ts";
import { addBacklog, restartBacklog } from "./backlog.ts";

const { added, refused } = vi.hoisted(() => ({ added: [] as string[], refused: new Set<string>() }));
vi.mock("./add-reading.ts", () => ({
  async addReading(_tx: unknown, _queue: unknown, { fileId }: { fileId: string }, _made: unknown, options: object) {
    if (refused.has(fileId)) return false;
    added.push(`${fileId} ${JSON.stringify(options)}`);
    return true;
  },
}));

beforeEach(() => {
  added.length = 0;
  refused.clear();
});

interface Given {
  /** Readings that wait already. */
  waiting?: number;
  /** The practices with jobs to look at, in order. */
  practices?: string[];
  /** The jobs of each look, newest first, with the number of their unread files. */
  jobs?: [string, number][][];
  /** Where an earlier look ended. */
  before?: string | null;
}

/** Looks for files to read in a database with these rows. */
async function look({ waiting = 0, practices = ["anna"], jobs = [], before = null }: Given) {
  let looks = 0;
  const answer = ({ kind, table, limit }: Statement): unknown[] => {
    if (kind !== "select") return [];
    if (table === "file_readings") return Array.from({ length: Math.min(waiting, limit ?? 0) });
    if (table === "practices") return practices.slice(looks, looks + 1).map((id) => ({ id }));
    if (table === "reading_backlogs") return before === null ? [] : [{ before }];
    if (table === "jobs") return (jobs[looks] ?? []).slice(0, limit).map(([id]) => ({ id }));
    const some = jobs[looks++] ?? [];
    return some.flatMap(([jobId, files]) =>
      Array.from({ length: files }, (_, file) => ({ jobId, fileId: `${jobId}/${file}`, pages: 1, pagesSha256: "a" })),
    );
  };
  const { db, statements } = fakeDb(answer);
  const files = await addBacklog(db, {} as Queue);
  const limits = statements.filter(({ table }) => table === "jobs").map(({ limit }) => limit);
  const ends = statements.filter(({ kind }) => kind === "insert").map(({ values }) => values);
  return { files, limits, ends, statements };
}
const empty = (count: number): [string, number][] => Array.from({ length: count }, (_, index) => [`job${index}`, 0]);

test.each([
  [9, 1],
  [10, 0],
])("with %i files waiting, %i file of before is added", async (waiting, files) => {
  expect((await look({ waiting, jobs: [[["a", 1]]] })).files).toBe(files);
});

test("files of before are added as work that nobody waits for, and the practice's end is remembered", async () => {
  const { files, ends } = await look({
    jobs: [
      [
        ["b", 2],
        ["a", 1],
      ],
    ],
  });
  expect(files).toBe(3);
  expect(added).toEqual(["b/0", "b/1", "a/0"].map((file) => `${file} {"isBackground":true}`));
  expect(ends).toEqual([{ practiceId: "anna", before: null }]);
});

test("nothing is added while no practice has jobs to look at", async () => {
  const { files, limits } = await look({ practices: [] });
  expect([files, limits]).toEqual([0, []]);
});

test("the job whose files reach fifty is the last, with all of its files, and the next look begins after it", async () => {
  const { files, ends, limits } = await look({
    jobs: [
      [
        ["c", 49],
        ["b", 3],
        ["a", 1],
      ],
    ],
  });
  expect(files).toBe(52);
  expect(ends).toEqual([{ practiceId: "anna", before: "b" }]);
  expect(limits).toEqual([500]);
});

test("when exactly the last job reaches the limit, the practice has nothing left", async () => {
  const { files, ends } = await look({ jobs: [[["b", 50]]] });
  expect([files, ends]).toEqual([50, [{ practiceId: "anna", before: null }]]);
});

test("a look ends after 500 jobs, and goes on there next time", async () => {
  const { ends, limits } = await look({ jobs: [empty(500)] });
  expect([ends, limits]).toEqual([[{ practiceId: "anna", before: "job499" }], [500]]);
});

test("the next practice gets what is left of fifty files and 500 jobs", async () => {
  const second: [string, number][] = [
    ["b", 9],
    ["a", 1],
    ["_", 1],
  ];
  const { files, limits, ends } = await look({ practices: ["anna", "ben"], jobs: [[["z", 40]], second] });
  expect(files).toBe(50);
  expect(limits).toEqual([500, 499]);
  expect(ends).toEqual([
    { practiceId: "anna", before: null },
    { practiceId: "ben", before: "a" },
  ]);
});

test("practices without jobs count as one job each, so that a look ends", async () => {
  const many = Array.from({ length: 600 }, (_, index) => `practice${index}`);
  const { limits } = await look({ practices: many });
  expect(limits).toHaveLength(500);
  expect(limits.at(-1)).toBe(1);
});

test("a file that is not to be read does not count", async () => {
  refused.add("a/0");
  expect((await look({ jobs: [[["a", 2]]] })).files).toBe(1);
});

test("a look that goes on takes only jobs before the last one", async () => {
  const { statements } = await look({ before: "k", jobs: [[["a", 1]]] });
  expect(statements.find(({ table }) => table === "jobs")?.where?.params).toEqual(["anna", "k"]);
  const { statements: first } = await look({ jobs: [[["a", 1]]] });
  expect(first.find(({ table }) => table === "jobs")?.where?.params).toEqual(["anna"]);
});

test("files whose pages are not known are not read", async () => {
  const rows = [
    { jobId: "a", fileId: "a/0", pages: null, pagesSha256: "a" },
    { jobId: "a", fileId: "a/1", pages: 1, pagesSha256: null },
  ];
  let looks = 0;
  const { db } = fakeDb(({ kind, table }) => {
    if (kind !== "select") return [];
    if (table === "practices") return looks++ === 0 ? [{ id: "anna" }] : [];
    return table === "jobs" ? [{ id: "a" }] : table === "job_files" ? rows : [];
  });
  expect(await addBacklog(db, {} as Queue)).toBe(0);
  expect(added).toEqual([]);
});

test("turning reading on makes the next look begin at the newest job", async () => {
  const { db, statements } = fakeDb();
  await restartBacklog(db, "anna");
  expect(statements).toMatchObject([{ kind: "delete", table: "reading_backlogs" }]);
});
