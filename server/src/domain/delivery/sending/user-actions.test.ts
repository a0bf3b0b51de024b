import { beforeEach, expect, test, vi } from "vitest";
import { recordingQueue, type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import { correctAddress } from "../../customers/service.ts";
import { confirmArrival } from "./arrived.ts";
import { confirmerOf } from "./confirmer.ts";
import { releaseEmails } from "./release.ts";
import { sendAgain } from "./send-again.ts";
import { undoEmails } from "./undo.ts";
import { isPutOff, stopEmail, tryNow } from "./waiting.ts";

vi.mock("../../billing/index.ts", async (original) => ({ ...(await original<object>()), requireActive: vi.fn() }));
vi.mock("../../customers/service.ts", async (original) => ({ ...(await original<object>()), correctAddress: vi.fn() }));
const destination = {
  maySend: vi.fn(async () => true),
  refusalOf: vi.fn(async (): Promise<string | null> => null),
  budgetFor: () => ({
    largest: { sizeBytes: 100, pages: 10 },
    fitTogether: (pdfs: { sizeBytes: number }[]) => pdfs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= 100,
  }),
};
vi.mock("../destinations/open-destination.ts", () => ({ openDestination: () => destination }));
beforeEach(() => {
  destination.maySend.mockResolvedValue(true);
  destination.refusalOf.mockResolvedValue(null);
  vi.mocked(correctAddress).mockReset();
});

const actor = { practiceId: "p1", userId: "u1", username: "ada" };
const ref = { practiceId: "p1", jobId: "j1", deliveryId: "d1" };
const announcement = { type: "job", id: "j1" };
const email = {
  practiceId: "p1",
  jobId: "j1",
  id: "d1",
  state: "failed",
  destination: "email",
  recipient: "Ada@example.com",
  outputIds: ["o1"],
  part: 2,
  parts: 3,
  subject: "Papers",
  isCopy: true,
  nextTryAt: null,
  replacedById: null,
  awaitsSender: false,
  sentAt: null,
};
const later = new Date("2026-11-20T12:00:00Z");

const code = (wanted: string) => expect.objectContaining({ code: wanted });

test.each([
  ["waiting", later, true],
  ["waiting", null, false],
  ["held", later, false],
])("an email that is %s until %s was put off: %s", (state, nextTryAt, isSo) => {
  expect(isPutOff({ state, nextTryAt } as never)).toBe(isSo);
});

test("an email that was put off is tried at once", async () => {
  const { db, given, announced } = scriptedDb({
    "select deliveries": [[{ ...email, state: "waiting", nextTryAt: later }]],
  });
  const { queue, queued } = recordingQueue();
  await tryNow({ db, queue }, actor as never, ref);
  expect(given("update deliveries")).toEqual([{ nextTryAt: null, message: null }]);
  expect(queued).toEqual([{ task: "delivery.deliver", payload: ref, group: "p1" }]);
  const entry = { action: "email.tried-now", subjectId: "j1", detail: { delivery: "d1" } };
  expect(given("insert audit_log")).toMatchObject([entry]);
  expect(announced).toEqual([announcement]);
});

test("an email that does not wait for its next attempt is not tried at once", async () => {
  const { queue } = recordingQueue();
  const tryRow = (rows: object[]) =>
    tryNow({ db: scriptedDb({ "select deliveries": [rows] }).db, queue }, actor as never, ref);
  await expect(tryRow([{ ...email, state: "waiting" }])).rejects.toEqual(code("delivery-not-waiting"));
  await expect(tryRow([])).rejects.toEqual(code("delivery-not-found"));
});

test.each([
  [{ state: "held" }, true],
  [{ state: "waiting" }, true],
  [{ state: "failed", awaitsSender: true }, true],
  [{ state: "failed" }, false],
  [{ state: "sending" }, false],
  [{ state: "held", replacedById: "d2" }, false],
])("an email %j can be stopped: %s", async (row, can) => {
  const { db, given, announced } = scriptedDb({ "select deliveries": [[{ ...email, ...row }]] });
  const stopping = stopEmail({ db }, actor as never, ref);
  if (!can) return await expect(stopping).rejects.toEqual(code("delivery-not-waiting"));
  await stopping;
  expect(given("update deliveries")).toEqual([
    { state: "undone", awaitsSender: false, message: null, sendAfter: null, nextTryAt: null },
  ]);
  expect(given("insert audit_log")).toMatchObject([{ action: "email.stopped", detail: { delivery: "d1" } }]);
  expect(announced).toEqual([announcement]);
});

test.each([
  [[{ ...email, state: "unconfirmed" }], null],
  [[{ ...email, state: "unconfirmed", replacedById: "d2" }], "delivery-not-in-doubt"],
  [[email], "delivery-not-in-doubt"],
  [[], "delivery-not-found"],
])("of the emails %j one is marked as arrived, or refused as %s", async (rows, refused) => {
  const { db, given, announced } = scriptedDb({ "select deliveries": [rows] });
  const confirming = confirmArrival(db, actor as never, ref);
  if (refused) return await expect(confirming).rejects.toEqual(code(refused));
  await confirming;
  expect(given("update deliveries")).toMatchObject([{ state: "sent", message: null }]);
  expect(given("insert audit_log")).toMatchObject([{ action: "email.arrived", detail: { delivery: "d1" } }]);
  expect(announced).toEqual([announcement]);
});

test("all emails that wait for Undo are cancelled and recorded", async () => {
  const { db, given, announced } = scriptedDb({ "update deliveries": [[{ id: "d1" }, { id: "d2" }]] });
  await undoEmails(db, actor as never, "j1");
  expect(given("update deliveries")).toEqual([{ state: "undone", sendAfter: null, message: null }]);
  const entry = { action: "email.undone", subjectId: "j1", detail: { emails: 2, delivery: "d1,d2" } };
  expect(given("insert audit_log")).toMatchObject([entry]);
  expect(announced).toEqual([announcement]);
  await expect(undoEmails(scriptedDb().db, actor as never, "j1")).rejects.toEqual(code("too-late-to-undo"));
});

test("the emails of a user who confirmed their address are queued, and each job is announced once", async () => {
  const released = ["d1", "d2"].map((deliveryId) => ({ jobId: "j1", deliveryId }));
  const { db, given, announced } = scriptedDb({ "update deliveries": [released] });
  const { queue, queued } = recordingQueue();
  await releaseEmails(db, { practiceId: "p1", userId: "u1", queue });
  expect(given("update deliveries")).toMatchObject([{ state: "waiting", awaitsSender: false, message: null }]);
  expect(queued.map(({ payload }) => payload)).toEqual([ref, { ...ref, deliveryId: "d2" }]);
  expect(announced).toEqual([announcement]);
  await releaseEmails(db, { practiceId: "p1", userId: "u1" });
  expect(announced).toEqual([announcement, announcement]);
});

test("the user who confirmed an email is known while they are in the practice", async () => {
  const person = { name: "Ada Byron", address: "ada@example.com" };
  const found = (rows: object[], confirmedById: string | null) =>
    confirmerOf(scriptedDb({ "select users": [rows] }).db, { practiceId: "p1", confirmedById });
  expect(await found([person], "u1")).toEqual(person);
  expect(await found([], "u1")).toBeNull();
  expect(await found([person], null)).toBeNull();
});

const pdf = (id: string, given: object = {}) => ({
  id,
  position: 0,
  name: `${id}.pdf`,
  purpose: "result",
  sizeBytes: 60,
  pages: 1,
  searchableBytes: null,
  ...given,
});

interface Again {
  before?: object;
  job?: object;
  pdfs?: object[];
  input?: object;
  script?: Script;
}

/** Sends an email again; returns what was written and queued. */
async function again({ before = {}, job = {}, pdfs = [pdf("o1")], input = {}, script = {} }: Again = {}) {
  const database = scriptedDb({
    "select deliveries": [[{ kind: "email" }], [{ ...email, ...before }]],
    "select jobs": [[{ id: "j1", status: "completed", filesDeletedAt: null, ...job }]],
    "select outputs": [pdfs],
    "select practices": [[{ readPages: false, waitForReading: false, searchableDestinations: [] }]],
    "count deliveries": [5],
    ...script,
  });
  const { queue, queued } = recordingQueue();
  await sendAgain({ db: database.db, queue } as never, actor as never, ref, input as never);
  const [rows = []] = database.given("insert deliveries") as Record<string, unknown>[][];
  const [replaced] = database.given("update deliveries");
  const [entry] = database.given("insert audit_log") as { action: string; detail: object }[];
  return { ...database, queued, rows, replaced, entry };
}

test("an email is sent again with the same PDFs, subject and part, and replaces the earlier one", async () => {
  const { rows, replaced, queued, entry, announced } = await again();
  const shared = { subject: "Papers", isCopy: true, destination: "email", confirmedById: "u1", withText: false };
  expect(rows).toEqual([
    {
      ...shared,
      practiceId: "p1",
      jobId: "j1",
      id: expect.any(String),
      outputIds: ["o1"],
      part: 2,
      parts: 3,
      recipient: "Ada@example.com",
      position: 5,
      state: "waiting",
    },
  ]);
  expect(replaced).toEqual({ replacedById: rows[0]?.id });
  const payload = { practiceId: "p1", jobId: "j1", deliveryId: rows[0]?.id };
  expect(queued).toEqual([{ task: "delivery.deliver", payload, group: "p1" }]);
  expect(entry).toMatchObject({ action: "email.sent-after-all", detail: { delivery: rows[0]?.id } });
  expect(announced).toEqual([announcement]);
});

test("several PDFs that do not fit together are sent in numbered emails", async () => {
  const pdfs = [pdf("o1"), pdf("o2")];
  const { rows, queued, replaced } = await again({ before: { outputIds: ["o1", "o2"] }, pdfs });
  expect(rows).toMatchObject([
    { outputIds: ["o1"], part: 1, parts: 2, position: 5 },
    { outputIds: ["o2"], part: 2, parts: 2, position: 6 },
  ]);
  expect(queued).toHaveLength(2);
  expect(replaced).toEqual({ replacedById: rows[0]?.id });
  expect(rows[0]?.id).not.toBe(rows[1]?.id);
});

const stopped = { state: "undone", awaitsSender: false, message: null, sendAfter: null, nextTryAt: null };

test.each([
  [{ state: "waiting", nextTryAt: later }, stopped],
  [{ awaitsSender: true }, stopped],
  [{ state: "bounced" }, {}],
])("an email %j that is sent again ends with %j", async (before, end) => {
  const { replaced, rows } = await again({ before });
  expect(replaced).toEqual({ replacedById: rows[0]?.id, ...end });
});

test("the email of a user who may not send waits for their confirmation", async () => {
  destination.maySend.mockResolvedValue(false);
  const { rows, queued } = await again();
  expect(rows).toMatchObject([{ state: "failed", awaitsSender: true }]);
  expect(queued).toEqual([]);
});

test.each([
  [{ before: { state: "held" } }, "delivery-under-way"],
  [{ before: { state: "waiting" } }, "delivery-under-way"],
  [{ before: { state: "sending" } }, "delivery-under-way"],
  [{ before: { replacedById: "d2" } }, "sent-again-already"],
  [{ script: { "select deliveries": [[]] } }, "delivery-not-found"],
  [{ script: { "select deliveries": [[{ kind: "email" }], []] } }, "delivery-not-found"],
  [{ job: { filesDeletedAt: later } }, "files-deleted"],
  [{ pdfs: [] }, "files-deleted"],
  [{ before: { outputIds: [] } }, "files-deleted"],
  [{ before: { outputIds: ["o1", "o2"] } }, "files-deleted"],
  [{ pdfs: [pdf("o1", { purpose: "earlier" })], job: { status: "processing" } }, "job-not-ready"],
])("with %j nothing is sent again: %s", async (given, refused) => {
  await expect(again(given)).rejects.toEqual(code(refused));
});

test("nothing is sent again to an address that refused, in its own words", async () => {
  destination.refusalOf.mockResolvedValue("It refused.");
  await expect(again()).rejects.toMatchObject({ code: "address-refused", message: "It refused." });
});

test.each([
  [[pdf("o1", { purpose: "earlier" }), pdf("o2", { position: 1 }), pdf("o3")], ["o3"]],
  [[pdf("o1", { purpose: "earlier" }), pdf("o3", { purpose: "mail" })], ["o1"]],
  [[pdf("o1"), pdf("o3")], ["o1"]],
])("of the PDFs %j, the present version is sent: %j", async (pdfs, outputIds) => {
  expect((await again({ pdfs })).rows).toMatchObject([{ outputIds }]);
});

test("two earlier parts of one PDF are sent as the whole PDF, once", async () => {
  const pdfs = [pdf("o1", { purpose: "earlier" }), pdf("o2", { purpose: "earlier" }), pdf("o3")];
  expect((await again({ pdfs, before: { outputIds: ["o1", "o2"] } })).rows).toMatchObject([{ outputIds: ["o3"] }]);
});

test.each([
  [{ state: "failed" }, {}, "email.sent-after-all"],
  [{ state: "unconfirmed" }, {}, "email.sent-again"],
  [{ sentAt: later }, {}, "email.sent-again"],
  [{ sentAt: later }, { recipient: "ADA@example.com" }, "email.sent-again"],
  [{ sentAt: later }, { recipient: "b@example.com" }, "email.redirected"],
])("an email %j sent again with %j is recorded as %s", async (before, input, action) => {
  const { entry, rows } = await again({ before, input });
  expect(entry).toMatchObject({ action });
  expect(rows).toMatchObject([{ recipient: "Ada@example.com", ...input }]);
});

test.each([
  [{ recipient: "b@example.com", correctCustomer: true }, [{ customerId: "c1" }], 1],
  [{ recipient: "b@example.com", correctCustomer: true }, [{ customerId: null }], 0],
  [{ recipient: "b@example.com" }, [{ customerId: "c1" }], 0],
  [{ recipient: "ADA@example.com", correctCustomer: true }, [{ customerId: "c1" }], 0],
])("an email sent again with %j to a job %j corrects %s customers", async (input, jobs, times) => {
  await again({ input, script: { "update jobs": [jobs] } });
  expect(correctAddress).toHaveBeenCalledTimes(times);
  if (times) {
    expect(correctAddress).toHaveBeenCalledWith(expect.anything(), actor, "c1", "Ada@example.com", "b@example.com");
  }
});

test.each([
  [[pdf("o1", { searchableBytes: 70 })], "a@example.com", ["other"], true],
  [[pdf("o1")], "a@example.com", ["other"], false],
  [[pdf("o1", { searchableBytes: 70 })], "a@example.com", [], false],
])(
  "the PDFs %j are sent to %s with text wanted by %j: %s",
  async (pdfs, recipient, searchableDestinations, withText) => {
    const practice = { readPages: true, waitForReading: true, searchableDestinations };
    const { rows } = await again({ pdfs, input: { recipient }, script: { "select practices": [[practice]] } });
    expect(rows).toMatchObject([{ withText }]);
  },
);
