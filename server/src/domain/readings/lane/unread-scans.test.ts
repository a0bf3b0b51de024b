import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import type { Queue } from "../../../platform/queue/queue.ts";
import { addUnreadScans } from "./unread-scans.ts";

const { workers, added, refused } = vi.hoisted(() => ({
  workers: [] as { sandbox: string; readingLanguages: string[] }[],
  added: [] as unknown[][],
  refused: new Set<string>(),
}));
vi.mock("../../../platform/queue/workers.ts", () => ({ aliveWorkers: async () => workers }));
vi.mock("../../jobs/index.ts", () => ({}));
vi.mock("./add-reading.ts", () => ({
  async addReading(_tx: unknown, _queue: unknown, ref: { fileId: string }, ...given: unknown[]) {
    added.push([ref, ...given]);
    return !refused.has(ref.fileId);
  },
}));
beforeEach(() => {
  workers.length = 0;
  added.length = 0;
  refused.clear();
});

const row = (fileId: string) => ({ practiceId: "anna", jobId: "job", fileId, pages: 3, pagesSha256: "hash" });
function add(...files: string[]) {
  const { db, statements } = fakeDb(() => files.map(row));
  return { statements, count: addUnreadScans(db, {} as Queue) };
}

test.each([
  ["no worker runs", [], 0],
  ["a worker has the program", [["landlock", ["eng"]]], 2],
  [
    "one of two workers has the program",
    [
      ["landlock", ["eng"]],
      ["landlock", []],
    ],
    0,
  ],
  [
    "the worker without it converts nothing",
    [
      ["bubblewrap", ["eng"]],
      ["none", []],
    ],
    2,
  ],
  ["the only worker converts nothing", [["none", ["eng"]]], 0],
] as [string, [string, string[]][], number][])(
  "when %s, scans are read again accordingly",
  async (_when, able, count) => {
    workers.push(...able.map(([sandbox, readingLanguages]) => ({ sandbox, readingLanguages })));
    expect(await add("a", "b").count).toBe(count);
    expect(added).toHaveLength(count);
  },
);

test("fifty scans at most are read again at once, as work that nobody waits for", async () => {
  workers.push({ sandbox: "landlock", readingLanguages: ["eng"] });
  refused.add("b");
  const { statements, count } = add("a", "b", "c");
  expect(await count).toBe(2);
  expect(statements[0]?.limit).toBe(50);
  expect(added[0]).toEqual([
    { practiceId: "anna", jobId: "job", fileId: "a" },
    { pages: 3, pagesSha256: "hash" },
    { isBackground: true },
  ]);
});
