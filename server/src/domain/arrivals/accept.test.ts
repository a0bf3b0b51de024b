import { expect, test, vi } from "vitest";
import { recordingQueue, type Script, scriptedDb } from "../../../testing/scripted-db.ts";
import { accept, acceptReplacement } from "./accept.ts";
import { clearBlobKeys } from "./write.ts";

const sender = { practiceId: "p1", userId: "u1", username: "ada", fullName: "Ada Byron" } as never;
const file = (id: string, sha256 = `sha-${id}`) => ({
  id,
  key: `key-${id}`,
  name: `${id}.jpg`,
  sentName: `C:\\${id}.jpg`,
  type: "jpg",
  sizeBytes: 3,
  sha256,
});
const fields = {
  customerId: "c1",
  sendEmail: true,
  destination: "email",
  separateEmails: false,
  separatePdfs: false,
  copyToCustomer: false,
  emailSubject: null,
};

vi.mock("../customers/service.ts", async (original) => ({
  ...(await original<object>()),
  lockCustomer: async () => ({ id: "c1", name: "Oak", email: "oak@x", outputEmail: null }),
}));
vi.mock("../billing/index.ts", async (original) => ({
  ...(await original<object>()),
  reserveDocuments: async () => ({ periodId: "period" }),
}));

interface Given {
  fields?: object;
  files?: ReturnType<typeof file>[];
  script?: Script;
}

/** Accepts an arrival; returns what was written and queued. */
async function arrive({ fields: more = {}, files = [file("f1"), file("f2")], script = {} }: Given = {}) {
  const database = scriptedDb({ "select users": [[{ id: "u1" }]], ...script });
  const { queue, queued } = recordingQueue();
  const arrival = { channel: "dialog", sender, jobId: "j1", fields: { ...fields, ...more }, files };
  await accept(database.db, queue, arrival as never);
  return { ...database, queued, actions: database.given("insert audit_log") };
}

test("an arrival becomes a job with its files, and is written with their names as they were sent", async () => {
  const { given, queued, actions, announced } = await arrive();
  expect(given("insert jobs")).toMatchObject([
    { id: "j1", customerName: "Oak", periodId: "period", uploadedByName: "Ada Byron" },
  ]);
  expect(given("insert job_files")).toMatchObject([
    [
      { id: "f1", position: 0, originalName: "f1.jpg", originalKey: "key-f1", sha256: "sha-f1" },
      { id: "f2", position: 1 },
    ],
  ]);
  expect(given("insert arrivals")).toMatchObject([
    { channel: "dialog", senderId: "u1", senderName: "Ada Byron", jobId: "j1" },
  ]);
  expect(given("insert arrival_items")).toMatchObject([
    [
      { position: 0, sentName: "C:\\f1.jpg", blobKey: "key-f1", fileId: "f1" },
      { position: 1, fileId: "f2" },
    ],
  ]);
  expect(queued.map(({ task }) => task)).toEqual(["jobs.convert-file", "jobs.convert-file"]);
  expect(actions).toMatchObject([{ action: "job.created", detail: { files: 2 } }]);
  expect(announced).toEqual([{ type: "job", id: "j1" }]);
});

test.each([
  [false, false, false],
  [true, false, true],
  [false, true, true],
])(
  "with separate PDFs: %s and separate emails: %s, a job has separate PDFs: %s",
  async (separatePdfs, separateEmails, has) => {
    const { given } = await arrive({ fields: { separatePdfs, separateEmails } });
    expect(given("insert jobs")).toMatchObject([{ separatePdfs: has, separateEmails }]);
  },
);

const before = (sha256: string, sentAt: Date | null = new Date()) => ({ sha256, sentAt });

test.each<[Given, object[]]>([
  [{ script: { "select job_files": [[before("sha-f2")]] } }, [{ action: "files.sent-anyway", detail: { files: 1 } }]],
  [
    { files: [file("f1", "same"), file("f2", "same")], script: { "select job_files": [[before("same")]] } },
    [{ action: "files.sent-anyway", detail: { files: 2 } }],
  ],
  [{ script: { "select job_files": [[before("sha-f2", null)]] } }, []],
  [{ fields: { sendEmail: false }, script: { "select job_files": [[before("sha-f2")]] } }, []],
])("files that the inbox had before are recorded: %#", async (given, entries) => {
  expect((await arrive(given)).actions).toMatchObject([{ action: "job.created" }, ...entries]);
});

test("a replacement is an arrival of its own, and the keys of its file are cleared", async () => {
  const job = { practiceId: "p1", id: "j1", status: "failed", filesDeletedAt: null };
  const bad = { id: "f1", state: "failed", originalName: "a.jpg", path: null, originalKey: "old", pagesKey: null };
  const database = scriptedDb({
    "select users": [[{ id: "u1" }]],
    "select jobs": [[job]],
    "select job_files": [[bad]],
  });
  const given = { countDeliveries: async () => 0, isHardToRead: async () => false, forgetFile: async () => {} };
  const ref = { practiceId: "p1", jobId: "j1", fileId: "f1" };
  const replacement = { channel: "dialog", sender, ref, file: file("new") };
  const old = await acceptReplacement(database.db, recordingQueue().queue, given, replacement as never);
  expect(old).toEqual(["old"]);
  expect(database.given("update arrival_items")).toEqual([{ blobKey: null }]);
  expect(database.given("insert arrival_items")).toMatchObject([[{ fileId: "f1", blobKey: "key-new" }]]);
});

test.each([
  [undefined, ["p1"]],
  ["f1", ["p1", "f1"]],
])("the keys of the file %s are cleared by %j", async (fileId, params) => {
  const { db, statements } = scriptedDb();
  await clearBlobKeys(db, { practiceId: "p1", jobId: "j1", ...(fileId === undefined ? {} : { fileId }) });
  expect(statements).toMatchObject([{ does: "update arrival_items", params }]);
});
