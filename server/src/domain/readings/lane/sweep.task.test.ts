import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { sweepReadings } from "./sweep.task.ts";

const { state } = vi.hoisted(() => ({ state: { far: 0, backlog: 0, scans: 0, due: [] as string[] } }));
vi.mock("../../../platform/queue/pg-boss-tables.ts", async () => {
  const { sql } = await import("drizzle-orm");
  return {
    async makeDueNow(_tx: unknown, tasks: { name: string }[]) {
      state.due = tasks.map(({ name }) => name);
      return state.far;
    },
    unfinishedTasks: () => sql`select 1`,
  };
});
vi.mock("../../jobs/index.ts", () => ({}));
vi.mock("./read-file.task.ts", () => ({ readFile: { name: "readings.read" } }));
vi.mock("./backlog.ts", () => ({ addBacklog: async () => state.backlog }));
vi.mock("./unread-scans.ts", () => ({ addUnreadScans: async () => state.scans }));
beforeEach(() => {
  Object.assign(state, { far: 0, backlog: 0, scans: 0, due: [] });
});

const lost = (fileId: string, place: number) => ({ practiceId: "anna", jobId: "job", fileId, place });

async function sweep({ mine = true, rows = [] as object[] } = {}) {
  const queued: unknown[] = [];
  const words: string[] = [];
  const { db, statements } = fakeDb(({ kind }) => {
    if (kind === "execute") return [{ mine }];
    return kind === "select" ? rows : [];
  });
  const queue = {
    add: async (_tx: unknown, { name }: { name: string }, ...given: unknown[]) => queued.push([name, ...given]),
  };
  const log = { warn: (_: object, text: string) => words.push(text) };
  const { signal } = new AbortController();
  const found = await sweepReadings.run({}, { db, log, queue } as never, { signal });
  return { found, queued, words, kinds: statements.map(({ kind }) => kind), limit: statements.at(-1)?.limit };
}

test("files whose task was lost are queued again, each at its place, and this is noted", async () => {
  const { found, queued, words, limit } = await sweep({ rows: [lost("a", 5), lost("b", 0)] });
  expect(found).toEqual({ lost: 2, added: 0 });
  expect(queued).toEqual([
    ["readings.read", { practiceId: "anna", jobId: "job", fileId: "a" }, { group: "anna", priority: -5 }],
    ["readings.read", { practiceId: "anna", jobId: "job", fileId: "b" }, { group: "anna", priority: -0 }],
  ]);
  expect(words).toEqual(["Queued readings again after a crash"]);
  expect(limit).toBe(1_000);
});

test("files of before and scans that were left unread are added, which is nothing to note", async () => {
  Object.assign(state, { backlog: 3, scans: 4 });
  const { found, words, kinds } = await sweep();
  expect([found, words]).toEqual([{ lost: 0, added: 7 }, []]);
  expect(kinds).toEqual(["execute", "delete", "select"]);
  expect(state.due).toEqual(["readings.read"]);
});

test("a machine that does not get the lock does nothing", async () => {
  Object.assign(state, { far: 1, backlog: 3 });
  const { found, words, kinds } = await sweep({ mine: false, rows: [lost("a", 1)] });
  expect([found, words, kinds]).toEqual([{ lost: 0, added: 0 }, [], ["execute"]]);
});

test("tasks that became due because the clock was set back are noted", async () => {
  state.far = 1;
  expect((await sweep()).words).toEqual(["The clock was set back: tasks scheduled far ahead are due now"]);
});

test("the sweep ends before the next minute", () => {
  expect(sweepReadings.timeoutMs).toBe(50_000);
});
