import { Registry } from "prom-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { addStateMetrics } from "./state-metrics.ts";

const { state } = vi.hoisted(() => ({
  state: {
    tasks: [] as object[],
    reading: {} as object,
    workers: [] as object[],
    runs: [] as object[],
    reads: 0,
    isBroken: false,
  },
}));
vi.mock("../../domain/readings/index.ts", () => ({ measureReading: async () => state.reading }));
vi.mock("../../platform/db/clock.ts", () => ({
  async databaseNow() {
    state.reads += 1;
    if (state.isBroken) throw new Error("no database");
    return new Date("2026-11-23T10:00:00Z");
  },
}));
vi.mock("../../platform/observe/scheduled.ts", () => ({ readScheduledRuns: async () => state.runs }));
vi.mock("../../platform/queue/pg-boss-tables.ts", () => ({ countTasks: async () => state.tasks }));
vi.mock("../../platform/queue/workers.ts", () => ({ aliveWorkers: async () => state.workers }));

let now: number;
beforeEach(() => {
  now = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  Object.assign(state, { tasks: [], workers: [], runs: [], reads: 0, isBroken: false });
  state.reading = { pagesPerMinute: 1.5, oldestWaitingSeconds: null };
});
afterEach(() => void vi.restoreAllMocks());

function open() {
  const registry = new Registry();
  const { refresh } = addStateMetrics(registry, fakeDb(() => [{ state: "delivered", count: 4 }]).db);
  /** The lines of a gauge. */
  async function read(name: string): Promise<string[]> {
    await refresh();
    const lines = (await registry.metrics()).split("\n");
    return lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length).trim());
  }
  return { read };
}

test("tasks are counted by kind, with the time that the first has waited", async () => {
  state.tasks = [
    { task: "a", waiting: 3, running: 2, failed: 1, oldestWaitingAt: "2026-11-23T09:59:30Z" },
    { task: "b", waiting: 0, running: 0, failed: 0, oldestWaitingAt: null },
    { task: "c", waiting: 1, running: 0, failed: 0, oldestWaitingAt: "2026-11-23T10:00:10Z" },
  ];
  const { read } = open();
  expect(await read("sheaf_queue_waiting")).toEqual(['{task="a"} 3', '{task="b"} 0', '{task="c"} 1']);
  expect((await read("sheaf_queue_running"))[0]).toBe('{task="a"} 2');
  expect((await read("sheaf_queue_failed"))[0]).toBe('{task="a"} 1');
  expect(await read("sheaf_queue_oldest_seconds")).toEqual(['{task="a"} 30', '{task="b"} 0', '{task="c"} 0']);
});

test("reading has its speed and how long the first file has waited", async () => {
  const { read } = open();
  expect([await read("sheaf_reading_pages_per_minute"), await read("sheaf_reading_oldest_seconds")]).toEqual([
    ["1.5"],
    ["0"],
  ]);
  state.reading = { pagesPerMinute: 0, oldestWaitingSeconds: 7 };
  expect(await open().read("sheaf_reading_oldest_seconds")).toEqual(["7"]);
});

test("workers are counted by their sandbox, and emails by their state", async () => {
  state.workers = [{ sandbox: "landlock" }, { sandbox: "landlock" }, { sandbox: "none" }];
  const { read } = open();
  expect(await read("sheaf_workers")).toEqual([
    ...['{sandbox="bubblewrap"} 0', '{sandbox="landlock"} 2', '{sandbox="off"} 0', '{sandbox="none"} 1'],
  ]);
  expect(await read("sheaf_emails")).toEqual(['{state="delivered"} 4']);
});

test("tasks of the clock have the times of their last runs in seconds, and what they counted", async () => {
  state.runs = [
    { task: "sweep", ms: 1_500, doneAt: new Date(60_000), failedAt: null, found: { files: 2, lost: 1 } },
    { task: "never", ms: 0, doneAt: null, failedAt: new Date(90_000), found: {} },
  ];
  const { read } = open();
  expect(await read("sheaf_scheduled_done_timestamp_seconds")).toEqual(['{task="sweep"} 60']);
  expect(await read("sheaf_scheduled_failed_timestamp_seconds")).toEqual(['{task="never"} 90']);
  expect(await read("sheaf_scheduled_last_seconds")).toEqual(['{task="sweep"} 1.5', '{task="never"} 0']);
  expect(await read("sheaf_scheduled_found")).toEqual([
    '{task="sweep",what="files"} 2',
    '{task="sweep",what="lost"} 1',
  ]);
});

test("the database is asked every twenty seconds at most", async () => {
  const { read } = open();
  await read("sheaf_state_readable");
  now += 19_999;
  await read("sheaf_state_readable");
  expect(state.reads).toBe(1);
  now += 1;
  await read("sheaf_state_readable");
  expect(state.reads).toBe(2);
});

test("numbers of a database that cannot be asked are left out", async () => {
  state.tasks = [{ task: "a", waiting: 3, running: 0, failed: 0, oldestWaitingAt: null }];
  const { read } = open();
  expect([await read("sheaf_state_readable"), await read("sheaf_queue_waiting")]).toEqual([["1"], ['{task="a"} 3']]);
  now += 20_000;
  state.isBroken = true;
  expect([await read("sheaf_state_readable"), await read("sheaf_queue_waiting")]).toEqual([["0"], []]);
});
