import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type PageReading, readingLimits } from "@sheaf/contracts/reading.ts";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { TryLater } from "../../../platform/queue/task.ts";
import { BlobDamaged, BlobMissing } from "../../../platform/storage/blob-store.ts";
import { readFile } from "./read-file.task.ts";
import type { ReadingEnd } from "./reading-rows.ts";

const { rows } = vi.hoisted(() => ({
  rows: {
    attempt: 1,
    count: 2,
    language: null as string | null,
    isStarted: true,
    isEnded: true,
    job: { status: "processing" } as { status: string } | null,
    waits: true,
    unfinished: false,
    ends: [] as [number | undefined, unknown][],
    prepared: [] as number[],
  },
}));
vi.mock("../../jobs/index.ts", () => ({
  assembleJob: { name: "assemble" },
  lockJob: async () => rows.job,
  readingKey: (...parts: unknown[]) => parts.join("/"),
}));
vi.mock("../searchable/make-searchable.task.ts", () => ({
  queueSearchable: (tx: unknown, queue: { add(...given: unknown[]): unknown }, of: unknown) =>
    queue.add(tx, { name: "searchable" }, of),
}));
vi.mock("../practice-choices.ts", () => ({ waitsForReading: async () => rows.waits }));
vi.mock("../pages/prepare-pages.ts", () => ({
  async preparePages(_db: unknown, _ref: unknown, pages: AsyncIterable<PageReading>) {
    for await (const { page } of pages) rows.prepared.push(page);
    return { path: "prepared", listed: new Map() };
  },
}));
vi.mock("./reading-rows.ts", () => ({
  startReading: async () =>
    rows.isStarted
      ? {
          attempt: rows.attempt,
          pages: rows.count,
          pagesKey: "pages key",
          stored: { sizeBytes: 1, sha256: "hash" },
          language: rows.language,
        }
      : null,
  async endReading(_tx: unknown, _ref: unknown, attempt: number | undefined, end: unknown) {
    rows.ends.push([attempt, end]);
    return rows.isEnded;
  },
  hasUnfinished: async () => rows.unfinished,
}));

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-read-file-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
beforeEach(() => {
  Object.assign(rows, { attempt: 1, count: 2, language: null, isStarted: true, isEnded: true, waits: true });
  Object.assign(rows, { unfinished: false, job: { status: "processing" }, ends: [], prepared: [] });
});

const ref = { practiceId: "anna", jobId: "job", fileId: "file" };
/** A page of so many words, which are not made: only their number counts. */
function page(number: number, more: Partial<PageReading> = {}, count = 1): PageReading {
  const words = { length: count, toJSON: () => [] };
  return { page: number, source: "ocr", words, readability: null, turn: 0, ...more } as unknown as PageReading;
}

interface Given {
  pages?: PageReading[];
  languages?: string[];
  /** Thrown after the pages were read. */
  fault?: Error;
  fetchFault?: Error;
  deleteFault?: Error;
  signal?: AbortSignal;
}

/** Reads a file with an engine that returns these pages. */
async function run({
  pages = [page(1), page(2)],
  languages = ["eng"],
  fault,
  fetchFault,
  deleteFault,
  signal,
}: Given = {}) {
  const seen = {
    options: [] as Record<string, unknown>[],
    stored: [] as PageReading[],
    deleted: [] as string[],
    queued: [] as unknown[],
    errors: [] as string[],
    warnings: [] as string[],
    yielded: 0,
  };
  const services = {
    config: { dataDir },
    db: fakeDb().db,
    log: {
      error: (_: object, words: string) => seen.errors.push(words),
      warn: (_: object, words: string) => seen.warnings.push(words),
    },
    queue: {
      add: async (_tx: unknown, { name }: { name: string }, payload: object, options: object) =>
        seen.queued.push([name, payload, options]),
    },
    engine: {
      health: () => ({ readingLanguages: languages }),
      async *read(_path: string, { signal: _, ...options }: Record<string, unknown>) {
        seen.options.push(options);
        for (const one of pages) {
          seen.yielded += 1;
          yield one;
        }
        if (fault) throw fault;
      },
    },
    storage: {
      async fetch() {
        if (fetchFault) throw fetchFault;
      },
      async putFile(_key: string, path: string) {
        const lines = gunzipSync(readFileSync(path)).toString().trim().split("\n");
        seen.stored.push(...lines.map((line) => JSON.parse(line)));
        return { sizeBytes: 9, sha256: "stored" };
      },
      async delete(keys: string[]) {
        seen.deleted.push(...keys);
        if (deleteFault) throw deleteFault;
      },
    },
  };
  const context = { signal: signal ?? new AbortController().signal };
  await readFile.run(ref, services as never, context);
  const [attempt, end] = rows.ends[0] ?? [];
  return { ...seen, attempt, end: end as ReadingEnd | undefined };
}

test("a file all of whose pages were read is stored and prepared for the search", async () => {
  const { end, attempt, stored, deleted } = await run();
  expect([attempt, end]).toEqual([
    1,
    {
      state: "read",
      why: null,
      read: { pages: 2, hardPages: [], turns: [] },
      prepared: { path: "prepared", listed: new Map() },
      blob: { key: "anna/job/file/1", sizeBytes: 9, sha256: "stored" },
    },
  ]);
  expect(stored.map(({ page: number }) => number)).toEqual([1, 2]);
  expect(rows.prepared).toEqual([1, 2]);
  expect(deleted).toEqual([]);
});

test("a file that is not to be read any more is left alone", async () => {
  rows.isStarted = false;
  const { end, options } = await run();
  expect([end, options]).toEqual([undefined, []]);
});

test.each([
  [1, 18_000],
  [34, 117_000],
  [35, 120_000],
  [36, 120_000],
])("a file of %i pages has %i ms", async (count, deadlineMs) => {
  rows.count = count;
  expect((await run()).options).toEqual([{ practiceId: "anna", languages: [], deadlineMs }]);
});

test("a practice's language is the one that is read", async () => {
  rows.language = "deu";
  expect((await run()).options[0]?.languages).toEqual(["deu"]);
});

test("pages that are hard to read and those that lie wrongly are noted; unread ones do not count", async () => {
  const readability = { dpi: 90, problem: "small" };
  const pages = [
    page(1, { readability: readability as never }),
    page(2, { turn: 90, readability: { dpi: 300, problem: null } as never }),
    page(3, { source: "unread", turn: 180, readability: readability as never }, 0),
  ];
  rows.count = 3;
  const { end } = await run({ pages });
  expect(end).toMatchObject({
    state: "not-read",
    why: "time",
    read: { pages: 2, hardPages: [{ page: 1, problem: "small", dpi: 90 }], turns: [{ page: 2, turn: 90 }] },
  });
  expect(end?.blob).not.toBeNull();
});

test.each([
  [["eng"], "time"],
  [[], "missing"],
])("with the languages %j, a file of which no page was read was left unread for: %s", async (languages, why) => {
  const { end, stored } = await run({ pages: [page(1, { source: "unread" }, 0)], languages });
  expect(end).toEqual({
    state: "not-read",
    why,
    read: { pages: 0, hardPages: [], turns: [] },
    prepared: null,
    blob: null,
  });
  expect(stored).toEqual([]);
});

test("after 500,000 words no more pages are read", async () => {
  const most = readingLimits.wordsPerFile;
  rows.count = 3;
  const enough = await run({ pages: [page(1, {}, most - 1), page(2, {}, 1), page(3)] });
  expect(enough.end).toMatchObject({ state: "not-read", why: "words", read: { pages: 2 } });
  expect(enough.yielded).toBe(2);
  rows.ends.length = 0;
  const fewer = await run({ pages: [page(1, {}, most - 1), page(2, { source: "blank" }, 0), page(3, {}, 0)] });
  expect(fewer.end).toMatchObject({ state: "read", read: { pages: 3 } });
});

test.each([
  [new BlobMissing(), "Pages to read are missing or damaged"],
  [new BlobDamaged(), "Pages to read are missing or damaged"],
  [new Error("odd"), "Pages could not be read"],
])("a file whose pages cannot be fetched or read (%s) fails, and the log says so", async (fetchFault, words) => {
  const { end, errors } = await run({ fetchFault });
  expect(end).toMatchObject({ state: "not-read", why: "failed", read: { pages: 0 }, blob: null });
  expect(errors).toEqual([words]);
});

test("pages that were read before the engine failed are kept", async () => {
  rows.count = 3;
  const { end } = await run({ fault: new Error("crash") });
  expect(end).toMatchObject({ state: "not-read", why: "failed", read: { pages: 2 } });
  expect(end?.blob).not.toBeNull();
});

test("a run that is to be tried later, or was stopped, ends nothing", async () => {
  await expect(run({ fetchFault: new TryLater("disk") })).rejects.toThrow("disk");
  const stopped = new AbortController();
  stopped.abort(new Error("stopped"));
  await expect(run({ fetchFault: new Error("odd"), signal: stopped.signal })).rejects.toThrow("stopped");
  expect(rows.ends).toEqual([]);
});

const searchable = ["searchable", ref, undefined];
const assemble = ["assemble", { practiceId: "anna", jobId: "job" }, { group: "anna" }];

test("the last file of a job that waits for its reading has the PDFs made", async () => {
  expect((await run()).queued).toEqual([assemble, searchable]);
});

test.each([
  ["whose practice does not wait", { waits: false }],
  ["with other files still unread", { unfinished: true }],
  ["that is completed", { job: { status: "completed" } }],
  ["that is gone", { job: null }],
])("a job %s has no PDFs made when a file is read", async (_what, state) => {
  Object.assign(rows, state);
  expect((await run()).queued).toEqual([searchable]);
});

test("a run whose file is not its own any more deletes what it stored and queues nothing", async () => {
  rows.isEnded = false;
  rows.attempt = 3;
  const { deleted, queued } = await run();
  expect([deleted, queued]).toEqual([["anna/job/file/3"], []]);
});

test("what earlier runs stored is deleted, and that this fails is only noted", async () => {
  rows.attempt = 3;
  const { deleted, warnings } = await run({ deleteFault: new Error("store") });
  expect(deleted).toEqual(["anna/job/file/1", "anna/job/file/2"]);
  expect(warnings).toEqual(["Unused readings could not be deleted"]);
});

test("a file whose worker died for the last time fails, whichever run it was", async () => {
  const queue = { add: async () => {} };
  await readFile.onFinalFailure(ref, "died", { db: fakeDb().db, queue } as never);
  expect(rows.ends).toEqual([[undefined, expect.objectContaining({ state: "not-read", why: "failed", blob: null })]]);
});

test("a file is tried once, for two hours at most", () => {
  expect([readFile.attempts, readFile.timeoutMs]).toEqual([1, 7_200_000]);
});
