import { unconfirmedEmails } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { type Script, scriptedDb } from "../../../testing/scripted-db.ts";
import {
  canStart,
  completeJob,
  continueJob,
  convertAgain,
  endFile,
  failAssembly,
  hasFile,
  invalidateAssembly,
  lockJob,
  setStatus,
  startAssembly,
  startFile,
} from "./status.ts";

const ref = { practiceId: "p1", jobId: "j1" };
const fileRef = { ...ref, fileId: "f1" };
const announcement = { type: "job", id: "j1" };
const row = {
  practiceId: "p1",
  id: "j1",
  status: "processing",
  sendEmail: true,
  separateEmails: false,
  assemblyAttempt: 4,
  emailsToConfirm: null,
  emailsConfirmed: null,
};
const countsOf = (unfinished: number, bad: number, converted: number) => [[{ unfinished, bad, converted }]];

/** Returns a database with a job, and with the numbers of its files. */
function given({ job = {}, counts = [0, 0, 1] as [number, number, number], ...more }: Given = {}) {
  return scriptedDb({ "select jobs": [[{ ...row, ...job }]], "select job_files": countsOf(...counts), ...more.script });
}
interface Given {
  job?: object;
  counts?: [number, number, number];
  script?: Script;
}

test.each([
  ["processing", false, true],
  ["pending", false, true],
  ["failed", false, false],
  ["failed", true, true],
  ["completed", false, false],
  ["completed", true, false],
])("a job that is %s, with separate emails: %s, can be assembled: %s", (status, separateEmails, can) => {
  expect(canStart({ status, separateEmails } as never)).toBe(can);
});

test("a job that does not exist is not locked, and none of its files starts", async () => {
  const { db } = scriptedDb();
  expect(await lockJob(db, ref)).toBeNull();
  expect(await startFile(db, fileRef)).toBeNull();
});

test("a file that starts is returned as its attempt has it", async () => {
  const { db } = scriptedDb({ with: [[{ file: { id: "f1", attempt: 2 } }]] });
  expect(await startFile(db, fileRef)).toEqual({ id: "f1", attempt: 2 });
});

test.each([
  [0, false],
  [1, true],
])("with %s matching rows, the file belongs to the run: %s", async (found, has) => {
  const { db, statements } = given({ script: { "count job_files": [found] } });
  expect(await hasFile(db, fileRef, 3)).toBe(has);
  expect(statements.map(({ does }) => does)).toEqual(["select jobs", "count job_files"]);
  expect(statements[1]?.params).toEqual(["p1", "j1", "f1", "converting", 3]);
});

// Numbers of files that are unfinished, bad and converted.
test.each<[[number, number, number], boolean, string, string]>([
  [[0, 0, 0], false, "empty", "failed"],
  [[1, 0, 0], false, "nothing", "processing"],
  [[1, 0, 2], true, "nothing", "processing"],
  [[1, 1, 2], true, "nothing", "processing"],
  [[0, 1, 0], false, "nothing", "failed"],
  [[0, 1, 0], true, "nothing", "failed"],
  [[0, 1, 1], false, "nothing", "failed"],
  [[0, 1, 1], true, "assemble", "failed"],
  [[0, 0, 1], false, "assemble", "processing"],
])("a job with the files %j, with separate emails: %s, goes on with “%s” and is %s", async (...row) => {
  const [counts, separateEmails, next, status] = row;
  const before = status === "failed" ? "processing" : "failed";
  const job = given({ job: { separateEmails, status: before }, counts });
  expect(await continueJob(job.db, (await lockJob(job.db, ref)) as never)).toBe(next);
  expect(job.given("update jobs")).toMatchObject([{ status }]);
  expect(job.announced).toEqual([announcement]);
});

test.each([
  ["processing", null, null],
  ["failed", null, "now"],
  ["completed", "now", "now"],
])("a job that becomes %s is completed: %s, and settled: %s", async (status, completedAt, settledAt) => {
  const { db, given: values, announced } = given();
  await setStatus(db, { ...row, status: "pending" } as never, status as never);
  const is = (at: string | null) => (at === null ? null : expect.anything());
  expect(values("update jobs")).toEqual([{ status, completedAt: is(completedAt), settledAt: is(settledAt) }]);
  expect(announced).toEqual([announcement]);
});

test("a job that keeps its status is announced without being written", async () => {
  const { db, given: values, announced } = given();
  await setStatus(db, row as never, "processing");
  expect(values("update jobs")).toEqual([]);
  expect(announced).toEqual([announcement]);
});

test("a user's change makes the running assembly the attempt before the present one", async () => {
  const { db, given: values } = given();
  await invalidateAssembly(db, row as never);
  expect(values("update jobs")).toEqual([{ assemblyAttempt: 5 }]);
});

const noRefusals = { recipientsOf: () => 1, countRefused: async () => 0 };

test.each<[object, [number, number, number]]>([
  [{ status: "completed" }, [0, 0, 1]],
  [{ status: "failed" }, [0, 0, 1]],
  [{}, [1, 0, 1]],
  [{}, [0, 1, 1]],
])("the assembly of a job %j with the files %j does not start", async (job, counts) => {
  const { db, given: values } = given({ job, counts });
  expect(await startAssembly(db, ref, noRefusals)).toBeNull();
  expect(values("update jobs")).toEqual([]);
});

test("the assembly of a job starts with the next attempt", async () => {
  const { db, given: values } = given();
  expect(await startAssembly(db, ref, noRefusals)).toMatchObject({ id: "j1", assemblyAttempt: 5 });
  expect(values("update jobs")).toEqual([{ assemblyAttempt: 5, emailsToConfirm: null }]);
});

/** Starts the assembly of a job whose pages the destination refuses; returns how the job waits. */
async function held(job: object, files: number, { sent = 0, recipients = 1, refused = 0, unpacked = 1 }) {
  const positions = Array.from({ length: sent }, (_, position) => ({ position }));
  const script = { "select outputs": [positions], "count job_files": [unpacked] };
  const start = given({ job, counts: [0, 0, files], script });
  const facts = { recipientsOf: () => recipients, countRefused: async () => refused };
  const started = await startAssembly(start.db, ref, facts);
  const [assembly, status] = start.given("update jobs") as { emailsToConfirm?: number | null; status?: string }[];
  expect(started === null).toBe(status?.status === "failed");
  const told = (start.given("insert job_events") as { kind: string; message: string }[]).map(({ message }) => message);
  return { waits: assembly?.emailsToConfirm, told };
}

test.each([
  [1, 1, "1 email waits for a confirmation, because 1 page is hard to read"],
  [2, 3, "2 emails wait for a confirmation, because 3 pages are hard to read"],
])("with %s recipients and %s pages that are hard to read, the job tells: %s", async (recipients, refused, message) => {
  expect(await held({}, 5, { recipients, refused })).toEqual({ waits: recipients, told: [message] });
});

test.each([
  [{ sendEmail: false }, {}],
  [{}, { sent: 1 }],
  [{ separateEmails: true }, { sent: 5 }],
])("the unreadable pages of a job %j with %j that sends no new email need no confirmation", async (job, facts) => {
  expect(await held(job, 5, { refused: 1, ...facts })).toEqual({ waits: null, told: [] });
});

test("only the emails that were not sent yet wait because of unreadable pages", async () => {
  const told = ["4 emails wait for a confirmation, because 1 page is hard to read"];
  expect(await held({ separateEmails: true }, 5, { sent: 3, recipients: 2, refused: 1 })).toEqual({ waits: 4, told });
});

const many = unconfirmedEmails + 1;

test.each([
  ["as many emails as need no confirmation", {}, unconfirmedEmails, {}, null],
  ["one more", {}, many, {}, many],
  ["one more, in one email", { separateEmails: false }, many, {}, null],
  ["half as many files for two recipients each", {}, many, { recipients: 2 }, many * 2],
  ["one more, all of them uploaded", {}, many, { unpacked: 0 }, null],
  ["one more, of which all but two exist", {}, many, { sent: many - 2 }, 2],
  ["one more, of which all but one exist", {}, many, { sent: many - 1 }, null],
  ["as many as a user has confirmed", { emailsConfirmed: many }, many, {}, null],
  ["one more than a user has confirmed", { emailsConfirmed: many }, many + 1, {}, many + 1],
])("a job of items with %s waits for a confirmation: %#", async (_what, job, files, facts, waits) => {
  const told = waits === null ? [] : [`${waits} emails wait for a confirmation`];
  expect(await held({ separateEmails: true, ...job }, files, facts)).toEqual({ waits, told });
});

test("a wait for the same emails is told once", async () => {
  const job = { separateEmails: true, status: "failed", emailsToConfirm: many };
  const { db, given: values } = given({ job, counts: [0, 0, many], script: { "count job_files": [1] } });
  expect(await startAssembly(db, ref, noRefusals)).toBeNull();
  expect(values("insert job_events")).toEqual([]);
});

test.each<[object, [number, number, number], number, string | null]>([
  [{}, [0, 0, 1], 4, "completed"],
  [{ separateEmails: true }, [0, 1, 1], 4, "failed"],
  [{}, [0, 1, 1], 4, null],
  [{}, [0, 0, 1], 3, null],
  [{ status: "completed" }, [0, 0, 1], 4, null],
])("a job %j with the files %j completed by attempt %s becomes %s", async (job, counts, attempt, status) => {
  const completed = given({ job, counts });
  const done = await completeJob(completed.db, ref, attempt, [{ id: "o1" }] as never);
  expect(done?.id).toBe(status === null ? undefined : "j1");
  expect(completed.given("update jobs")).toMatchObject(status === null ? [] : [{ status }]);
  expect(completed.given("insert outputs")).toEqual(status === null ? [] : [[{ id: "o1" }]]);
});

test("a job without new PDFs is completed without writing any", async () => {
  const { db, given: values } = given();
  expect(await completeJob(db, ref, 4, [])).not.toBeNull();
  expect(values("insert outputs")).toEqual([]);
});

test.each<[object, number, number | undefined, boolean]>([
  [{}, 0, 4, true],
  [{}, 0, undefined, true],
  [{}, 1, 4, false],
  [{}, 0, 3, false],
  [{ status: "completed" }, 0, 4, false],
])("an assembly of a job %j with %s unfinished files fails in attempt %s: %s", async (job, left, attempt, fails) => {
  const { db, given: values } = given({ job, counts: [left, 0, 1] });
  await failAssembly(db, ref, attempt);
  expect(values("insert job_events")).toMatchObject(fails ? [{ kind: "assembly-failed", jobId: "j1" }] : []);
  expect(values("update jobs")).toMatchObject(fails ? [{ status: "failed" }] : []);
});

test.each<[object, number, boolean]>([
  [{}, 4, true],
  [{}, 3, false],
  [{ status: "failed" }, 4, false],
])("files without pages of a job %j are converted again by attempt %s: %s", async (job, attempt, again) => {
  const { db, given: values, announced } = given({ job });
  await convertAgain(db, ref, attempt, ["f1"]);
  const reset = { state: "waiting", pages: null, pagesKey: null, pagesBytes: null, pagesSha256: null };
  expect(values("update job_files")).toEqual(again ? [reset] : []);
  expect(announced).toEqual(again ? [announcement] : []);
});

const ended = { "update job_files": [[{ name: "a.zip › b.pdf", position: 2, sample: false }]] };
const shared = { practiceId: "p1", jobId: "j1", fileId: "f1", fileName: "a.zip › b.pdf" };

test.each([
  [
    { state: "converted", pages: 3, convertedMs: 20 },
    true,
    { kind: "converted", pages: 3, convertedMs: 20, message: null },
  ],
  [{ state: "unpacked", counts: "2 files" }, true, { kind: "unpacked", message: "2 files", pages: null }],
  [{ state: "failed", message: "No." }, false, { kind: "failed", message: "No.", pages: null, convertedMs: null }],
  [{ state: "refused", message: "No.", reason: "empty", convertedMs: 0 }, false, { kind: "refused", convertedMs: 0 }],
])("a file that ends with %j gives up its own original: %s", async (end, isDone, event) => {
  const { db, given: values, announced } = given({ counts: [1, 0, 1], script: ended });
  expect(await endFile(db, fileRef, 1, end as never)).toBe("nothing");
  const [{ originalKey, ...rest } = {}] = values("update job_files") as Record<string, unknown>[];
  expect(originalKey !== undefined).toBe(isDone);
  const { counts: _, ...written } = { counts: "", ...end };
  expect(rest).toEqual({ reason: null, message: null, ...written, password: null, endedAt: expect.anything() });
  expect(values("insert job_events")).toMatchObject([{ ...shared, ...event }]);
  expect(announced).toEqual([announcement]);
});

test.each([
  [1, ["p1", "j1", "f1", "converting", 1]],
  [undefined, ["p1", "j1", "f1", "waiting", "converting"]],
])("a file is ended by attempt %s while it has the states %j", async (attempt, params) => {
  const { db, statements } = given({ script: ended });
  expect(await endFile(db, fileRef, attempt, { state: "failed", message: "No." })).toBe("assemble");
  expect(statements.find(({ does }) => does === "update job_files")?.params).toEqual(params);
});

test("a file that another run has, or whose job is gone, does not end", async () => {
  const end = { state: "failed", message: "No." } as const;
  const { db, given: values } = given();
  expect(await endFile(db, fileRef, 1, end)).toBeNull();
  expect(await endFile(scriptedDb({ ...ended, "select jobs": [[]] }).db, fileRef, 1, end)).toBeNull();
  expect(values("insert job_events")).toEqual([]);
});

test("a single item of a container is written", async () => {
  const { db, given: values } = given({ script: ended });
  await endFile(db, fileRef, 1, { state: "unpacked", counts: "1 file" }, [{ id: "i1", state: "waiting" }] as never);
  expect(values("insert job_files")).toMatchObject([[{ id: "i1", position: 3 }]]);
});

test("the items of a container are written behind it, refused ones with the time of their end", async () => {
  const { db, given: values } = given({ script: ended });
  const items = [
    { id: "i1", state: "waiting" },
    { id: "i2", state: "refused" },
  ];
  await endFile(db, fileRef, 1, { state: "unpacked", counts: "2 files" }, items as never);
  const of = { practiceId: "p1", jobId: "j1", parentId: "f1", sample: false };
  expect(values("insert job_files")).toEqual([
    [
      { ...of, id: "i1", state: "waiting", position: 3, endedAt: null },
      { ...of, id: "i2", state: "refused", position: 4, endedAt: expect.anything() },
    ],
  ]);
});
