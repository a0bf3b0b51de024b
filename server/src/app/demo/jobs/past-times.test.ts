import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { moveToPast, untilConverted, untilEmailed } from "./past-times.ts";

const { announced, clock } = vi.hoisted(() => ({
  announced: [] as unknown[],
  clock: { ms: 0, waits: [] as number[] },
}));
vi.mock("../../../platform/events/events.ts", () => ({
  announce: async (_tx: unknown, ...given: unknown[]) => void announced.push(given),
}));
vi.mock("node:timers/promises", () => ({
  async setTimeout(ms: number) {
    clock.waits.push(ms);
    clock.ms += ms;
  },
}));
beforeEach(() => {
  announced.length = 0;
  Object.assign(clock, { ms: 0, waits: [] });
  vi.spyOn(performance, "now").mockImplementation(() => clock.ms);
});
afterEach(() => void vi.restoreAllMocks());

const ref = { practiceId: "practice", jobId: "job" };
const running = new AbortController().signal;

test("a job is converted when it is found settled, which is looked for every half second", async () => {
  let looks = 0;
  const { db } = fakeDb(() => (++looks === 3 ? [{}] : []));
  expect(await untilConverted(db, ref, running)).toBe(true);
  expect([looks, clock.waits]).toEqual([3, [500, 500]]);
});

test("a job is emailed when none of its emails is under way", async () => {
  let looks = 0;
  const { db } = fakeDb(() => (++looks === 2 ? [] : [{}]));
  expect(await untilEmailed(db, ref, running)).toBe(true);
  expect(looks).toBe(2);
});

test("what does not happen is waited for 150 seconds, and then taken for done", async () => {
  expect(await untilConverted(fakeDb().db, ref, running)).toBe(true);
  expect(clock.ms).toBe(150_500);
});

test("waiting ends when the demonstration stops, unless it has just happened", async () => {
  const stopped = new AbortController();
  stopped.abort();
  expect(await untilConverted(fakeDb().db, ref, stopped.signal)).toBe(false);
  expect(await untilConverted(fakeDb(() => [{}]).db, ref, stopped.signal)).toBe(true);
  expect(clock.waits).toEqual([]);
});

/** Moves a job that was converted so long after its creation. @returns the tables that were changed */
async function move(lateMs: number | null, emails: object[] = []) {
  const settledAt = lateMs === null ? null : new Date(lateMs);
  const { db, statements } = fakeDb(({ kind, table }) => {
    if (kind === "select") return [{ createdAt: new Date(0), settledAt }];
    return table === "deliveries" ? emails : [];
  });
  await moveToPast(db, ref);
  return statements.filter(({ kind }) => kind === "update").map(({ table }) => table);
}
const allButEvents = ["jobs", "job_files", "job_events", "outputs", "deliveries"];

test.each([
  [null, []],
  [18_000, []],
  [18_001, allButEvents],
])("the times of a job that was converted %j ms after its creation are moved in %j", async (lateMs, tables) => {
  expect(await move(lateMs)).toEqual(tables);
  expect(announced).toEqual(tables.length > 0 ? [["practice", { type: "job", id: "job" }]] : []);
});

test("the times of what was said of emails are moved with them", async () => {
  expect(await move(90_000, [{ id: "email" }])).toEqual([...allButEvents, "delivery_events"]);
});

test("a job that is gone is not moved", async () => {
  const { db, statements } = fakeDb();
  await moveToPast(db, ref);
  expect(statements).toHaveLength(1);
});
