import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { eraseReadings } from "./erase-readings.task.ts";
import { turnReading } from "./turn-reading.ts";

const { state } = vi.hoisted(() => ({ state: { reads: [] as boolean[], done: [] as string[] } }));
vi.mock("../delivery/index.ts", () => ({
  sendWithoutText: async (_tx: unknown, { jobId }: { jobId: string }) => void state.done.push(`emails ${jobId}`),
}));
vi.mock("../jobs/index.ts", () => ({
  readingsFolder: (practiceId: string, jobId: string) => `${practiceId}/${jobId}/`,
  forgetSearchable: async (_tx: unknown, { jobId }: { jobId: string }) => [`searchable ${jobId}`],
}));
vi.mock("./forget.ts", () => ({
  forgetReadings: async (_tx: unknown, { jobId }: { jobId: string }) => void state.done.push(`forgot ${jobId}`),
}));
vi.mock("./pages/forget-pages.ts", () => ({
  forgetPractice: async () => void state.done.push("forgot the practice"),
}));
vi.mock("./practice-choices.ts", () => ({ readsPages: async () => state.reads.shift() ?? false }));
beforeEach(() => {
  Object.assign(state, { reads: [], done: [] });
});

/** Erases the readings of a practice with these jobs, at each look. */
async function erase(looks: string[][], signal = new AbortController().signal) {
  const deleted: string[][] = [];
  const { db, statements } = fakeDb(() => (looks.shift() ?? []).map((jobId) => ({ jobId })));
  const storage = {
    async *list(folder: string) {
      yield { key: `${folder}reading` };
    },
    delete: async (keys: string[]) => void deleted.push(keys),
  };
  const found = await eraseReadings.run({ practiceId: "anna" }, { db, storage } as never, { signal });
  return { found, deleted: deleted.filter((keys) => keys.length > 0), limits: statements.map(({ limit }) => limit) };
}

test("readings are erased twenty jobs at once, files after their rows, and at last the words of the practice", async () => {
  const { found, deleted, limits } = await erase([["one", "two"], ["three"], []]);
  expect(found).toEqual({ jobs: 3 });
  expect(deleted).toEqual([
    ["anna/one/reading", "searchable one", "anna/two/reading", "searchable two"],
    ["anna/three/reading", "searchable three"],
  ]);
  expect(state.done).toEqual([
    ...["emails one", "forgot one", "emails two", "forgot two", "emails three", "forgot three", "forgot the practice"],
  ]);
  expect(limits).toEqual([20, 20, 20]);
});

test("nothing is erased of a practice whose pages are read again", async () => {
  state.reads = [true];
  expect(await erase([["one"]])).toEqual({ found: { jobs: 0 }, deleted: [], limits: [] });
  expect(state.done).toEqual([]);
});

test("files stay when the pages are read again before they are deleted", async () => {
  state.reads = [false, true, true];
  expect(await erase([["one"]])).toMatchObject({ found: { jobs: 1 }, deleted: [] });
});

test("erasing stops between two steps when the run is to end, and says so after the last attempt", async () => {
  const ended = new AbortController();
  ended.abort(new Error("ended"));
  await expect(erase([["one"]], ended.signal)).rejects.toThrow("ended");
  expect(state.done).toEqual([]);
  expect([eraseReadings.attempts, eraseReadings.timeoutMs]).toEqual([10, 1_800_000]);
  const words: string[] = [];
  const log = { error: (_: object, text: string) => words.push(text) };
  await eraseReadings.onFinalFailure({ practiceId: "anna" }, "broken", { log } as never);
  expect(words.join()).toContain("could not be erased");
});

test("turning reading off has everything erased, turning it on has all files looked at again", async () => {
  const queued: unknown[] = [];
  const queue = {
    add: async (_tx: unknown, { name }: { name: string }, ...given: unknown[]) => queued.push([name, ...given]),
  };
  const { db, statements } = fakeDb();
  await turnReading(db, queue as never, "anna", true);
  expect([queued, statements.map(({ kind }) => kind)]).toEqual([[], ["delete"]]);
  await turnReading(db, queue as never, "anna", false);
  expect(queued).toEqual([["readings.erase", { practiceId: "anna" }, { group: "anna" }]]);
  expect(statements).toHaveLength(1);
});
