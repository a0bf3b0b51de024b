import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { TryLater } from "../../../platform/queue/task.ts";
import { makeSearchable, queueSearchable } from "./make-searchable.task.ts";

const { state } = vi.hoisted(() => ({
  state: {
    left: [] as object[],
    reads: true,
    keeps: true,
    words: "text" as string | null,
    kept: [] as object[],
    asked: [] as object[],
  },
}));
vi.mock("../../jobs/index.ts", () => ({
  searchableKey: (practiceId: string, jobId: string, id: string) => `${practiceId}/${jobId}/${id}`,
  async keepSearchable(_tx: unknown, { id }: { id: string }, stored: object) {
    state.kept.push([id, stored]);
    return state.keeps;
  },
}));
vi.mock("./pdfs-without-text.ts", () => ({
  async pdfsWithoutText(_db: unknown, of: object) {
    state.asked.push(of);
    return state.left;
  },
}));
vi.mock("../practice-choices.ts", () => ({ readsPages: async () => state.reads }));
vi.mock("./write-text.ts", () => ({
  async writeText(_: unknown, __: unknown, { runs, fetchPdf }: { runs: unknown; fetchPdf(): Promise<string> }) {
    if (state.words === "fault") throw new Error("engine");
    if (state.words === "later") throw new TryLater("disk");
    expect(runs).toEqual(["run"]);
    const path = await fetchPdf();
    return state.words === null ? null : `${path}-searchable.pdf`;
  },
}));

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-searchable-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const output = (id: string, more: object = {}) => ({
  practiceId: "anna",
  jobId: "job",
  id,
  blobKey: `blob ${id}`,
  sizeBytes: 1,
  sha256: "h",
  pageRuns: ["run"],
  ...more,
});
beforeEach(() => {
  Object.assign(state, { left: [output("one")], reads: true, keeps: true, words: "text", kept: [], asked: [] });
});

async function run({ jobs = [{ arrangement: null }] as object[], signal = new AbortController().signal } = {}) {
  const seen = { fetched: [] as string[], stored: [] as string[], deleted: [] as string[], warned: 0 };
  const { db, statements } = fakeDb(({ table }) => (table === "jobs" ? jobs : []));
  const storage = {
    fetch: async (key: string) => void seen.fetched.push(key),
    async putFile(key: string, path: string) {
      seen.stored.push(`${key} ${basename(path)}`);
      return { sizeBytes: 7, sha256: "new" };
    },
    delete: async (keys: string[]) => void seen.deleted.push(...keys),
  };
  const log = {
    warn() {
      seen.warned += 1;
    },
  };
  const services = { config: { dataDir }, db, log, storage } as never;
  await makeSearchable.run({ practiceId: "anna", jobId: "job" }, services, { signal });
  return { ...seen, statements };
}

test("each PDF without text gets a version with text", async () => {
  state.left = [output("one"), output("two")];
  expect(await run()).toMatchObject({
    fetched: ["blob one", "blob two"],
    stored: ["anna/job/one output.pdf-searchable.pdf", "anna/job/two output.pdf-searchable.pdf"],
    deleted: [],
    warned: 0,
  });
  expect(state.kept).toEqual(["one", "two"].map((id) => [id, { key: `anna/job/${id}`, sizeBytes: 7, sha256: "new" }]));
});

test("nothing is looked up for a job whose PDFs all have their text", async () => {
  state.left = [];
  expect((await run()).statements).toEqual([]);
});

test.each([
  ["whose file is deleted", output("one", { blobKey: null }), undefined, 0],
  ["whose pages are not known", output("one", { pageRuns: null, fileIds: [], pages: 2 }), undefined, 0],
  ["of a job that is gone", output("one"), [], 0],
])("a PDF %s gets none", async (_what, pdf, jobs, warned) => {
  state.left = [pdf];
  expect(await run(jobs ? { jobs } : {})).toMatchObject({ fetched: [], stored: [], warned });
});

test("a PDF without scanned words gets none", async () => {
  state.words = null;
  expect(await run()).toMatchObject({ fetched: ["blob one"], stored: [], deleted: [] });
  expect(state.kept).toEqual([]);
});

test.each([
  ["whose practice turned reading off", { reads: false }, 0],
  ["that was made again", { keeps: false }, 1],
])("the version of a PDF %s meanwhile is deleted", async (_what, change, kept) => {
  Object.assign(state, change);
  expect((await run()).deleted).toEqual(["anna/job/one"]);
  expect(state.kept).toHaveLength(kept);
});

test("a PDF that fails is noted and does not stop the others, but an aborted run stops", async () => {
  state.words = "fault";
  state.left = [output("one"), output("two")];
  expect((await run()).warned).toBe(2);
  const stopped = new AbortController();
  stopped.abort(new Error("stopped"));
  await expect(run({ signal: stopped.signal })).rejects.toThrow("stopped");
});

test("a PDF that cannot be fetched or stored now is tried later", async () => {
  state.words = "later";
  await expect(run()).rejects.toThrow(TryLater);
});

test("PDFs are tried when they can have text, those of one file or of the whole job", async () => {
  const added: unknown[] = [];
  const queue = {
    add: async (_tx: unknown, { name }: { name: string }, ...given: unknown[]) => added.push([name, given]),
  };
  const { db } = fakeDb();
  const ofFile = { practiceId: "anna", jobId: "job", fileId: "file" };
  await queueSearchable(db as never, queue as never, ofFile);
  state.left = [];
  await queueSearchable(db as never, queue as never, { practiceId: "anna", jobId: "job" });
  expect(added).toEqual([["readings.searchable", [ofFile, { group: "anna" }]]]);
  expect(state.asked).toEqual([ofFile, { practiceId: "anna", jobId: "job" }]);
});

test("the task is tried twice, for ten minutes at most, and its failure changes nothing", async () => {
  expect([makeSearchable.attempts, makeSearchable.timeoutMs]).toEqual([2, 600_000]);
  const { db, statements } = fakeDb();
  await makeSearchable.onFinalFailure({ practiceId: "a", jobId: "j" }, "broken", { db } as never);
  expect(statements).toEqual([]);
});
