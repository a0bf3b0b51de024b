import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvertError } from "@sheaf/engine/converter.ts";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { recordingQueue, type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import { sweepJobs } from "../housekeeping/sweep.task.ts";
import { setTurns, turnNewPages } from "../turns.ts";
import { assembleJob } from "./assemble.task.ts";
import { makeOutputs, type NewOutput, PagesLost } from "./assemble-outputs.ts";
import { makeThumbnails } from "./thumbnails.task.ts";

vi.mock("./assemble-outputs.ts", async (original) => ({ ...(await original<object>()), makeOutputs: vi.fn() }));

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "assemble-"));
});
afterAll(() => rm(dataDir, { recursive: true }));
beforeEach(() => {
  vi.mocked(makeOutputs).mockReset();
});

const ref = { practiceId: "p1", jobId: "j1" };
const job = {
  practiceId: "p1",
  id: "j1",
  status: "processing",
  sendEmail: false,
  separateEmails: false,
  assemblyAttempt: 2,
  emailsToConfirm: null,
};
const counts = { unfinished: 0, bad: 0, converted: 1 };
const made = (id: string, given: object = {}) => ({ id, position: 0, blobKey: `pdf-${id}`, ...given }) as NewOutput;

interface Given {
  job?: object;
  made?: NewOutput[];
  error?: Error;
  readings?: object;
  script?: Script;
  signal?: AbortSignal;
}

/** Assembles a job; returns what was written, sent, queued and deleted. */
async function assemble(given: Given = {}) {
  const database = scriptedDb({
    // It is locked to begin and to start, and once more to be completed, by the next attempt.
    "select jobs": [
      [{ ...job, ...given.job }],
      [{ ...job, ...given.job }],
      [{ ...job, assemblyAttempt: 3, ...given.job }],
    ],
    "select job_files": [[counts]],
    ...given.script,
  });
  vi.mocked(makeOutputs).mockImplementation(async (_services, _job, to) => {
    to.made.push(...(given.made ?? [made("o1")]));
    if (given.error) throw given.error;
  });
  const { queue, queued } = recordingQueue();
  const send = vi.fn(async (_job: object, _pdfs: object[]) => {});
  const storage = { delete: vi.fn(async (_keys: string[]) => {}) };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const readings = {
    isOn: vi.fn(async () => true),
    waitMs: async () => 0,
    turnsOf: async () => new Map(),
    countRefused: async () => 0,
    addText: vi.fn(async () => {}),
    ...given.readings,
  };
  const destinations = { countRecipients: () => 1, prepare: async () => send };
  const services = { db: database.db, queue, storage, log, readings, destinations, config: { dataDir } };
  const signal = given.signal ?? new AbortController().signal;
  const failure = await assembleJob.run(ref, services as never, { signal }).catch((error: unknown) => error);
  const sent = send.mock.calls.map(([, pdfs]) => (pdfs as { id: string }[]).map(({ id }) => id));
  return { ...database, queued, sent, deleted: storage.delete.mock.calls, failure, readings, log };
}

test("a job is completed with its PDFs, which are sent and get thumbnails", async () => {
  const { given, sent, queued, deleted, readings, failure } = await assemble();
  expect(failure).toBeUndefined();
  expect(given("insert outputs")).toMatchObject([[{ id: "o1" }]]);
  expect(given("update jobs")).toMatchObject([{ assemblyAttempt: 3 }, { status: "completed" }]);
  expect(sent).toEqual([["o1"]]);
  expect(queued).toEqual([{ task: "jobs.thumbnails", payload: ref, group: "p1" }]);
  expect(readings.addText).toHaveBeenCalledOnce();
  expect(readings.isOn).not.toHaveBeenCalled();
  expect(deleted).toEqual([[[]]]);
});

test("a new version of a PDF that was sent is not sent by itself", async () => {
  const script = { "select outputs": [[{ position: 1 }]] };
  const pdfs = [made("o1"), made("o2", { position: 1 })];
  expect((await assemble({ made: pdfs, script })).sent).toEqual([["o1"]]);
});

test.each([
  [true, "text", []],
  [false, null, ["text"]],
])("with reading on: %s, the text of a new PDF is %s, and %j is deleted", async (isOn, searchableKey, keys) => {
  const pdf = made("o1", { searchableKey: "text" });
  const { given, deleted } = await assemble({ made: [pdf], readings: { isOn: async () => isOn } });
  expect(given("insert outputs")).toMatchObject([[{ searchableKey }]]);
  expect(deleted).toEqual([[keys]]);
});

test("the PDFs of a job that another run has taken over are deleted", async () => {
  const script = { "select jobs": [[job], [job], [{ ...job, assemblyAttempt: 4 }]] };
  const { given, sent, deleted, queued } = await assemble({ script });
  expect(given("insert outputs")).toEqual([]);
  expect([sent, queued]).toEqual([[], []]);
  expect(deleted).toEqual([[["pdf-o1"]]]);
});

test("a job waits for the reading of its pages, unless it cannot start anyway", async () => {
  const readings = { waitMs: async () => 1 };
  const waiting = await assemble({ readings });
  expect(waiting.queued).toEqual([{ task: "jobs.assemble", payload: ref, group: "p1", delayMs: 1 }]);
  expect(waiting.given("update jobs")).toEqual([]);
  expect((await assemble({ readings, job: { status: "completed" } })).queued).toEqual([]);
  expect((await assemble({ readings, script: { "select jobs": [[]] } })).queued).toEqual([]);
  expect(makeOutputs).not.toHaveBeenCalled();
});

test("new pages are turned before the PDFs are made", async () => {
  const turnsOf = async () => new Map([["f1", [{ page: 1, turn: 90 }]]]);
  const script = { "select job_files": [[counts], [{ id: "f1", turns: [] }], [counts]] };
  const { given } = await assemble({ readings: { turnsOf }, script });
  expect(given("update job_files")).toEqual([{ turns: [{ page: 1, turn: 90 }] }]);
});

test("files whose pages are lost are converted again", async () => {
  const { given, deleted, log, failure } = await assemble({ error: new PagesLost(["f1"]) });
  expect(failure).toBeUndefined();
  expect(given("update job_files")).toMatchObject([{ state: "waiting", pagesKey: null }]);
  expect(deleted).toEqual([[["pdf-o1"]]]);
  expect(log.error).toHaveBeenCalledOnce();
});

test("a job whose pages cannot be merged fails at once", async () => {
  const { given, deleted, failure } = await assemble({ error: new ConvertError("too-large") });
  expect(failure).toBeUndefined();
  expect(given("update jobs").at(-1)).toMatchObject({ status: "failed" });
  expect(given("insert job_events")).toMatchObject([{ kind: "assembly-failed" }]);
  expect(deleted).toEqual([[["pdf-o1"]]]);
});

test("after any other error, or an abort, the run has failed and its PDFs are deleted", async () => {
  const crashed = await assemble({ error: new Error("crashed") });
  expect(crashed.failure).toHaveProperty("message", "crashed");
  expect(crashed.deleted).toEqual([[["pdf-o1"]]]);
  const signal = AbortSignal.abort(new Error("stopped"));
  const aborted = await assemble({ error: new ConvertError("too-large"), signal });
  expect(aborted.failure).toHaveProperty("message", "stopped");
  expect(aborted.given("insert job_events")).toEqual([]);
});

test("when all attempts have failed, the job fails", async () => {
  const { db, given } = scriptedDb({ "select jobs": [[job]], "select job_files": [[counts]] });
  await assembleJob.onFinalFailure(ref, "crashed", { db } as never);
  expect(given("update jobs")).toMatchObject([{ status: "failed" }]);
});

const turns = (...all: [number, number][]) => all.map(([page, turn]) => ({ page, turn }) as { page: number; turn: 90 });

test("pages keep their turns, those that are turned get theirs, and upright ones have none", async () => {
  const files = [
    { id: "f1", turns: turns([3, 90], [1, 180]) },
    { id: "f2", turns: turns([1, 90]) },
  ];
  const { db, given } = scriptedDb({ "select job_files": [files] });
  await setTurns(db, ref, new Map([["f1", turns([1, 0], [2, 270])]]));
  expect(given("update job_files")).toEqual([{ turns: turns([2, 270], [3, 90]) }]);
});

test("only pages that no PDF has are turned by themselves", async () => {
  const files = ["f1", "f2"].map((id) => ({ id, turns: [] }));
  const { db, given } = scriptedDb({ "select job_files": [files], "select outputs": [[{ fileIds: ["f1"] }]] });
  const wanted = new Map(["f1", "f2"].map((id) => [id, turns([1, 90])]));
  await turnNewPages(db, job as never, wanted);
  expect(given("update job_files")).toEqual([{ turns: turns([1, 90]) }]);
  const none = scriptedDb();
  await turnNewPages(none.db, job as never, new Map());
  expect(none.statements).toEqual([]);
});

interface Drawn {
  outputs?: object[];
  pages?: number;
  updated?: object[];
  fail?: boolean;
  signal?: AbortSignal;
}

/** Draws the thumbnails of PDFs; returns the stored and the deleted keys. */
async function draw({ outputs = [{}], pages = 2, updated = [{}], fail = false, signal }: Drawn = {}) {
  const rows = outputs.map((given) => ({
    practiceId: "p1",
    jobId: "j1",
    id: "o1",
    blobKey: "pdf",
    sizeBytes: 1,
    sha256: "s",
    ...given,
  }));
  const database = scriptedDb({ "select outputs": [rows], "update outputs": [updated] });
  const storage = {
    fetch: vi.fn(async () => {}),
    putFile: vi.fn(async (_key: string, _path: string) => {}),
    delete: vi.fn(async (_keys: string[]) => {}),
  };
  const thumbnails = vi.fn(async (_path: string, folder: string) => {
    expect(await readdir(folder)).toEqual([]);
    if (fail) throw new Error("cannot be drawn");
    return pages;
  });
  const warn = vi.fn();
  const services = { db: database.db, storage, engine: { thumbnails }, log: { warn }, config: { dataDir } };
  await makeThumbnails.run(ref, services as never, { signal: signal ?? new AbortController().signal });
  const stored = storage.putFile.mock.calls.map(([key, path]) => `${key} ${path.slice(-6)}`);
  return { ...database, stored, deleted: storage.delete.mock.calls, warn };
}

const folder = "practices/p1/jobs/j1/thumbnails/o1/";

test("each page of a PDF has a thumbnail, and their number is announced", async () => {
  const { stored, given, deleted, announced } = await draw();
  expect(stored).toEqual([`${folder}1.webp 1.webp`, `${folder}2.webp 2.webp`]);
  expect(given("update outputs")).toEqual([{ thumbnails: 2 }]);
  expect(deleted).toEqual([]);
  expect(announced).toEqual([{ type: "job", id: "j1" }]);
});

test("the thumbnails of a PDF that was deleted meanwhile are deleted", async () => {
  expect((await draw({ updated: [] })).deleted).toEqual([[[`${folder}1.webp`, `${folder}2.webp`]]]);
});

test("a PDF without pictures, or without a blob, is left as it is", async () => {
  expect(await draw({ pages: 0 })).toMatchObject({ statements: [{}], deleted: [] });
  expect(await draw({ outputs: [{ blobKey: null }] })).toMatchObject({ statements: [{}], stored: [] });
});

test("a PDF that cannot be drawn does not keep the next one from it", async () => {
  expect((await draw({ outputs: [{}, {}], fail: true })).warn).toHaveBeenCalledTimes(2);
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(draw({ fail: true, signal })).rejects.toThrow("stopped");
});

interface Swept {
  mine?: boolean;
  far?: number;
  files?: object[];
  jobs?: object[];
}

/** Runs the sweep; returns what it found, queued and logged. */
async function sweep({ mine = true, far = 0, files = [], jobs = [] }: Swept = {}) {
  const { db, statements } = scriptedDb({
    execute: [Array(far).fill({}), [{ mine }]],
    "select jobs": [files, jobs],
  });
  const { queue, queued } = recordingQueue();
  const warn = vi.fn();
  const found = await sweepJobs.run({}, { db, queue, log: { warn }, config: { dataDir } } as never, {} as never);
  return { found, queued, warn, statements: statements.filter(({ does }) => does === "select jobs") };
}

test("lost files and assemblies are queued again", async () => {
  const { found, queued, warn, statements } = await sweep({ files: [{ ...ref, fileId: "f1" }], jobs: [ref] });
  expect(found).toEqual({ files: 1, assemblies: 1 });
  expect(queued).toEqual([
    { task: "jobs.convert-file", payload: { ...ref, fileId: "f1" }, group: "p1" },
    { task: "jobs.assemble", payload: ref, group: "p1" },
  ]);
  expect(warn).toHaveBeenCalledOnce();
  expect(statements).toMatchObject([{ limit: 1_000 }, { limit: 1_000 }]);
  for (const { params } of statements) expect(params?.slice(0, 3)).toEqual(["pending", "processing", 1]);
});

test("a sweep that finds nothing, or runs beside another, queues nothing", async () => {
  expect(await sweep()).toMatchObject({ found: { files: 0, assemblies: 0 }, queued: [] });
  expect((await sweep()).warn).not.toHaveBeenCalled();
  const beside = await sweep({ mine: false, files: [{ ...ref, fileId: "f1" }], jobs: [ref] });
  expect(beside).toMatchObject({ found: { files: 0, assemblies: 0 }, queued: [] });
});

test("one lost file or one lost assembly is told", async () => {
  expect((await sweep({ files: [{ ...ref, fileId: "f1" }] })).warn).toHaveBeenCalledOnce();
  expect((await sweep({ jobs: [ref] })).warn).toHaveBeenCalledOnce();
});
