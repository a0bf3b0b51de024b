import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { makeJobsInBackground } from "./background.ts";
import { jobCount } from "./planned-jobs.ts";
import { getJobsProgress } from "./progress.ts";
import { readJobsState, writeJobsState } from "./state.ts";

const { state } = vi.hoisted(() => ({
  state: {
    opened: [] as unknown[],
    closed: 0,
    planned: [] as Date[],
    seed: async (_signal: AbortSignal) => {},
  },
}));
vi.mock("../../open-services.ts", () => ({
  async openServices(_config: unknown, _log: unknown, url: string, options: object) {
    state.opened.push([url, options]);
    return {
      db: {},
      async close() {
        state.closed += 1;
      },
    };
  },
}));
vi.mock("./planned-jobs.ts", () => ({
  jobCount: 40,
  planJobs(at: Date) {
    state.planned.push(at);
    return [];
  },
}));
vi.mock("./seed-jobs.ts", () => ({
  findUploader: async () => ({}),
  seedJobs: (_services: unknown, _uploader: unknown, _planned: unknown, signal: AbortSignal) => state.seed(signal),
}));

let dataDir: string;
let errors: string[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "sheaf-background-"));
  errors = [];
  Object.assign(state, { opened: [], closed: 0, planned: [], seed: async () => {} });
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const make = () =>
  makeJobsInBackground({
    env: { SHEAF_DATA: dataDir },
    databaseUrl: "postgres://db",
    dataDir,
    username: "demo",
    log: { error: (_: object, words: string) => errors.push(words) } as never,
  });
const plannedAt = new Date("2026-11-23T14:20:00Z");

test("jobs are planned at the first start, made, and then known to be done", async () => {
  await make().finished;
  const [at] = state.planned;
  expect(readJobsState(dataDir)).toEqual({ plannedAt: at, done: true });
  expect(state.opened).toEqual([["postgres://db", { worker: false }]]);
  expect([state.closed, errors]).toEqual([1, []]);
});

test("a later start makes the same jobs, or none when all are made", async () => {
  writeJobsState(dataDir, { plannedAt, done: false });
  await make().finished;
  expect(state.planned).toEqual([plannedAt]);
  await make().finished;
  expect(state.planned).toHaveLength(1);
  expect(state.opened).toHaveLength(1);
});

test("jobs that fail are noted, and made at the next start", async () => {
  state.seed = async () => {
    throw new Error("broken");
  };
  await make().finished;
  expect(errors).toEqual(["The demonstration's jobs could not be created"]);
  expect([readJobsState(dataDir)?.done, state.closed]).toEqual([false, 1]);
});

test("stopping ends the making without an error; the next start continues", async () => {
  state.seed = (signal) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("gone"))));
  const jobs = make();
  await vi.waitFor(() => expect(state.planned).toHaveLength(1));
  await jobs.stop();
  expect([errors, readJobsState(dataDir)?.done, state.closed]).toEqual([[], false, 1]);
  state.seed = (signal) => new Promise((done) => signal.addEventListener("abort", () => done()));
  const others = make();
  await vi.waitFor(() => expect(state.planned).toHaveLength(2));
  await others.stop();
  expect(readJobsState(dataDir)?.done).toBe(false);
});

test("the progress is none before the jobs are planned, then those that are made, then all", async () => {
  const progress = (rows: object[] = [], demo = true) => getJobsProgress(fakeDb(() => rows).db, { demo, dataDir });
  expect(await progress()).toEqual({ made: 0, total: jobCount });
  writeJobsState(dataDir, { plannedAt, done: false });
  expect(await progress([{ made: 7 }])).toEqual({ made: 7, total: 40 });
  expect(await progress()).toEqual({ made: 0, total: 40 });
  writeJobsState(dataDir, { plannedAt, done: true });
  expect(await progress()).toEqual({ made: 40, total: 40 });
  await expect(progress([], false)).rejects.toMatchObject({ code: "not-found" });
});
