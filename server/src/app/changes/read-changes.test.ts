import { beforeEach, expect, test, vi } from "vitest";
import { AppError } from "../../platform/errors.ts";
import { readerOf } from "./answers.ts";
import { readChanges } from "./read-changes.ts";

const { state } = vi.hoisted(() => ({
  state: { found: [] as string[], fault: undefined as Error | undefined, tallied: 0 },
}));
vi.mock("../../domain/job-views/service.ts", () => ({
  findJobs: async (_db: unknown, _practiceId: string, ids: string[]) =>
    ids.filter((id) => state.found.includes(id)).map((id) => ({ id })),
}));
vi.mock("../../domain/billing/index.ts", () => ({
  getUsage: async () => {
    if (state.fault) throw state.fault;
    return { documentsUsedThisMonth: 1, documentsAllowed: 2, documentsRemaining: 1, isUnlimited: false };
  },
  getBilling: async () => undefined,
  getSubscription: async () => undefined,
}));
vi.mock("../../domain/job-views/lists/tally.ts", () => ({
  async tallyJobs() {
    state.tallied += 1;
    return { byStatus: {} };
  },
}));
vi.mock("../../domain/jobs/index.ts", () => ({ getSampleJob: async () => null }));
vi.mock("../../domain/job-views/lists/list.ts", () => ({ countJobs: () => null, readPage: () => null }));
vi.mock("../../domain/job-views/lists/last-jobs.ts", () => ({ lastJobs: () => null }));
vi.mock("../../domain/job-views/lists/count-this-month.ts", () => ({ countFilesThisMonth: () => 0 }));
vi.mock("../../domain/delivery/index.ts", () => ({ listSuppressions: () => [] }));
vi.mock("../../domain/notifications/notifications.ts", () => ({ listNotifications: () => null }));
vi.mock("../checklists/owner-checklist.ts", () => ({ getOwnerChecklist: () => null }));
vi.mock("../stats/service.ts", () => ({ getStats: () => null }));
vi.mock("@sheaf/contracts/changes.ts", () => ({
  answers: { shape: new Proxy({}, { get: () => ({ parse: (answer: unknown) => answer }) }) },
}));
beforeEach(() => {
  Object.assign(state, { found: ["a", "b"], fault: undefined, tallied: 0 });
});

const transactions: unknown[] = [];
const db = {
  async transaction(work: (tx: object) => Promise<unknown>, options: object) {
    transactions.push(options);
    return work({ isSnapshot: true });
  },
} as never;
const config = { installation: "practice", timeZone: "Europe/London" } as never;
const member = { practiceId: "anna", userId: "ben" } as never;
const read = (jobs: string[], answers: string[] = []) =>
  readChanges({ config, db }, member, { jobs, answers } as never);

test("jobs that are found are read once each, and the others are gone", async () => {
  expect(await read(["a", "x", "a", "b"])).toEqual({ jobs: [{ id: "a" }, { id: "b" }], gone: ["x"], answers: {} });
  expect(transactions).toEqual([]);
});

test("jobs and answers are read as of one moment, in a transaction that cannot write", async () => {
  transactions.length = 0;
  const { answers } = await read(["a"], ["usage", "usage"]);
  expect(Object.keys(answers)).toEqual(["usage"]);
  expect(transactions).toEqual([{ isolationLevel: "repeatable read", accessMode: "read only" }]);
});

test("the sample, whose papers may have to be drawn, is read after that moment", async () => {
  transactions.length = 0;
  expect(await read([], ["sample"])).toMatchObject({ answers: { sample: null } });
  expect(transactions).toEqual([]);
  expect(Object.keys((await read([], ["sample", "usage"])).answers)).toEqual(["usage", "sample"]);
});

test("an answer that there is not, or that is refused, is left out; another error is one", async () => {
  expect((await read([], ["billing"])).answers).toEqual({});
  state.fault = new AppError("subscription-needed", "No plan.");
  expect((await read([], ["usage"])).answers).toEqual({});
  state.fault = new Error("no database");
  await expect(read([], ["usage"])).rejects.toThrow("no database");
});

test("jobs are counted once for all answers that need it", async () => {
  const reader = readerOf({ config, db, member });
  expect(reader.writer).toBe(db);
  await Promise.all([reader.tally(), reader.tally()]);
  expect(state.tallied).toBe(1);
  expect(readerOf({ config, db, member, writer: "other" as never }).writer).toBe("other");
});
