import { beforeEach, expect, test, vi } from "vitest";
import {
  assembly,
  code,
  conversion,
  type Given,
  given,
  job,
  later,
  member,
  pdfKeys,
  ref,
} from "../../../../testing/jobs/repair-database.ts";
import { requireActive } from "../../billing/index.ts";
import { confirmEmails } from "./confirm-emails.ts";
import { replaceFile, requireReplaceable } from "./replace.ts";
import { turnPages } from "./turn-pages.ts";

vi.mock("../../billing/index.ts", async (original) => ({ ...(await original<object>()), requireActive: vi.fn() }));
beforeEach(() => {
  vi.mocked(requireActive).mockReset();
});

const name = "z.zip › a.jpg";
const arrived = { id: "f1", key: "new", name: "b.jpg", type: "jpg", sizeBytes: 7, sha256: "sha" } as never;
const ofReplacement = (hard = true, deliveries = 0) => ({
  countDeliveries: async () => deliveries,
  isHardToRead: async () => hard,
  forgetFile: vi.fn(async () => {}),
});

/** Replaces a file; returns the keys that are no longer needed. */
async function replace(more: Given, functions = ofReplacement()) {
  const made = given(more);
  const keys = await replaceFile(made.db, made.queue, functions, { sender: member, ref, file: arrived });
  return { ...made, keys, forgotten: functions.forgetFile };
}

test("a bad item is replaced at its place, and leaves its container", async () => {
  const made = await replace({ file: { state: "failed", pagesKey: "pages" } });
  expect(made.keys).toEqual(["original", "pages"]);
  expect(made.given("update job_files")).toMatchObject([
    {
      originalName: "b.jpg",
      path: "z.zip › b.jpg",
      type: "jpg",
      sizeBytes: 7,
      sha256: "sha",
      originalKey: "new",
      password: null,
      itemIndex: null,
      isOwnContent: false,
      awaitsChoice: false,
      state: "waiting",
    },
  ]);
  const event = { kind: "replaced", fileId: "f1", fileName: "a.jpg", newName: "b.jpg" };
  expect(made.given("insert job_events")).toMatchObject([event]);
  expect(made.actions()).toEqual(["file.replaced"]);
  expect(made.queued).toEqual([conversion]);
  expect(made.forgotten).toHaveBeenCalledOnce();
  expect(made.given("delete outputs")).toEqual([]);
});

test("an uploaded file that is replaced has no path, and one without blobs leaves none", async () => {
  const made = await replace({ file: { state: "failed", path: null, originalKey: null } });
  expect(made.given("update job_files")).toMatchObject([{ path: null }]);
  expect(made.keys).toEqual([]);
});

test("a replaced container gives up its items, and the files behind them move up", async () => {
  const script = {
    "delete job_files": [
      [
        { key: "item", version: 4 },
        { key: null, version: 3 },
      ],
    ],
  };
  const made = await replace({ file: { state: "refused" }, script });
  expect(made.keys).toEqual(["item", "original"]);
  const [moved] = made.statements.filter(({ does }) => does === "update job_files");
  expect(moved?.params).toEqual(["p1", "j1", 5]);
  expect(made.given("update outputs")).toEqual([]);
});

test.each([
  [{ separatePdfs: true }, 1],
  [{ separatePdfs: true, arrangement: [] }, 0],
])("of a job %j, the PDFs behind removed items move %s times", async (of, times) => {
  const script = { "delete job_files": [[{ key: null, version: 1 }]] };
  const made = await replace({ job: of, file: { state: "refused" }, script });
  expect(made.given("update outputs")).toHaveLength(times);
});

test("a converted file that is hard to read is replaced with its PDFs", async () => {
  const { keys } = await replace({ file: { state: "converted", pagesKey: "pages" } });
  expect(keys).toEqual([...pdfKeys, "original", "pages"]);
});

test.each([
  ["converted", false, 0, "file-not-failed"],
  ["waiting", true, 0, "file-not-failed"],
  ["converted", true, 1, "job-sent"],
])("a file that is %s, hard to read: %s, with %s emails, is not replaced: %s", async (state, hard, emails, refused) => {
  await expect(replace({ file: { state } }, ofReplacement(hard, emails))).rejects.toEqual(code(refused));
});

test("a file whose emails exist is named with its path", async () => {
  const named = (path: string | null) => replace({ file: { state: "converted", path } }, ofReplacement(true, 1));
  await expect(named(name)).rejects.toThrow(`so ${name} cannot be replaced`);
  await expect(named(null)).rejects.toThrow("so a.jpg cannot be replaced");
});

test.each([
  [true, "sample-fixed"],
  [false, null],
])("a bad file of the sample: %s is replaceable, or refused as %s", async (sample, refused) => {
  const { db } = given({ job: { sample }, file: { state: "failed" } });
  const asking = requireReplaceable(db, ref, ofReplacement());
  await (refused ? expect(asking).rejects.toEqual(code(refused)) : asking);
  expect(requireActive).toHaveBeenCalledWith(db, "p1");
});

test("before it is uploaded, a replacement is checked against the file", async () => {
  const { db } = given({ file: { state: "waiting" } });
  await expect(requireReplaceable(db, ref, ofReplacement())).rejects.toEqual(code("file-not-failed"));
});

test.each([
  ["each", { emailsConfirmed: 7 }, false],
  ["together", { separateEmails: false }, true],
])("emails confirmed to be sent %s are recorded, and the job goes on", async (send, way, together) => {
  const script = { "select job_files": [[{ unfinished: 0, bad: 0, converted: 1 }]] };
  const made = given({ job: { emailsToConfirm: 5 }, deliveries: 2, script });
  await confirmEmails(made.services, member, "j1", { emails: 5, send } as never);
  expect(made.given("update jobs")[0]).toEqual({ ...way, emailsToConfirm: null, emailsConfirmedAt: expect.anything() });
  expect(made.given("update jobs")).toMatchObject([{}, { assemblyAttempt: 2 }, { status: "processing" }]);
  const entry = { action: "emails.confirmed", subjectId: "j1", detail: { emails: 5, together } };
  expect(made.given("insert audit_log")).toMatchObject([entry]);
  expect(made.queued).toEqual([assembly]);
});

test("confirmed emails wait for an unfinished file", async () => {
  const made = given({ job: { emailsToConfirm: 5 }, script: { "select job_files": [[{ unfinished: 1 }]] } });
  await confirmEmails(made.services, member, "j1", { emails: 5 } as never);
  expect(made.queued).toEqual([]);
});

test.each<[Given, string]>([
  [{ job: { emailsToConfirm: 4 } }, "emails-changed"],
  [{ job: { emailsToConfirm: null } }, "emails-changed"],
  [{ job: { emailsToConfirm: 5, filesDeletedAt: later } }, "files-deleted"],
  [{ script: { "select jobs": [[]] } }, "job-not-found"],
])("with %j no email is confirmed: %s", async (more, refused) => {
  const confirming = confirmEmails(given(more).services, member, "j1", { emails: 5 } as never);
  await expect(confirming).rejects.toEqual(code(refused));
});

/** Turns the first page of a file; returns what is removed and kept. */
async function turn({ job: of, ...more }: Given = {}) {
  const counts = [{ unfinished: 0, bad: 0, converted: 1 }];
  const made = given({ ...more, script: { "select job_files": [[{ id: "f1", turns: [] }], counts], ...more.script } });
  const needs = { queue: made.queue, countDeliveries: async () => more.deliveries ?? 0 };
  const turns = new Map([["f1", [{ page: 1, turn: 90 as const }]]]);
  const keys = await turnPages(made.db, needs, { ...job, status: "completed", ...of } as never, turns);
  return { ...made, keys };
}

test("pages of a job that was not sent are turned, and its PDFs are made again", async () => {
  const made = await turn();
  expect(made.given("update job_files")).toEqual([{ turns: [{ page: 1, turn: 90 }] }]);
  expect(made.keys).toEqual(pdfKeys);
  expect(made.given("update outputs")).toEqual([]);
  expect(made.queued).toEqual([assembly]);
});

test("PDFs that were sent become earlier versions", async () => {
  const made = await turn({ deliveries: 1 });
  expect(made.keys).toEqual([]);
  expect(made.given("update outputs")).toEqual([{ purpose: "earlier" }]);
});

test.each([
  [{ filesDeletedAt: later }, "files-deleted"],
  [{ status: "pending" }, "job-not-ready"],
  [{ status: "processing" }, "job-not-ready"],
])("pages of a job %j are not turned: %s", async (of, refused) => {
  await expect(turn({ job: of })).rejects.toEqual(code(refused));
});
