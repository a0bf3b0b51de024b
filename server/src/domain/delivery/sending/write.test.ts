import { expect, test, vi } from "vitest";
import { recordingQueue, type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import { unlimited } from "../../jobs/index.ts";
import { countDeliveries, destinationsOf, isUnderWay } from "./for-jobs.ts";
import { inDoubtAfterRestore } from "./texts.ts";
import { writeDeliveries } from "./write.ts";

const inboxes: Record<string, { sizeBytes: number; pages: number }> = {
  "a@x": { sizeBytes: 100, pages: 10 },
  "b@x": { sizeBytes: 200, pages: 5 },
};
const destination = {
  maySend: vi.fn(async (_tx: unknown, _sender: object) => true),
  recipientsOf: vi.fn(() => [
    { recipient: "a@x", isCopy: false },
    { recipient: "b@x", isCopy: true },
  ]),
  budgetFor: (to: string) => ({
    largest: inboxes[to],
    fitTogether: (pdfs: { sizeBytes: number }[]) =>
      pdfs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= (inboxes[to]?.sizeBytes ?? 0),
  }),
};
vi.mock("../destinations/open-destination.ts", () => ({ openDestination: () => destination }));

const ref = { practiceId: "p1", jobId: "j1" };
const job = {
  practiceId: "p1",
  id: "j1",
  destination: "email",
  sendEmail: true,
  separateEmails: false,
  emailSubject: null,
  customerName: "Oak",
  createdAt: new Date("2026-11-20T12:00:00Z"),
  uploadedById: "u1",
  restoredAt: null,
};
const practice = {
  defaultEmailSubject: "{files} for {customer}",
  undoSeconds: 20,
  readPages: true,
  waitForReading: true,
  searchableDestinations: [] as string[],
};
const pdf = (id: string, given: object = {}) => ({
  id,
  position: 0,
  name: `${id}.pdf`,
  purpose: "result" as const,
  sizeBytes: 60,
  pages: 1,
  searchableBytes: null,
  ...given,
});

interface Given {
  job?: object;
  practice?: object | null;
  pdfs?: ReturnType<typeof pdf>[];
  isAllowed?: boolean;
  fileCount?: number;
  first?: number;
}

/** Writes the emails of a job; returns their rows and tasks. */
async function written(given: Given = {}) {
  const { pdfs = [pdf("o1")], isAllowed = true, fileCount = 2, first = 3 } = given;
  const facts = given.practice === null ? [] : [{ practice: { ...practice, ...given.practice }, fileCount, first }];
  const { db, given: values } = scriptedDb({ "select practices": [facts] });
  const { queue, queued } = recordingQueue();
  const services = { queue, config: { timeZone: "UTC" } };
  await writeDeliveries(db, services as never, { ...job, ...given.job } as never, { pdfs, isAllowed });
  const [rows = []] = values("insert deliveries") as Record<string, unknown>[][];
  return { rows, queued };
}

test("each recipient gets an email that waits for Undo, with a task for its end", async () => {
  const { rows, queued } = await written();
  const shared = { ...ref, destination: "email", state: "held", subject: "2 files for Oak", confirmedById: "u1" };
  expect(rows).toMatchObject([
    { ...shared, recipient: "a@x", isCopy: false, position: 3, outputIds: ["o1"], part: 1, parts: 1, withText: false },
    { ...shared, recipient: "b@x", isCopy: true, position: 4, outputIds: ["o1"] },
  ]);
  expect(queued).toEqual(
    rows.map(({ id }) => ({
      task: "delivery.deliver",
      payload: { ...ref, deliveryId: id },
      group: "p1",
      delayMs: 20_000,
    })),
  );
});

test.each([
  [0, "waiting"],
  [1, "held"],
])("with %s seconds for Undo, an email is %s", async (undoSeconds, state) => {
  const { rows, queued } = await written({ practice: { undoSeconds } });
  expect(rows[0]).toMatchObject({ state });
  expect(queued[0]).toMatchObject({ delayMs: undoSeconds * 1_000 });
});

test.each<[Given]>([[{ job: { sendEmail: false } }], [{ pdfs: [] }], [{ practice: null }]])(
  "with %j no email is written",
  async (given) => {
    expect(await written(given)).toEqual({ rows: [], queued: [] });
  },
);

test("the emails of a user who may not send wait for them, without a task", async () => {
  const { rows, queued } = await written({ isAllowed: false });
  expect(rows).toMatchObject([{ state: "failed", awaitsSender: true }, { state: "failed" }]);
  expect(queued).toEqual([]);
});

test("the emails of a restored job are in doubt, without a task", async () => {
  const { rows, queued } = await written({ job: { restoredAt: new Date() } });
  expect(rows[0]).toMatchObject({ state: "unconfirmed", message: inDoubtAfterRestore("email") });
  expect(queued).toEqual([]);
});

test("the subject is the job's own, if it has one", async () => {
  expect((await written({ job: { emailSubject: "For {customer}" } })).rows[0]).toMatchObject({ subject: "For Oak" });
});

test.each([
  ["one of several files", { separateEmails: true }, 2, ["o1"], "2 files for Oak – o1.pdf"],
  ["a single file", { separateEmails: true }, 1, ["o1"], "1 file for Oak"],
  ["two documents of a single file", { separateEmails: true }, 1, ["o1", "o2"], "1 file for Oak – o1.pdf"],
  ["all files together", {}, 2, ["o1"], "2 files for Oak"],
])("the email for %s has the subject %#", async (_what, more, fileCount, ids, subject) => {
  const { rows } = await written({ job: more, fileCount, pdfs: ids.map((id) => pdf(id)) });
  expect(rows[0]).toMatchObject({ subject });
});

test("PDFs that do not fit together go in parts, and those made for emails only instead of a large one", async () => {
  const { rows } = await written({ pdfs: [pdf("o1"), pdf("o2", { position: 1 })] });
  expect(rows.map(({ recipient, outputIds, part, parts }) => [recipient, outputIds, part, parts])).toEqual([
    ["a@x", ["o1"], 1, 2],
    ["a@x", ["o2"], 2, 2],
    ["b@x", ["o1", "o2"], 1, 1],
  ]);
  const large = [pdf("o1", { sizeBytes: 150 }), pdf("o2", { purpose: "mail" })];
  expect((await written({ pdfs: large })).rows.map(({ outputIds }) => outputIds)).toEqual([["o2"], ["o1"]]);
});

test.each([
  [["other"], 70, true],
  [["other"], null, false],
  [[], 70, false],
])(
  "with text for %j and versions with text of %s bytes, emails have text: %s",
  async (wanted, searchableBytes, withText) => {
    const { rows } = await written({
      practice: { searchableDestinations: wanted },
      pdfs: [pdf("o1", { searchableBytes })],
    });
    expect(rows[0]).toMatchObject({ withText });
  },
);

const services = { queue: recordingQueue().queue, config: { timeZone: "UTC" } } as never;

test("the largest PDF is one that all recipients take", () => {
  const { largestPdf } = destinationsOf(services);
  expect(largestPdf(job as never)).toEqual({ sizeBytes: 100, pages: 5 });
  expect(largestPdf({ ...job, sendEmail: false } as never)).toEqual(unlimited);
});

test.each<[object, Script, boolean]>([
  [{}, { "select practices": [[{ ...practice, searchableDestinations: ["other"] }]] }, true],
  [{}, { "select practices": [[practice]] }, false],
  [{}, {}, false],
  [{ sendEmail: false }, { "select practices": [[{ ...practice, searchableDestinations: ["other"] }]] }, false],
])("a job %j is sent with text: %#", async (more, script, sends) => {
  const { sendsText } = destinationsOf(services);
  expect(await sendsText(scriptedDb(script).db, { ...job, ...more } as never)).toBe(sends);
});

test("every recipient counts", () => {
  expect(destinationsOf(services).countRecipients(job as never)).toBe(2);
});

test.each([
  [true, true, "held"],
  [true, false, "failed"],
])("a job to send: %s, by a user who may: %s, has emails that are %s", async (sendEmail, isAllowed, state) => {
  destination.maySend.mockResolvedValueOnce(isAllowed);
  const { db, given } = scriptedDb({ "select practices": [[{ practice, fileCount: 1, first: 0 }]] });
  const sent = { ...job, sendEmail } as never;
  const write = await destinationsOf(services).prepare(db, sent);
  expect(destination.maySend).toHaveBeenLastCalledWith(db, { practiceId: "p1", userId: "u1" });
  await write(sent, [pdf("o1")]);
  expect(given("insert deliveries")).toMatchObject([[{ state }, { state }]]);
});

test("nobody is asked whether a job that is not sent may be sent", async () => {
  destination.maySend.mockClear();
  await destinationsOf(services).prepare(scriptedDb().db, { ...job, sendEmail: false } as never);
  expect(destination.maySend).not.toHaveBeenCalled();
});

test.each([
  [0, false],
  [1, true],
])("with %s deliveries on their way, a job is under way: %s", async (number, isSo) => {
  const { db, statements } = scriptedDb({ "count deliveries": [number] });
  expect(await isUnderWay(db, ref)).toBe(isSo);
  expect(await countDeliveries(db, ref)).toBe(number);
  expect(statements[0]?.params).toEqual(["p1", "j1", "held", "waiting", "sending"]);
});
