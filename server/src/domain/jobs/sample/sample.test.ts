import { expect, test, vi } from "vitest";
import { recordingQueue, type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import { eraseJobFiles } from "./erase-files.task.ts";
import { makeSampleJob } from "./make.ts";
import { readPapers } from "./papers.ts";
import { removeSampleJob } from "./remove.ts";

const drawn = vi.hoisted(() => vi.fn());
vi.mock("@sheaf/papers/sample.ts", async (original) => ({ ...(await original<object>()), samplePapers: drawn }));

const papers = [
  { name: "a.jpg", bytes: Buffer.from("abc"), about: "A" },
  { name: "b.pdf", bytes: Buffer.from("de"), about: "B" },
];
const member = { practiceId: "p1", userId: "u1", username: "ada", fullName: "Ada Byron" } as never;
const at = new Date("2026-11-20T12:00:00Z");
const none = [{ madeAt: null, jobId: null }];

interface Given {
  states?: object[][];
  claimed?: boolean;
  script?: Script;
  fail?: boolean;
  now?: Date;
  drawn?: object[];
}

/** Makes the sample job; returns whether, and what was stored and deleted. */
async function make({ states = [none], claimed = true, script = {}, fail = false, ...given }: Given = {}) {
  drawn.mockReset().mockResolvedValue(given.drawn ?? papers);
  const database = scriptedDb({
    execute: [[{ now: given.now ?? at }]],
    "select users": [[{ id: "u1" }]],
    "select practices": states,
    "update practices": [claimed ? [{ id: "p1" }] : []],
    ...script,
  });
  const { queue, queued } = recordingQueue();
  if (fail) Object.assign(queue, { addAll: () => Promise.reject(new Error("connection lost")) });
  const storage = {
    requireFreeSpace: vi.fn(async (_bytes: number) => {}),
    put: vi.fn(async (_key: string) => ({ sizeBytes: 1, sha256: "s" })),
    delete: vi.fn(async (_keys: string[]) => {}),
  };
  const services = { db: database.db, queue, storage, log: { warn: vi.fn() } };
  const made = await makeSampleJob(services as never, member).catch((error: unknown) => error);
  return { ...database, made, queued, storage, keys: storage.put.mock.calls.map(([key]) => key) };
}

test("the sample job is made of the papers, without a customer or emails", async () => {
  const { made, given, storage, queued, keys } = await make();
  expect(made).toBe(true);
  expect(storage.requireFreeSpace).toHaveBeenCalledWith(5);
  expect(given("insert jobs")).toMatchObject([
    {
      practiceId: "p1",
      sample: true,
      customerName: "Sample papers",
      customerEmail: "",
      uploadedById: "u1",
      uploadedByName: "Ada Byron",
      sendEmail: false,
      separateEmails: false,
      separatePdfs: false,
      copyToCustomer: false,
    },
  ]);
  expect(given("insert job_files")).toMatchObject([
    [
      { position: 0, originalName: "a.jpg", type: "jpg", originalKey: keys[0], sample: true },
      { position: 1, originalName: "b.pdf", type: "pdf", originalKey: keys[1], sample: true },
    ],
  ]);
  expect(queued.map(({ task }) => task)).toEqual(["jobs.convert-file", "jobs.convert-file"]);
  expect(given("insert audit_log")).toMatchObject([{ action: "sample.made" }]);
  expect(storage.delete).not.toHaveBeenCalled();
});

test("a sample job that exists is not made again, and one that was removed is refused", async () => {
  const { made, storage } = await make({ states: [[{ madeAt: at, jobId: "j1" }]] });
  expect(made).toBe(false);
  expect(storage.put).not.toHaveBeenCalled();
  expect((await make({ states: [[{ madeAt: at, jobId: null }]] })).made).toMatchObject({ code: "sample-made" });
});

test("of two members who make it at once, the second finds the job of the first", async () => {
  const { made, storage, keys, given } = await make({ states: [none, [{ madeAt: at, jobId: "j1" }]], claimed: false });
  expect(made).toBe(false);
  expect(given("insert jobs")).toEqual([]);
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith(keys);
});

test("the papers of a sample job that was not made are deleted", async () => {
  const { made, storage, keys } = await make({ fail: true });
  expect(made).toHaveProperty("message", "connection lost");
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith(keys);
});

test("the papers stay when it is not known whether the job was made", async () => {
  const { storage } = await make({ fail: true, states: [none, new Error("away") as never] });
  expect(storage.delete).not.toHaveBeenCalled();
});

test("a paper of a type that is not accepted is a fault", async () => {
  const odd = [{ name: "a.exe", bytes: Buffer.from("abc"), about: "A" }];
  const { made, given } = await make({ drawn: odd, now: new Date("2027-01-20T12:00:00Z") });
  expect(made).toHaveProperty("message", "The sample paper a.exe has a type that is not accepted");
  expect(given("insert jobs")).toEqual([]);
});

test("a removed sample job is erased twice: at once, and an hour later for what a conversion still wrote", async () => {
  const { db, given, statements, announced } = scriptedDb({
    "select users": [[{ id: "u1" }]],
    "select practices": [[{ id: "p1" }], [{ madeAt: at, jobId: "j1" }]],
    "select jobs": [[{ id: "j1", customerName: "Sample papers" }]],
  });
  const { queue, queued } = recordingQueue();
  await removeSampleJob({ db, queue }, member);
  const payload = { practiceId: "p1", jobId: "j1" };
  expect(queued).toEqual([
    { task: "jobs.erase-files", payload, group: "p1" },
    { task: "jobs.erase-files", payload, group: "p1", delayMs: 3_600_000 },
  ]);
  expect(statements.some(({ does }) => does === "delete jobs")).toBe(true);
  expect(given("update practices")).toEqual([{ sampleJobId: null }]);
  const entry = { action: "sample.removed", subjectId: "j1", detail: { name: "Sample papers" } };
  expect(given("insert audit_log")).toMatchObject([entry]);
  expect(announced).toEqual([{ type: "job", id: "j1" }]);
});

test.each([
  [[{ madeAt: at, jobId: null }], [{ id: "j1" }]],
  [[{ madeAt: at, jobId: "j1" }], []],
])("with the state %j and the jobs %j there is no sample to remove", async (state, jobs) => {
  const { db } = scriptedDb({
    "select users": [[{ id: "u1" }]],
    "select practices": [[{ id: "p1" }], state],
    "select jobs": [jobs],
  });
  const removing = removeSampleJob({ db, queue: recordingQueue().queue }, member);
  await expect(removing).rejects.toMatchObject({ code: "sample-not-found" });
});

test("all files of a removed job are deleted, and a failure is reported", async () => {
  const storage = {
    list: async function* (folder: string) {
      for (const name of ["a", "b"]) yield { key: folder + name };
    },
    delete: vi.fn(async (_keys: string[]) => {}),
  };
  const error = vi.fn();
  const ref = { practiceId: "p1", jobId: "j1" };
  await eraseJobFiles.run(ref, { storage } as never, {} as never);
  expect(storage.delete).toHaveBeenCalledExactlyOnceWith(["practices/p1/jobs/j1/a", "practices/p1/jobs/j1/b"]);
  await eraseJobFiles.onFinalFailure(ref, "away", { log: { error } } as never);
  expect(error).toHaveBeenCalledOnce();
});

test("the papers of twelve months are kept, and drawn again after that or after a failure", async () => {
  drawn.mockReset().mockImplementation(async () => papers);
  const month = (number: number) => new Date(Date.UTC(2030, number, 3));
  for (let number = 0; number < 12; number += 1) await readPapers(month(number));
  await readPapers(month(0));
  expect(drawn).toHaveBeenCalledTimes(12);
  await readPapers(month(12));
  await readPapers(month(1));
  expect(drawn).toHaveBeenCalledTimes(13);
  await readPapers(month(0));
  expect(drawn).toHaveBeenCalledTimes(14);
  drawn.mockRejectedValueOnce(new Error("no memory"));
  await expect(readPapers(month(20))).rejects.toThrow("no memory");
  await readPapers(month(20));
  expect(drawn).toHaveBeenCalledTimes(16);
});
