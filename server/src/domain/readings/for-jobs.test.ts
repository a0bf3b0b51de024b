import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { readingsOf } from "./for-jobs.ts";

const { state } = vi.hoisted(() => ({
  state: { waits: true, readings: [] as object[], added: [] as unknown[], texts: [] as unknown[] },
}));
vi.mock("../jobs/index.ts", () => ({}));
vi.mock("./practice-choices.ts", () => ({ waitsForReading: async () => state.waits, readsPages: async () => true }));
vi.mock("./facts-for-names.ts", () => ({ factsForNames: async (...given: unknown[]) => given.slice(1) }));
vi.mock("./forget.ts", () => ({ forgetFile: null, forgetReadings: null }));
vi.mock("./searchable/make-searchable.task.ts", () => ({
  queueSearchable: async (...given: unknown[]) => void state.texts.push(given),
}));
vi.mock("./searchable/write-text.ts", () => ({ writeText: null }));
vi.mock("./lane/add-reading.ts", () => ({
  addReading: async (_tx: unknown, _queue: unknown, ...given: unknown[]) => void state.added.push(given),
}));
vi.mock("./lane/reading-rows.ts", () => ({
  currentReadings: async () => state.readings,
  isOfFile: undefined,
  unfinishedOf: () => undefined,
}));
beforeEach(() => {
  Object.assign(state, { waits: true, readings: [], added: [], texts: [] });
});

const queue = {};
const readings = readingsOf({ queue } as never);
const { db: tx } = fakeDb();
/** The customer's inbox refuses pages of fewer than 200 dots per inch. */
const strict = { sendEmail: true, customerEmail: "firm@autoentry.com", customerOutputEmail: null };
const facts = { id: "job", practiceId: "anna", emailsConfirmedAt: null, ...strict };
const job = { ...facts, sample: false } as never;
const sample = { ...facts, sample: true } as never;
const ref = { practiceId: "anna", jobId: "job", fileId: "file" };

/** How long a job waits whose unfinished files leave so much time. */
async function wait(ms: number | null | undefined, of = job) {
  const { db, statements } = fakeDb(({ kind }) => (kind === "select" && ms !== undefined ? [{ ms }] : []));
  return { ms: await readings.waitMs(db, of), kinds: statements.map(({ kind }) => kind) };
}

test("a job waits as long as its unread files have time left", async () => {
  expect(await wait(1)).toEqual({ ms: 1, kinds: ["select"] });
  expect(await wait(90_000)).toEqual({ ms: 90_000, kinds: ["select"] });
});

test.each([0, -5, null, undefined])(
  "a job whose unread files have %j ms left waits no longer, which is noted",
  async (ms) => {
    expect(await wait(ms)).toEqual({ ms: 0, kinds: ["select", "update"] });
  },
);

test("a sample, and a job of a practice that does not wait for reading, never waits", async () => {
  expect(await wait(90_000, sample)).toEqual({ ms: 0, kinds: [] });
  state.waits = false;
  expect(await wait(90_000)).toEqual({ ms: 0, kinds: [] });
});

const reading = (fileId: string, more: object = {}, fileTurns: object[] = []) => ({
  reading: { fileId, turns: [], hardPages: [], endedAt: new Date(2_000), ...more },
  fileTurns,
});

test("proposed turns are those that a file does not have yet", async () => {
  state.readings = [
    reading("a", { turns: [{ page: 1, turn: 90 }] }),
    reading("b", { turns: [{ page: 1, turn: 90 }] }, [{ page: 1, turn: 90 }]),
    reading("c"),
  ];
  expect(await readings.turnsOf(tx, job)).toEqual(new Map([["a", [{ page: 1, turn: 90 }]]]));
  expect(await readings.turnsOf(tx, sample)).toEqual(new Map());
  state.waits = false;
  expect(await readings.turnsOf(tx, job)).toEqual(new Map());
});

const unreadable = { hardPages: [{ page: 1, problem: "small", dpi: 150 }] };
const confirmedAt = (ms: number) => ({ ...facts, sample: false, emailsConfirmedAt: new Date(ms) }) as never;

test("pages that hold emails back count once they are read, unless the emails were confirmed after that", async () => {
  state.readings = [reading("a", unreadable), reading("b", unreadable), reading("c")];
  expect(await readings.countRefused(tx, job)).toBe(2);
  expect(await readings.countRefused(tx, confirmedAt(1_999))).toBe(2);
  expect(await readings.countRefused(tx, confirmedAt(2_000))).toBe(0);
  state.readings = [reading("a", { ...unreadable, endedAt: null })];
  expect(await readings.countRefused(tx, job)).toBe(0);
});

test("pages of a sample, or of a practice that does not wait, hold no emails back", async () => {
  state.readings = [reading("a", unreadable)];
  expect(await readings.countRefused(tx, sample)).toBe(0);
  state.waits = false;
  expect(await readings.countRefused(tx, job)).toBe(0);
});

test("a file is hard to read when one of its own pages is", async () => {
  state.readings = [reading("other", unreadable), reading("file")];
  expect(await readings.isHardToRead(tx, ref)).toBe(false);
  state.readings = [reading("file", unreadable)];
  expect(await readings.isHardToRead(tx, ref)).toBe(true);
  state.readings = [];
  expect(await readings.isHardToRead(tx, ref)).toBe(false);
});

test("files are added to be read, and versions with text are queued", async () => {
  const made = { pages: 2, pagesSha256: "hash" };
  await readings.add(tx, ref, made);
  expect(state.added).toEqual([[ref, made]]);
  await readings.addText(tx, ref);
  expect(state.texts).toEqual([[tx, queue, ref]]);
});
