import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { closePractice } from "./close.ts";
import { erasePracticeFiles } from "./erase-files.task.ts";
import { forgetClosedPractices } from "./forget-closed.task.ts";

const { state, step } = vi.hoisted(() => {
  const state = { hasLedger: true, done: [] as unknown[][] };
  const step =
    (name: string) =>
    async (_: unknown, ...given: unknown[]) =>
      void state.done.push([name, ...given]);
  return { state, step };
});
const forgetting = vi.hoisted(() => (name: string) => () => ({ forgetPractice: step(name) }));
vi.mock("../../domain/account-emails/send.ts", forgetting("account emails"));
vi.mock("../../domain/accounts/index.ts", () => ({
  forgetPractice: step("people"),
  endSessionsOf: step("sessions"),
}));
vi.mock("../../domain/arrivals/forget.ts", forgetting("arrivals"));
vi.mock("../../domain/audit/service.ts", forgetting("audit log"));
vi.mock("../../domain/billing/index.ts", () => ({
  forgetPractice: step("billing"),
  hasLedger: async () => state.hasLedger,
  forgetLedgers: step("ledgers"),
}));
vi.mock("../../domain/customers/service.ts", forgetting("customers"));
vi.mock("../../domain/delivery/index.ts", forgetting("deliveries"));
vi.mock("../../domain/jobs/index.ts", forgetting("jobs"));
vi.mock("../../domain/members/invitations.ts", forgetting("invitations"));
vi.mock("../../domain/metrics/practice-counts.ts", forgetting("counts"));
vi.mock("../../domain/metrics/recount.ts", () => ({ keepActiveDays: step("active days") }));
vi.mock("../../domain/practices/service.ts", () => ({
  forgetPractice: step("itself"),
  deletePractices: step("practices"),
}));
vi.mock("../../domain/readings/index.ts", forgetting("pages"));
beforeEach(() => {
  Object.assign(state, { hasLedger: true, done: [] });
});

async function close() {
  const queued: unknown[] = [];
  const queue = {
    add: async (_tx: unknown, { name }: { name: string }, ...given: unknown[]) => queued.push([name, ...given]),
  };
  const { db } = fakeDb(() => [{ userId: "anna" }, { userId: "ben" }]);
  await closePractice(db, queue as never, "practice");
  return queued;
}

test("every part forgets a closed practice, its own row and its counts last, and all of its people are signed out", async () => {
  await close();
  expect(state.done).toEqual([
    ["sessions", { practiceId: "practice", userId: "anna" }, "practice-deleted"],
    ["sessions", { practiceId: "practice", userId: "ben" }, "practice-deleted"],
    ["active days", "practice"],
    ...["people", "audit log", "customers", "arrivals", "pages", "jobs"].map((part) => [part, "practice"]),
    ...["account emails", "invitations", "deliveries", "billing"].map((part) => [part, "practice"]),
    ["itself", "practice", { keepName: true }],
    ["counts", "practice"],
  ]);
});

test("only a practice that has paid keeps its name", async () => {
  state.hasLedger = false;
  await close();
  expect(state.done).toContainEqual(["itself", "practice", { keepName: false }]);
});

test("files are erased at once, and again after half an hour for conversions that still ran", async () => {
  expect(await close()).toEqual([
    ["practices.erase-files", { practiceId: "practice" }, { group: "practice" }],
    ["practices.erase-files", { practiceId: "practice" }, { group: "practice", delayMs: 1_800_000 }],
  ]);
});

/** Erases so many files. @returns how many at a time */
async function erase(count: number, signal = new AbortController().signal): Promise<number[]> {
  const deleted: string[][] = [];
  const storage = {
    async *list(folder: string) {
      for (let file = 0; file < count; file++) yield { key: `${folder}${file}` };
    },
    delete: async (keys: string[]) => void deleted.push(keys),
  };
  await erasePracticeFiles.run({ practiceId: "p" }, { storage } as never, { signal });
  expect(deleted.flat()[0]).toBe(count > 0 ? "practices/p/0" : undefined);
  return deleted.map(({ length }) => length);
}

test.each([
  [0, [0]],
  [499, [499]],
  [500, [500, 0]],
  [1_001, [500, 500, 1]],
])("%i files are erased in parts of %j", async (count, parts) => {
  expect(await erase(count)).toEqual(parts);
});

test("erasing stops when the run is to end, is tried ten times for half an hour each, and then left to a person", async () => {
  const ended = new AbortController();
  ended.abort(new Error("ended"));
  await expect(erase(1, ended.signal)).rejects.toThrow("ended");
  expect([erasePracticeFiles.attempts, erasePracticeFiles.timeoutMs]).toEqual([10, 1_800_000]);
  const words: string[] = [];
  const log = { error: (_: object, text: string) => words.push(text) };
  await erasePracticeFiles.onFinalFailure({ practiceId: "p" }, "broken", { log } as never);
  expect(words.join()).toContain("delete its folder by hand");
});

test("practices that were closed long ago are deleted, a hundred at a time", async () => {
  const { db, statements } = fakeDb(({ table }) => (table === "practices" ? [{ id: "a" }, { id: "b" }] : []));
  const context = { signal: new AbortController().signal };
  expect(await forgetClosedPractices.run({}, { db }, context)).toEqual({ practices: 2 });
  expect(statements.map(({ limit }) => limit)).toEqual([100]);
  expect(state.done).toEqual([
    ["ledgers", ["a", "b"]],
    ["practices", ["a", "b"]],
  ]);
  state.done.length = 0;
  expect(await forgetClosedPractices.run({}, fakeDb() as never, context)).toEqual({ practices: 0 });
  expect([state.done, forgetClosedPractices.timeoutMs]).toEqual([[], 600_000]);
});
