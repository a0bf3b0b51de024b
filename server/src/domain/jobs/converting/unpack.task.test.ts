import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { containerLimits, MB } from "@sheaf/contracts/limits.ts";
import { refusals } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "@sheaf/engine/converter.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { recordingQueue, type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import { openText, sealText } from "../../../platform/crypto/sealed-text.ts";
import { unpackFile } from "./unpack.task.ts";

vi.mock("../../billing/index.ts", async (original) => ({
  ...(await original<object>()),
  planOf: async () => ({ name: "Solo", maxFileBytes: 10 * MB, documentsPerMonth: 100 }),
}));

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "unpack-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

const key = Buffer.alloc(32, 1);
const ref = { practiceId: "p1", jobId: "j1", fileId: "c1" };
const container = {
  id: "c1",
  practiceId: "p1",
  jobId: "j1",
  parentId: null,
  itemIndex: null,
  originalKey: "original",
  originalName: "a.zip",
  path: null,
  sizeBytes: 5,
  sha256: "sha",
  attempt: 2,
  password: null,
  state: "converting",
  position: 0,
  sample: false,
};
const job = {
  practiceId: "p1",
  id: "j1",
  status: "processing",
  separateEmails: false,
  assemblyAttempt: 2,
  periodId: "x",
};
const ended = [{ name: "a.zip", position: 0, sample: false }];
const itemOf = (path: string) => ({
  outcome: "unpacked",
  item: { path, sizeBytes: 5, isEncrypted: false, isOwnContent: false },
  body: Readable.from([]),
});

interface Given {
  file?: object;
  /** All files of the job. */
  files?: object[];
  items?: object[];
  error?: Error;
  script?: Script;
  counts?: object;
  signal?: AbortSignal;
}

/** Unpacks a container; returns what was written, stored and queued. */
async function unpack(given: Given = {}) {
  const file = { ...container, ...given.file };
  const files = given.files ?? [file];
  const counts = { unfinished: 1, bad: 0, converted: 0, ...given.counts };
  const database = scriptedDb({
    with: [[{ file }]],
    "select jobs": [[{ emailText: null }], [job]],
    // For the room, the container once more, the room once more, and the counts.
    "select job_files": [files, [file], files, [counts]],
    "update job_files": [ended],
    "update periods": [[{ id: "x" }]],
    ...given.script,
  });
  const { queue, queued } = recordingQueue();
  const storage = {
    fetch: vi.fn(async () => {}),
    put: vi.fn(async (_key: string) => ({ sizeBytes: 6, sha256: "new" })),
    delete: vi.fn(async (_keys: string[]) => {}),
    list: async function* (folder: string) {
      for (const name of ["1/x", "2/y", "3/z", "10/w"]) yield { key: folder + name };
    },
  };
  const engine = {
    unpack: vi.fn(async function* (_input: object, _folder: string, _options: object) {
      yield* given.items ?? [itemOf("b.jpg")];
      if (given.error) throw given.error;
    }),
  };
  const services = { ...database, storage, queue, engine, key, log: { warn: vi.fn() }, config: { dataDir } };
  const signal = given.signal ?? new AbortController().signal;
  const failure = await unpackFile.run(ref, services as never, { signal }).catch((error: unknown) => error);
  const rows = database.given("insert job_files").flat() as { id: string; originalKey: string | null }[];
  return { ...database, storage, queued, engine, rows, failure, ends: database.given("update job_files") };
}

const folder = "practices/p1/jobs/j1/items/c1/";

test("the items of a container are added to the job, each with a task", async () => {
  const rejected = { ...itemOf("c.jpg"), outcome: "rejected", reason: "damaged", text: "c.jpg is damaged." };
  const { rows, queued, ends, storage, engine } = await unpack({ items: [itemOf("b.jpg"), rejected] });
  expect(rows).toMatchObject([
    { parentId: "c1", position: 1, state: "waiting", itemIndex: 0, password: null },
    { parentId: "c1", position: 2, state: "refused", itemIndex: 1 },
  ]);
  expect(queued).toEqual([{ task: "jobs.convert-file", payload: { ...ref, fileId: rows[0]?.id }, group: "p1" }]);
  expect(ends[0]).toMatchObject({ state: "unpacked" });
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith([]);
  const limits = { items: containerLimits.items, bytes: containerLimits.unpackedBytes };
  expect(engine.unpack.mock.calls[0]?.[0]).toEqual({ path: expect.any(String), name: "a.zip" });
  expect(engine.unpack.mock.calls[0]?.[2]).toMatchObject({ practiceId: "p1", limits });
});

test("the password of a container is used, and kept for its items", async () => {
  const { rows, engine } = await unpack({ file: { password: sealText(key, "c1", "secret") } });
  expect(engine.unpack.mock.calls[0]?.[0]).toMatchObject({ password: "secret" });
  const [{ id, password } = { id: "", password: null }] = rows as { id: string; password?: Buffer | null }[];
  expect(password && openText(key, id, password)).toBe("secret");
});

test.each([
  [2, []],
  [3, [`${folder}1/x`, `${folder}2/y`]],
  [4, [`${folder}1/x`, `${folder}2/y`, `${folder}3/z`]],
])("attempt %s deletes what earlier attempts have stored: %j", async (attempt, keys) => {
  const { storage } = await unpack({ file: { attempt } });
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith(keys);
});

test("the items of an earlier unpacking are removed, with their originals", async () => {
  const script = {
    "delete job_files": [
      [
        { key: "old", version: 4 },
        { key: null, version: 3 },
      ],
    ],
  };
  const { storage } = await unpack({ script });
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith(["old"]);
});

test("the original of a container inside another is deleted once it is unpacked", async () => {
  const script = { "delete job_files": [[]] };
  const inside = { itemIndex: 0, parentId: "c0" };
  expect((await unpack({ file: inside, script })).storage.delete).toHaveBeenCalledWith(["original"]);
});

test("the original of a container of which a user has to choose items stays", async () => {
  const period = { documentsAllowed: 1, documentsUsed: 1, endsAt: new Date("2026-12-05T12:00:00Z") };
  const script = { "update periods": [[]], "select periods": [[{ period, running: true }]] };
  const items = [itemOf("b.jpg"), itemOf("c.jpg")];
  const { storage, queued, rows } = await unpack({ file: { itemIndex: 0, parentId: "c0" }, items, script });
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith([]);
  expect(queued).toEqual([]);
  expect(rows).toMatchObject([{ state: "set-aside" }, { state: "set-aside" }]);
});

test.each([
  [{ state: "waiting" }, 0],
  [{ attempt: 3 }, 0],
  [{}, 1],
])("of a container that is %j in the end, the items of attempt 2 stay %s times", async (now, stay) => {
  const again = { ...container, ...now };
  const script = { "select job_files": [[container], [again], [container], [{ unfinished: 1, bad: 0, converted: 0 }]] };
  const { storage, rows } = await unpack({ script });
  expect(rows).toHaveLength(stay);
  expect(storage.delete.mock.calls[0]?.[0]).toEqual(stay ? [] : [storage.put.mock.calls[0]?.[0]]);
});

test("a container that has ended already is not unpacked", async () => {
  const { engine, storage } = await unpack({ script: { with: [[]] } });
  expect(engine.unpack).not.toHaveBeenCalled();
  expect(storage.delete).not.toHaveBeenCalled();
});

const refused = (reason: string, words: string) => ({
  state: "refused",
  reason,
  message: `a.zip ${words}`,
  convertedMs: 0,
});

test.each<[Given, object]>([
  [{ items: [] }, refused("empty", "holds no files.")],
  [{ error: new ConvertError("password") }, refused("password", refusals.password)],
  [{ error: new ConvertError("damaged", "ends too early.") }, refused("damaged", "ends too early.")],
  [{ file: { originalKey: null } }, { state: "failed", message: "a.zip has been deleted. Upload it again." }],
])("a container that cannot be unpacked, %j, ends with %j and without items", async (given, end) => {
  const { ends, rows, storage } = await unpack({
    ...given,
    script: { "select job_files": given.file ? [[{ ...container, ...given.file }]] : [[container]] },
  });
  expect(ends[0]).toMatchObject(end);
  expect(rows).toEqual([]);
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith(storage.put.mock.calls.map(([stored]) => stored));
});

test("an error of Sheaf itself ends the run and deletes what it had stored", async () => {
  const { failure, storage, ends } = await unpack({ error: new Error("crashed") });
  expect(failure).toHaveProperty("message", "crashed");
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith([storage.put.mock.calls[0]?.[0]]);
  expect(ends).toEqual([]);
});

test("an aborted run does not refuse the container", async () => {
  const signal = AbortSignal.abort(new Error("stopped"));
  const { failure } = await unpack({ error: new ConvertError("damaged"), signal });
  expect(failure).toHaveProperty("message", "stopped");
});

const nested = (depth: number) =>
  Array.from({ length: depth }, (_, index) => ({
    ...container,
    id: index === 0 ? "c1" : `outer-${index}`,
    parentId: index === depth - 1 ? null : `outer-${index + 1}`,
  }));

test.each([
  [containerLimits.depth, "unpacked"],
  [containerLimits.depth + 1, "refused"],
])("a container at depth %s is %s", async (depth, state) => {
  const { ends } = await unpack({ files: nested(depth) });
  expect(ends[0]).toMatchObject({ state });
});

const unpacked = (number: number, sizeBytes = 0) =>
  Array.from({ length: number }, (_, index) => ({ id: `i${index}`, parentId: "c1", sizeBytes }));
const { items: most, unpackedBytes } = containerLimits;

test.each([
  ["as many items as there may be", [...unpacked(most - 1)], 1, "unpacked"],
  ["an item too much", [...unpacked(most)], 1, "refused"],
  ["as many bytes as there may be", unpacked(1, unpackedBytes - 6), 1, "unpacked"],
  ["a byte too much", unpacked(1, unpackedBytes - 5), 1, "refused"],
  ["a byte too much in two items", unpacked(1, unpackedBytes - 11), 2, "refused"],
])("a job with %s after an unpacking has it %#", async (_what, others, number, state) => {
  const items = Array.from({ length: number }, (_, index) => itemOf(`${index}.jpg`));
  const { ends } = await unpack({ files: [container, ...others], items });
  expect(ends[0]).toMatchObject(state === "refused" ? { state, reason: "too-large" } : { state });
});

test("the room for a container is what the job's other containers have left", async () => {
  const { engine } = await unpack({ files: [container, ...unpacked(2, 100)] });
  const limits = { items: most - 2, bytes: unpackedBytes - 200 };
  expect(engine.unpack.mock.calls[0]?.[2]).toMatchObject({ limits });
});

test("a job whose last file is an empty choice is assembled", async () => {
  const items = [{ ...itemOf("link"), outcome: "set-aside", body: null, text: "link is a link." }];
  const { queued } = await unpack({ items, counts: { unfinished: 0, converted: 1 } });
  expect(queued).toEqual([{ task: "jobs.assemble", payload: { practiceId: "p1", jobId: "j1" }, group: "p1" }]);
});

test.each(["waiting", "converting"])("when all attempts have failed, a container that is %s fails", async (state) => {
  const database = scriptedDb({
    "select job_files": [
      [{ path: "x.eml › a.zip", originalName: "a.zip" }],
      [{ ...container, state }],
      [{ unfinished: 1 }],
    ],
    "select jobs": [[job]],
    "update job_files": [ended],
  });
  await unpackFile.onFinalFailure(ref, "crashed", { ...database, ...recordingQueue() } as never);
  const message = "x.eml › a.zip could not be unpacked because of a fault on our side. Try again.";
  expect(database.given("update job_files")).toMatchObject([{ state: "failed", message }]);
});

test("a container that has ended before does not fail", async () => {
  const database = scriptedDb({ "select job_files": [[{ ...container, state: "unpacked" }]], "select jobs": [[job]] });
  await unpackFile.onFinalFailure(ref, "crashed", { ...database, ...recordingQueue() } as never);
  expect(database.given("update job_files")).toEqual([]);
});
