import { beforeEach, expect, test, vi } from "vitest";
import { recordingQueue, type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import { requireActive } from "../../billing/index.ts";
import { describeItems } from "../changes-by-users.ts";
import { restartFailed, retryJob } from "../service.ts";
import { chooseItems, readChoice } from "./choose-items.ts";

vi.mock("../../billing/index.ts", async (original) => ({ ...(await original<object>()), requireActive: vi.fn() }));
beforeEach(() => {
  vi.mocked(requireActive).mockReset();
});

const ref = { practiceId: "p1", jobId: "j1", fileId: "c1" };
const ofJob = { practiceId: "p1", jobId: "j1" };
const member = { practiceId: "p1", userId: "u1", username: "ada" } as never;
const later = new Date("2026-12-05T12:00:00Z");
const job = {
  practiceId: "p1",
  id: "j1",
  periodId: "period",
  sample: false,
  status: "failed",
  filesDeletedAt: null,
  separateEmails: false,
  assemblyAttempt: 1,
  emailsToConfirm: null,
};
const container = {
  practiceId: "p1",
  jobId: "j1",
  id: "c1",
  awaitsChoice: true,
  originalName: "a.zip",
  path: null,
  itemIndex: null,
  originalKey: "original",
};
const period = { documentsAllowed: 1_000, documentsUsed: 998, endsAt: later };
const counts = { unfinished: 1, bad: 0, converted: 0 };
const items = (...ids: string[]) => ids.map((id) => ({ id }));
const code = (wanted: string) => expect.objectContaining({ code: wanted });

test.each([
  [1, 0, "1 file"],
  [2, 0, "2 files"],
  [0, 1, "0 files, 1 set aside"],
])("%s used items and %s others are described as %s", (used, aside, words) => {
  expect(describeItems(used, aside)).toBe(words);
});

/** Reads what may be chosen. */
function read({ file = {}, offered = 5, periodId = "period" as string | null, found = true } = {}) {
  const ids = Array.from({ length: offered }, (_, index) => `i${index}`);
  const rows = found ? [{ file: { ...container, ...file }, periodId }] : [];
  const { db } = scriptedDb({
    "select job_files": [rows, items(...ids)],
    "select periods": [[{ period, running: true }]],
  });
  return readChoice(db, ref);
}

test.each([
  [5, "period", 3],
  [3, "period", 3],
  [2, "period", 2],
  [501, null, 500],
  [5, null, 5],
])("of %s items in a job with the period %s, %s may be chosen", async (offered, periodId, documentsLeft) => {
  const choice = await read({ offered, periodId });
  expect(choice.documentsLeft).toBe(documentsLeft);
  expect(choice.itemIds).toHaveLength(offered);
});

test("nothing can be chosen from a file that is gone or has no choice", async () => {
  await expect(read({ found: false })).rejects.toEqual(code("job-not-found"));
  await expect(read({ file: { awaitsChoice: false } })).rejects.toEqual(code("no-choice"));
});

interface Chosen {
  ids: string[];
  file?: object;
  job?: object;
  script?: Script;
  running?: boolean;
}

/** Chooses items of three; returns what was written, queued and deleted. */
async function choose({ ids, file = {}, job: of = {}, script = {}, running = true }: Chosen) {
  const offered = items("i1", "i2", "i3");
  const awaits = { ...container, ...file };
  const database = scriptedDb({
    "select users": [[{ id: "u1" }]],
    "select jobs": [[{ ...job, ...of }]],
    // The container, its items, the keys that are not needed, and the numbers of files.
    "select job_files": awaits.awaitsChoice
      ? [[awaits], offered, [{ key: "item" }, { key: null }], [counts]]
      : [[awaits], [counts]],
    // Set aside, and all.
    "count job_files": [2, 3],
    "update periods": [[{ id: "period" }]],
    "select periods": [[{ period, running }]],
    ...script,
  });
  const { queue, queued } = recordingQueue();
  const storage = { delete: vi.fn(async (_keys: string[]) => {}) };
  const services = { db: database.db, queue, storage, log: { warn: vi.fn() } };
  await chooseItems(services as never, member, ref, ids);
  const changed = database.statements.find(({ does }) => does === "update periods");
  return { ...database, queued, deleted: storage.delete.mock.calls, reserved: changed?.params?.at(-1) };
}

test("the chosen items are converted, and the container is told and unpacked", async () => {
  const { given, queued, deleted, reserved, announced } = await choose({ ids: ["i1", "i3", "i1"] });
  expect(reserved).toBe(1);
  expect(given("update job_files")).toMatchObject([
    { state: "waiting" },
    { password: null },
    { state: "unpacked", awaitsChoice: false, message: null },
  ]);
  const told = { kind: "unpacked", fileId: "c1", fileName: "a.zip", message: "1 file, 2 set aside" };
  expect(given("insert job_events")).toMatchObject([told]);
  expect(given("insert audit_log")).toMatchObject([{ action: "items.chosen", detail: { file: "c1", chosen: 2 } }]);
  const tasks = ["i1", "i3"].map((fileId) => ({ task: "jobs.convert-file", payload: { ...ref, fileId }, group: "p1" }));
  expect(queued).toEqual(tasks);
  expect(deleted).toEqual([[["item"]]]);
  expect(given("update jobs")).toMatchObject([{ assemblyAttempt: 2 }, { status: "processing" }]);
  expect(announced).toContainEqual({ type: "subscription" });
  expect(requireActive).toHaveBeenCalledOnce();
});

test("the original of a container inside another is deleted", async () => {
  const { deleted, given } = await choose({ ids: ["i1"], file: { itemIndex: 0, path: "x.eml › a.zip" } });
  expect(deleted).toEqual([[["item", "original"]]]);
  expect(given("insert job_events")).toMatchObject([{ fileName: "x.eml › a.zip" }]);
});

test.each([
  [["i1"], []],
  [[], [expect.anything()]],
])("with the items %j chosen, the used documents change: %j", async (ids, changes) => {
  expect((await choose({ ids })).given("update periods")).toEqual(changes);
});

test.each<[Chosen]>([[{ ids: ["i4"] }], [{ ids: ["i1", "i4"] }], [{ ids: ["i1"], file: { awaitsChoice: false } }]])(
  "with %j nothing is chosen",
  async (given) => {
    await expect(choose(given)).rejects.toEqual(code("no-choice"));
  },
);

const needed = "2 documents are needed, but only 3 of your plan’s 1,000";

test.each([
  [true, `${needed} are left for it until 5 December 2026. Choose fewer, or upgrade.`],
  [false, `${needed} were left for it when the period ended on 5 December 2026. Choose fewer.`],
])("without enough documents in a period that runs: %s, nothing is chosen", async (running, message) => {
  const choosing = choose({ ids: ["i1", "i2"], running, script: { "update periods": [[]] } });
  await expect(choosing).rejects.toMatchObject({ code: "quota-reached", message });
});

interface Retried {
  job?: object;
  /** Files that failed. */
  again?: object[];
  awaiting?: object[];
  files?: object;
  script?: Script;
}

/** Retries a failed job; returns what was written, queued and returned. */
async function retry({ job: of = {}, again = [], awaiting = [], files = {}, script = {} }: Retried = {}) {
  const database = scriptedDb({
    "select jobs": [[{ ...job, ...of }]],
    "select job_files": [
      awaiting,
      ...awaiting.flatMap(() => [items("i1", "i2"), [{ key: "item" }], [counts]]),
      [{ unfinished: 0, bad: 0, converted: 1, ...files }],
    ],
    "update job_files": awaiting.length > 0 ? [[], [], [], again] : [again],
    "update periods": [[{ id: "period" }]],
    "select periods": [[{ period, running: true }]],
    ...script,
  });
  const { queue, queued } = recordingQueue();
  const spare = await restartFailed(database.db, queue, member, "j1");
  return { ...database, queued, spare };
}

const conversion = (fileId: string) => ({ task: "jobs.convert-file", payload: { ...ref, fileId }, group: "p1" });
const assembly = { task: "jobs.assemble", payload: ofJob, group: "p1" };

test("the failed files of a job are converted again, named in their order", async () => {
  const again = [
    { id: "f2", position: 2 },
    { id: "f1", position: 1 },
    { id: "f3", position: 3 },
  ];
  const { queued, given } = await retry({ again, files: { unfinished: 3 } });
  expect(queued).toEqual(["f1", "f2", "f3"].map(conversion));
  expect(given("update job_files")).toEqual([{ state: "waiting", reason: null, message: null, convertedMs: null }]);
  expect(given("update jobs")).toMatchObject([{ assemblyAttempt: 2 }, { status: "pending" }]);
  const entry = { action: "job.retried", subjectId: "j1", detail: { files: 3, file: "f1,f2,f3" } };
  expect(given("insert audit_log")).toMatchObject([entry]);
});

test("a job whose files are all converted is assembled again", async () => {
  const { queued, given } = await retry();
  expect(queued).toEqual([assembly]);
  expect(given("update jobs")).toMatchObject([{}, { status: "processing" }]);
});

test("all items of a container are chosen", async () => {
  const { queued, spare } = await retry({ awaiting: [container], files: { unfinished: 2, converted: 0 } });
  expect(queued).toEqual(["i1", "i2"].map(conversion));
  expect(spare).toEqual(["item"]);
});

test("one failed file, or one chosen container, is enough while emails wait for a confirmation", async () => {
  const of = { emailsToConfirm: 30 };
  await expect(retry({ job: of })).rejects.toThrow("Nothing is left to retry. Confirm the emails of this job.");
  expect((await retry({ job: of, again: [{ id: "f1", position: 1 }] })).queued).toHaveLength(2);
  expect((await retry({ job: of, awaiting: [container] })).queued).toHaveLength(3);
});

test.each<[string, Retried, string]>([
  ["does not exist", { script: { "select jobs": [[]] } }, "job-not-found"],
  ["is completed", { job: { status: "completed" } }, "job-not-failed"],
  ["has no files any more", { job: { filesDeletedAt: later } }, "files-deleted"],
  ["has nothing to convert", { files: { converted: 0 } }, "job-not-failed"],
  [
    "has too few documents left",
    { awaiting: [container], files: { converted: 0 }, script: { "update periods": [[]] } },
    "quota-reached",
  ],
])("a job that %s is not retried", async (_what, given, refused) => {
  const short = refused === "quota-reached";
  const script = short
    ? { "select job_files": [[container], items("i1", "i2"), [{ unfinished: 0, bad: 1, converted: 0 }]] }
    : {};
  await expect(retry({ ...given, script: { ...given.script, ...script } })).rejects.toEqual(code(refused));
});

test("a job with one container that fits and one that does not goes on", async () => {
  const script = {
    "select job_files": [
      [container, { ...container, id: "c2" }, { ...container, id: "c3" }],
      items("i1", "i2"),
      items("i3", "i4"),
      [{ key: null }],
      [counts],
      items("i5", "i6"),
      [counts],
    ],
    "update periods": [[], [{ id: "period" }], []],
  };
  expect((await retry({ script })).queued).toEqual(["i3", "i4"].map(conversion));
});

test("what the containers of a retried job still hold is deleted", async () => {
  const { db } = scriptedDb({
    "select jobs": [[job]],
    "select job_files": [[container], items("i1"), [{ key: "item" }], [counts]],
  });
  const storage = { delete: vi.fn(async (_keys: string[]) => {}) };
  await retryJob({ db, queue: recordingQueue().queue, storage, log: { warn: vi.fn() } } as never, member, "j1");
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith(["item"]);
  expect(requireActive).toHaveBeenCalledExactlyOnceWith(db, "p1");
});

test("a store that is away does not keep a job from being retried", async () => {
  const { db } = scriptedDb({
    "select jobs": [[job]],
    "select job_files": [[], [{ unfinished: 0, bad: 0, converted: 1 }]],
  });
  const storage = { delete: () => Promise.reject(new Error("away")) };
  const warn = vi.fn();
  await retryJob({ db, queue: recordingQueue().queue, storage, log: { warn } } as never, member, "j1");
  expect(warn).toHaveBeenCalledOnce();
});
