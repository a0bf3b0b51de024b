import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { MB } from "@sheaf/contracts/limits.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { recordingQueue, type Script, scriptedDb } from "../../../../../testing/scripted-db.ts";
import { AppError } from "../../../../platform/errors.ts";
import { accept, acceptReplacement } from "../../accept.ts";
import { receiveJob } from "./receive.ts";
import { receiveReplacement } from "./replace.ts";
import { sweepUploads } from "./sweep.task.ts";
import { formHash, measure, readForm } from "./upload-form.ts";
import { requireUploadRate } from "./upload-rate.ts";

vi.mock("node:timers/promises", async (original) => ({ ...(await original<object>()), setTimeout: vi.fn() }));
const plan = { name: "Solo", maxFileBytes: MB, documentsPerMonth: 100 };
vi.mock("../../../billing/index.ts", async (original) => ({
  ...(await original<object>()),
  requireActive: vi.fn(),
  requirePlan: async () => plan,
  planOf: async () => plan,
}));
vi.mock("../../../jobs/index.ts", async (original) => ({ ...(await original<object>()), requireReplaceable: vi.fn() }));
vi.mock("../../accept.ts", () => ({ accept: vi.fn(), acceptReplacement: vi.fn(async () => ["old"]) }));
beforeEach(() => {
  vi.mocked(accept).mockReset();
  vi.mocked(acceptReplacement).mockReset().mockResolvedValue(["old"]);
  vi.mocked(delay).mockReset();
});

const member = { practiceId: "p1", userId: "u1", fullName: "Ada" } as never;
const customerId = "019b1234-5678-7abc-8def-0123456789ab";
const field = (fieldname: string, value: string) => ({ type: "field", fieldname, value });
const file = (filename: string, fieldname = "files") => ({
  type: "file",
  fieldname,
  filename,
  file: Readable.from([Buffer.from("abc")]),
});
const form = () => [field("customerId", customerId), file("a.jpg")];

async function* partsOf(parts: object[]) {
  yield* parts;
}

interface Given {
  parts?: object[];
  key?: string;
  script?: Script;
  signal?: AbortSignal;
  remove?: (keys: string[]) => Promise<void>;
}

function services(given: Given) {
  const database = scriptedDb({
    "insert upload_keys": [[{ key: "k" }]],
    "delete upload_keys": [[{ key: "k" }]],
    ...given.script,
  });
  const storage = {
    requireFreeSpace: vi.fn(async (_bytes: number) => {}),
    put: vi.fn(async (_key: string, body: Readable) => {
      for await (const _ of body);
      return { sizeBytes: 3, sha256: "sha" };
    }),
    delete: vi.fn(given.remove ?? (async (_keys: string[]) => {})),
  };
  const log = { warn: vi.fn() };
  const upload = {
    parts: () => partsOf(given.parts ?? form()),
    idempotencyKey: given.key,
    sizeBytes: 12,
    signal: given.signal ?? new AbortController().signal,
  };
  const { queue } = recordingQueue();
  return { ...database, storage, log, upload, queue, config: { uploadsPerMinute: 5 } };
}

/** Receives an upload; returns the id of its job, or the error. */
async function receive(given: Given = {}) {
  const made = services(given);
  const result = await receiveJob(made as never, member, made.upload as never).catch((error: unknown) => error);
  return { ...made, result, keys: made.storage.put.mock.calls.map(([key]) => key) };
}

test("an upload becomes a job with its files, and its hold ends", async () => {
  const { result, storage, keys, statements } = await receive();
  expect(storage.requireFreeSpace).toHaveBeenCalledWith(12);
  expect(vi.mocked(accept).mock.calls[0]?.[2]).toMatchObject({
    channel: "dialog",
    jobId: result,
    fields: { customerId },
    files: [{ name: "a.jpg", sentName: "a.jpg", type: "jpg", key: keys[0] }],
  });
  expect(keys[0]).toContain(`practices/p1/jobs/${result}/originals/`);
  expect(statements.some(({ does }) => does === "delete upload_keys")).toBe(true);
  expect(storage.delete).not.toHaveBeenCalled();
});

test.each<[string, object[], string]>([
  ["no customer", [file("a.jpg")], "customer-required"],
  ["no file", [field("customerId", customerId)], "files-required"],
  ["a file of another kind", [...form(), file("a.exe")], "unsupported-file"],
  ["a file of another kind before a missing customer", [file("a.exe")], "customer-required"],
  ["only a file of another kind", [field("customerId", customerId), file("a.exe")], "unsupported-file"],
  ["a wrong field", [...form(), field("sendEmail", "perhaps")], "bad-request"],
  ["a wrong field and no file", [field("customerId", customerId), field("sendEmail", "perhaps")], "files-required"],
])("an upload with %s is refused, and its files are deleted", async (_what, parts, code) => {
  const { result, storage, keys, statements } = await receive({ parts });
  expect(result).toMatchObject({ code });
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith(keys);
  expect(statements.at(-1)?.does).toBe("delete upload_keys");
  expect(accept).not.toHaveBeenCalled();
});

test("an upload that was cancelled creates no job", async () => {
  const { result, keys, storage } = await receive({ signal: AbortSignal.abort(new Error("gone")) });
  expect(result).toHaveProperty("message", "gone");
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith(keys);
});

test("the files of a job whose commit was confirmed too late stay", async () => {
  vi.mocked(accept).mockRejectedValue(new Error("connection lost"));
  const { result, storage } = await receive({ script: { "select jobs": [[], [{ id: "j1" }]] } });
  expect(result).toHaveProperty("message", "connection lost");
  expect(storage.delete).not.toHaveBeenCalled();
});

test("files that cannot be deleted are tried again every second, while the hold is over", async () => {
  vi.mocked(accept).mockRejectedValue(new Error("no"));
  let tries = 0;
  const remove = async () => {
    tries += 1;
    if (tries < 3) throw new Error("away");
  };
  const { storage, given, log } = await receive({ remove });
  await vi.waitFor(() => expect(storage.delete).toHaveBeenCalledTimes(3));
  expect(vi.mocked(delay).mock.calls.map(([ms]) => ms)).toEqual([1_000, 1_000]);
  expect(given("update upload_keys")).toHaveLength(2);
  expect(log.warn).not.toHaveBeenCalled();
});

test("files that cannot be deleted for half a minute are left to the sweep", async () => {
  vi.mocked(accept).mockRejectedValue(new Error("no"));
  const times = [0, 29_999, 30_000];
  const now = vi.spyOn(performance, "now").mockImplementation(() => times.shift() ?? 30_000);
  const { storage, log } = await receive({ remove: () => Promise.reject(new Error("away")) });
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledOnce());
  now.mockRestore();
  expect(storage.delete).toHaveBeenCalledTimes(3);
});

test("a repeated upload returns the earlier job, unless it is another one", async () => {
  const limits = { maxFileBytes: MB, planName: "Solo" };
  const bodySha256 = formHash(await readForm(partsOf(form()) as never, limits, measure));
  const known = (hash: string) => ({
    "insert upload_keys": [[]],
    "select upload_keys": [[{ jobId: "earlier", bodySha256: hash, held: false, kept: true }]],
  });
  expect((await receive({ key: "k", script: known(bodySha256) })).result).toBe("earlier");
  expect((await receive({ key: "k", script: known("other") })).result).toMatchObject({ code: "key-reused" });
  expect(accept).not.toHaveBeenCalled();
});

test.each<[string, object[], string[]]>([
  ["is held by a running upload", [{ jobId: "e", bodySha256: null, held: true, kept: true }], []],
  ["was released", [], []],
])("an upload whose key %s waits for it", async (_what, row) => {
  const script = { "insert upload_keys": [[], [], [], [], [], [], [{ key: "k" }]], "select upload_keys": [row] };
  const settled = { "update upload_keys": [[{ key: "k" }]] };
  expect((await receive({ key: "k", script: { ...script, ...settled } })).result).toEqual(expect.any(String));
  expect(vi.mocked(delay).mock.calls.map(([ms]) => ms)).toEqual([50, 100, 200, 400, 500, 500]);
});

test.each([
  [{ jobId: "dead", bodySha256: null, held: false, kept: true }, 2],
  [{ jobId: null, bodySha256: null, held: false, kept: true }, 1],
  [{ jobId: "old", bodySha256: "h", held: false, kept: false }, 1],
])("the key of an upload %j is taken over", async (row, inserts) => {
  const script = { "insert upload_keys": [[]], "select upload_keys": [[row]], "update upload_keys": [[{ key: "k" }]] };
  const { result, given } = await receive({ key: "k", script });
  expect(given("update upload_keys")[0]).toMatchObject({ jobId: result, bodySha256: null });
  expect(given("insert upload_keys")).toHaveLength(inserts);
  if (inserts > 1) expect(given("insert upload_keys")[1]).toMatchObject({ key: "upload:dead", jobId: "dead" });
  expect(given("update upload_keys")[1]).toEqual({ bodySha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test("an upload that lost its hold creates no job", async () => {
  const { result } = await receive({ script: { "delete upload_keys": [[]] } });
  expect(result).toMatchObject({ code: "upload-interrupted" });
});

const ref = { practiceId: "p1", jobId: "j1", fileId: "f1" };

/** Receives a replacement; returns what was thrown, if anything. */
async function replace(given: Given = {}) {
  const made = services(given);
  const failure = await receiveReplacement(made as never, member, ref, made.upload as never).catch((error) => error);
  return { ...made, failure, keys: made.storage.put.mock.calls.map(([key]) => key) };
}

test("a replacement takes the place of its file, whose blobs are deleted", async () => {
  const { storage, keys, failure } = await replace({ parts: [file("b.jpg")] });
  expect(failure).toBeUndefined();
  expect(storage.requireFreeSpace).toHaveBeenCalledWith(12);
  const [call] = vi.mocked(acceptReplacement).mock.calls;
  expect(call?.[3]).toMatchObject({ channel: "dialog", ref, file: { name: "b.jpg", key: keys[0] } });
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith(["old"]);
});

test("a replaced file whose blobs cannot be deleted is replaced all the same", async () => {
  const { failure, log } = await replace({ parts: [file("b.jpg")], remove: () => Promise.reject(new Error("away")) });
  expect(failure).toBeUndefined();
  expect(log.warn).toHaveBeenCalledOnce();
});

test.each<[object[], string]>([
  [[], "files-required"],
  [[file("a.jpg"), file("b.jpg")], "too-many-files"],
  [[file("a.exe"), file("b.jpg")], "unsupported-file"],
])("the replacement %# is refused, and its files are deleted", async (parts, code) => {
  const { failure, storage, keys } = await replace({ parts });
  expect(failure).toMatchObject({ code });
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith(keys);
});

test("a replacement that the job uses already stays", async () => {
  vi.mocked(acceptReplacement).mockRejectedValue(new Error("connection lost"));
  const used: { key: string }[] = [];
  const made = services({ parts: [file("b.jpg")], script: { "select job_files": [used] } });
  made.storage.put.mockImplementation(async (key: string) => {
    used.push({ key });
    return { sizeBytes: 3, sha256: "sha" };
  });
  const receiving = receiveReplacement(made as never, member, ref, made.upload as never);
  await expect(receiving).rejects.toThrow("connection lost");
  expect(made.storage.delete).toHaveBeenCalledExactlyOnceWith([]);
});

test("a refused replacement that cannot be deleted is left to the sweep", async () => {
  const { failure, log } = await replace({ parts: [], remove: () => Promise.reject(new Error("away")) });
  expect(failure).toBeInstanceOf(AppError);
  expect(log.warn).toHaveBeenCalledOnce();
});

/** Asks whether another upload may begin after so many within a minute. */
async function rate(count: number | null, age: number | null) {
  const { db, statements } = scriptedDb({ "select jobs": [count === null ? [] : [{ count, age }]] });
  const error = await requireUploadRate(db, "p1", 5).catch((refused: unknown) => refused);
  return { error, statements };
}

test.each([
  [null, null, undefined],
  [4, 10, undefined],
  [5, 10, 50],
  [6, 60, 1],
  [5, 59.5, 1],
  [5, null, 60],
])(
  "after %s uploads within a minute, the first %s s ago, the next waits %s s",
  async (count, age, retryAfterSeconds) => {
    const { error } = await rate(count, age);
    if (retryAfterSeconds === undefined) expect(error).toBeUndefined();
    else expect(error).toMatchObject({ code: "too-many-requests", retryAfterSeconds });
  },
);

test("the uploads of a minute are counted, and ids of the 25 hours before it are looked at", async () => {
  const { statements } = await rate(0, null);
  const params = statements.find(({ does }) => does === "select jobs")?.params ?? [];
  expect(params.at(-1)).toBe(60);
  const id = params.find((param) => typeof param === "string" && /^[0-9a-f]{8}-/.test(param)) as string;
  const at = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  expect(Math.abs(Date.now() - 60_000 - 25 * 3_600_000 - at)).toBeLessThan(60_000);
});

test.each([
  [[], 0],
  [[{ practiceId: "p1", key: "k", jobId: null }], 1],
  [[{ practiceId: "p1", key: "k", jobId: "j1" }], 1],
])("the sweep deletes the dead uploads %j and warns %s times", async (dead, warnings) => {
  const { db, statements } = scriptedDb({ "select upload_keys": [dead] });
  const storage = {
    list: async function* (folder: string) {
      yield { key: `${folder}originals/x` };
    },
    delete: vi.fn(async (_keys: string[]) => {}),
  };
  const warn = vi.fn();
  expect(await sweepUploads.run({}, { db, storage, log: { warn } } as never, {} as never)).toEqual({
    uploads: dead.length,
  });
  expect(warn).toHaveBeenCalledTimes(warnings);
  const folders = dead.flatMap(({ jobId }) => (jobId ? [[["practices/p1/jobs/j1/originals/x"]]] : []));
  expect(storage.delete.mock.calls).toEqual(folders);
  expect(statements[0]).toMatchObject({ limit: 100, params: [60] });
  expect(statements.slice(1)).toMatchObject([...dead.map(() => ({ params: ["p1", "k"] })), { params: [24] }]);
  expect(sweepUploads).toMatchObject({ attempts: 1, timeoutMs: 50_000 });
});
