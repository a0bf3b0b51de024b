import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import { refusals } from "@sheaf/contracts/refusals.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { recordingQueue, type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import { sealText } from "../../../platform/crypto/sealed-text.ts";
import { ScannerDown } from "../../../platform/scan/clamd.ts";
import { deleteOldFiles } from "../housekeeping/retention.task.ts";
import { sweepJobs } from "../housekeeping/sweep.task.ts";
import { eraseJobFiles } from "../sample/erase-files.task.ts";
import { assembleJob } from "./assemble.task.ts";
import { convertFile } from "./convert.task.ts";
import { makeThumbnails } from "./thumbnails.task.ts";
import { unpackFile } from "./unpack.task.ts";

const plan = { name: "Solo", maxFileBytes: 10 * MB, documentsPerMonth: 100 };
vi.mock("../../billing/index.ts", async (original) => ({ ...(await original<object>()), planOf: async () => plan }));

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tasks-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

const minutes = 60_000;

test.each([
  [convertFile, 3, 45 * minutes],
  [unpackFile, 3, 45 * minutes],
  [assembleJob, 3, 5 * minutes],
  [makeThumbnails, 2, 5 * minutes],
  [deleteOldFiles, 1, 50 * minutes],
  [sweepJobs, 1, 50_000],
  [eraseJobFiles, 10, 5 * minutes],
])("the task $name has a limit of attempts and of time", (task, attempts, timeoutMs) => {
  expect(task).toMatchObject({ attempts, timeoutMs });
});

const ref = { practiceId: "p1", jobId: "j1", fileId: "f1" };
const ofJob = { practiceId: "p1", jobId: "j1" };
const file = {
  id: "f1",
  practiceId: "p1",
  jobId: "j1",
  parentId: null,
  itemIndex: null,
  originalKey: "original",
  originalName: "a.jpg",
  path: null,
  type: "jpg",
  sizeBytes: 5,
  sha256: "sha",
  attempt: 3,
  password: null,
  sample: true,
  isOwnContent: false,
  position: 0,
};
const job = {
  practiceId: "p1",
  id: "j1",
  status: "processing",
  separateEmails: false,
  assemblyAttempt: 2,
  periodId: "x",
};
const ended = [{ name: "a.jpg", position: 0, sample: true }];
const key = Buffer.alloc(32, 1);

const store = () => ({
  fetch: vi.fn(async (_key: string, _path: string, _stored: object) => {}),
  putFile: vi.fn(async (_key: string, _path: string) => ({ sizeBytes: 9, sha256: "new" })),
  put: vi.fn(async (_key: string) => ({ sizeBytes: 9, sha256: "new" })),
  delete: vi.fn(async (_keys: string[]) => {}),
  list: vi.fn(async function* (folder: string): AsyncGenerator<{ key: string }> {
    yield* ["1/x", "2/y", "3/z"].map((name) => ({ key: folder + name }));
  }),
});
const readingsOf = (given: object = {}) => ({
  add: vi.fn(async () => {}),
  addText: vi.fn(async () => {}),
  isOn: async () => true,
  waitMs: async () => 0,
  turnsOf: async () => new Map(),
  countRefused: async () => 0,
  ...given,
});
const log = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });

interface Given {
  file?: object;
  script?: Script;
  result?: object | Error;
  services?: object;
  signal?: AbortSignal;
}

/** Converts a file; returns what was written and stored. */
async function convert(given: Given = {}) {
  const database = scriptedDb({
    with: [[{ file: { ...file, ...given.file } }]],
    "select jobs": [[job]],
    "update job_files": [ended],
    "select job_files": [[{ unfinished: 0, bad: 0, converted: 1 }]],
    ...given.script,
  });
  const [storage, { queue, queued }, logged] = [store(), recordingQueue(), log()];
  const readings = readingsOf();
  const result = given.result ?? { outcome: "converted", pages: 2, warnings: [], ms: 12.6 };
  const engine = {
    convertFile: vi.fn(async (_input: object, _to: string, _options: object) => {
      if (result instanceof Error) throw result;
      return result;
    }),
  };
  const services = { ...database, storage, queue, readings, engine, log: logged, key, config: { dataDir } };
  const signal = given.signal ?? new AbortController().signal;
  await convertFile.run(ref, { ...services, ...given.services } as never, { signal });
  return { ...database, storage, queued, readings, engine, log: logged };
}

const assembly = { task: "jobs.assemble", payload: ofJob, group: "p1" };
const pagesOf = (attempt: number) => `practices/p1/jobs/j1/pages/f1-${attempt}.pdf`;

test("a converted file has its pages, those of earlier attempts are deleted, and its job is assembled", async () => {
  const { given, storage, readings, queued, engine } = await convert();
  expect(given("update job_files")).toMatchObject([
    { state: "converted", pages: 2, convertedMs: 13, pagesKey: pagesOf(3), pagesBytes: 9, pagesSha256: "new" },
  ]);
  expect(given("update job_files")).toMatchObject([{ sizeBytes: 5, sha256: "sha" }]);
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith([pagesOf(1), pagesOf(2)]);
  expect(readings.add).toHaveBeenCalledOnce();
  expect(queued).toEqual([assembly]);
  expect(engine.convertFile.mock.calls[0]?.[0]).toEqual({ path: expect.any(String), name: "a.jpg" });
});

test("the original of a converted item is deleted, because its container holds it", async () => {
  const deleted = async (of: object) => (await convert({ file: { attempt: 1, ...of } })).storage.delete.mock.calls;
  expect(await deleted({ itemIndex: 0 })).toEqual([[["original"]]]);
  expect(await deleted({})).toEqual([[[]]]);
});

test("the pages of a file that another run has taken over are deleted", async () => {
  const { storage, readings, queued } = await convert({ script: { "update job_files": [[]] } });
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith([pagesOf(3)]);
  expect(readings.add).not.toHaveBeenCalled();
  expect(queued).toEqual([]);
});

test("a file that has ended already is not converted", async () => {
  const { engine, statements } = await convert({ script: { with: [[]] } });
  expect(engine.convertFile).not.toHaveBeenCalled();
  expect(statements).toHaveLength(1);
});

test("a job with an unfinished file is not assembled", async () => {
  const unfinished = [{ unfinished: 1, bad: 0, converted: 1 }];
  expect((await convert({ script: { "select job_files": [unfinished] } })).queued).toEqual([]);
});

test.each([
  [1, [{ task: "jobs.unpack-file", payload: ref, group: "p1" }]],
  [0, []],
])("a container that %s runs have is queued for unpacking: %j", async (has, queued) => {
  const made = await convert({
    result: { outcome: "container", items: [], ms: 1 },
    script: { "count job_files": [has] },
  });
  expect(made.queued).toEqual(queued);
  expect(made.given("update job_files")).toEqual([]);
  expect(made.storage.delete).not.toHaveBeenCalled();
});

const fault = "a.jpg could not be converted because of a fault on our side. Try again.";

test.each([
  [{ outcome: "failed", text: "crashed" }, { state: "failed", message: fault }, 1],
  [
    { outcome: "rejected", reason: "damaged", text: "a.jpg is damaged.", ms: 1.4 },
    { state: "refused", reason: "damaged", message: "a.jpg is damaged.", convertedMs: 1 },
    0,
  ],
])("the result %j ends the file with %j", async (result, end, errors) => {
  const { given, storage, log: logged } = await convert({ result });
  expect(given("update job_files")).toMatchObject([end]);
  expect(storage.delete).not.toHaveBeenCalled();
  expect(logged.error).toHaveBeenCalledTimes(errors);
});

test("the result of an aborted conversion is not recorded", async () => {
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(convert({ signal })).rejects.toThrow("stopped");
});

test("a file with a virus is refused unopened", async () => {
  const services = { scanner: { scan: async () => "Eicar" } };
  const { given, engine } = await convert({ services, file: { path: "a.zip › a.jpg" } });
  const message = "a.zip › a.jpg contains a virus (Eicar). Ask for a clean copy and replace it.";
  expect(given("update job_files")).toMatchObject([
    { state: "refused", reason: "active-content", message, convertedMs: 0 },
  ]);
  expect(engine.convertFile).not.toHaveBeenCalled();
});

test("a file without a virus is converted", async () => {
  const { given } = await convert({ services: { scanner: { scan: async () => undefined } } });
  expect(given("update job_files")).toMatchObject([{ state: "converted" }]);
});

test("a file waits a quarter of a minute for the scanner", async () => {
  const scanner = { scan: () => Promise.reject(new ScannerDown("away")) };
  const { queued, given } = await convert({ services: { scanner } });
  expect(queued).toEqual([{ task: "jobs.convert-file", payload: ref, group: "p1", delayMs: 15_000 }]);
  expect(given("update job_files")).toEqual([]);
});

test("any other error ends the run", async () => {
  await expect(convert({ result: new Error("crashed") })).rejects.toThrow("crashed");
});

test.each([
  [{}, { state: "failed", message: "a.jpg has been deleted. Upload it again." }],
  [
    { parentId: "c1", path: "c.zip › a.jpg" },
    {
      state: "refused",
      reason: "damaged",
      message:
        "c.zip › a.jpg cannot be unpacked again, because the password of its archive is not kept. Unpack it and replace it.",
    },
  ],
  [
    { parentId: "c1", itemIndex: 0 },
    { state: "refused", reason: "damaged", message: `a.jpg ${refusals.damaged}` },
  ],
])("a file %j without an original ends with %j", async (of, end) => {
  const script = { "select job_files": [[], [{ unfinished: 0, bad: 1, converted: 0 }]] };
  const { given } = await convert({ file: { originalKey: null, ...of }, script });
  expect(given("update job_files")).toMatchObject([end]);
});

test("when all attempts have failed, the file fails because of a fault on our side", async () => {
  const database = scriptedDb({
    "select job_files": [[{ name: "a.jpg" }], [{ unfinished: 0, bad: 1, converted: 0 }]],
    "select jobs": [[job]],
    "update job_files": [ended],
  });
  const services = { ...database, ...recordingQueue(), readings: readingsOf() };
  await convertFile.onFinalFailure(ref, "crashed", services as never);
  expect(database.given("update job_files")).toMatchObject([{ state: "failed", message: fault }]);
  const gone = scriptedDb();
  await convertFile.onFinalFailure(ref, "crashed", { ...gone, ...recordingQueue() } as never);
  expect(gone.given("update job_files")).toEqual([]);
});

test.each([
  ["a.zip", 10 * MB, false, { state: "converted" }],
  ["a.zip", 10 * MB + 1, false, { state: "refused", reason: "too-large", convertedMs: 13 }],
  ["a.zip", 10 * MB + 1, true, { state: "converted" }],
  ["a.jpg", 10 * MB + 1, false, { state: "converted" }],
])("a document named %s of %s bytes, of the sample: %s, ends with %j", async (originalName, sizeBytes, sample, end) => {
  const { given } = await convert({ file: { originalName, sizeBytes, sample } });
  expect(given("update job_files")).toMatchObject([end]);
});

test("an item that is too large for the plan is not unpacked again", async () => {
  const of = { parentId: "c1", itemIndex: 0, originalKey: null, sizeBytes: 10 * MB + 1 };
  const { given, engine } = await convert({ file: of });
  expect(given("update job_files")).toMatchObject([{ state: "refused", reason: "too-large", convertedMs: 0 }]);
  expect(engine.convertFile).not.toHaveBeenCalled();
  expect((await convert({ file: { ...of, originalKey: "k" } })).given("update job_files")).toMatchObject([
    { state: "converted" },
  ]);
});

test("a protected file is converted with its password", async () => {
  const { engine } = await convert({ file: { password: sealText(key, "f1", "secret") } });
  expect(engine.convertFile.mock.calls[0]?.[0]).toMatchObject({ password: "secret" });
});
