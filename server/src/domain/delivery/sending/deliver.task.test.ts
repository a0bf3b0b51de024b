import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { recordingQueue, type Script, scriptedDb } from "../../../../testing/scripted-db.ts";
import { TryLater } from "../../../platform/queue/task.ts";
import { BlobDamaged, BlobMissing } from "../../../platform/storage/blob-store.ts";
import type { Outcome } from "../destinations/destination.ts";
import { forwardReply } from "../replies/forward-reply.task.ts";
import { deliverEmail } from "./deliver.task.ts";
import { begin, claim, settle } from "./states.ts";
import { sweepDeliveries } from "./sweep.task.ts";

vi.mock("./states.ts", async (original) => ({
  ...(await original<object>()),
  begin: vi.fn(),
  claim: vi.fn(),
  settle: vi.fn(),
}));

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deliver-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

test.each([
  [deliverEmail, 5, 660_000],
  [sweepDeliveries, 1, 50_000],
  [forwardReply, 14, 660_000],
])("the task $name has a limit of attempts and of time", (task, attempts, timeoutMs) => {
  expect(task).toMatchObject({ attempts, timeoutMs });
});

const ref = { practiceId: "p1", jobId: "j1", deliveryId: "d1" };
const row = {
  id: "d1",
  practiceId: "p1",
  jobId: "j1",
  destination: "email",
  recipient: "a@x",
  outputIds: ["o1"],
  tries: 2,
  withText: false,
  confirmedById: "u1",
};
const output = (id: string, given: object = {}) => ({
  id,
  blobKey: `key-${id}`,
  sizeBytes: 5,
  sha256: "s",
  fileIds: ["f1"],
  searchableKey: null,
  searchableBytes: null,
  searchableSha256: null,
  ...given,
});
const sent: Outcome = { state: "sent", provider: "smtp", providerMessageId: "m", words: null };

const destination = {
  refusalOf: vi.fn(async (_db: unknown, _row: unknown, _pdfs: { sizeBytes: number }[]): Promise<string | null> => null),
  ready: vi.fn((_parcel: { pdfs: { path: string; blobKey: string }[] }) => async () => sent),
};
beforeEach(() => {
  destination.refusalOf.mockReset().mockResolvedValue(null);
  destination.ready.mockReset().mockReturnValue(async () => sent);
  vi.mocked(begin).mockReset().mockResolvedValue(true);
  vi.mocked(settle).mockReset().mockResolvedValue(null);
});

interface Given {
  row?: object;
  outputs?: object[];
  fetch?: (key: string) => Promise<void>;
  script?: Script;
}

/** Hands an email over; returns the outcome that was recorded, and what was queued and logged. */
async function deliver(given: Given = {}) {
  const { db } = scriptedDb({
    "select jobs": [[{ job: { id: "j1" }, practiceName: "Okafor" }]],
    "select outputs": [given.outputs ?? [output("o1")]],
    "select job_files": [[{ name: "a.jpg" }]],
    "select users": [[{ name: "Ada", address: "ada@x" }]],
    ...given.script,
  });
  const { queue, queued } = recordingQueue();
  const [refresh, warn] = [vi.fn(), vi.fn()];
  const storage = { fetch: vi.fn(given.fetch ?? (async () => {})) };
  const services = { db, queue, storage, liveConfig: { refresh }, log: { warn }, config: { dataDir } };
  vi.mocked(claim).mockResolvedValueOnce({
    kind: "send",
    row: { ...row, ...given.row },
    destination,
  } as never);
  await deliverEmail.run(ref, services as never, { signal: new AbortController().signal });
  expect(refresh).toHaveBeenCalledOnce();
  return { outcome: vi.mocked(settle).mock.calls[0]?.[3], queued, warn, fetched: storage.fetch.mock.calls };
}

const again = (delayMs: number) => ({ task: "delivery.deliver", payload: ref, group: "p1", delayMs });

test("an email is handed over with its PDFs, and its outcome is recorded", async () => {
  const { outcome, queued } = await deliver();
  expect(outcome).toEqual(sent);
  expect(queued).toEqual([]);
  const [[parcel] = []] = destination.ready.mock.calls;
  expect(parcel).toMatchObject({
    row: { id: "d1" },
    job: { id: "j1" },
    practiceName: "Okafor",
    confirmer: { name: "Ada", address: "ada@x" },
    fileNames: ["a.jpg"],
    pdfs: [{ id: "o1", path: expect.stringMatching(/\.pdf$/) }],
  });
  expect(begin).toHaveBeenCalledWith(expect.anything(), ref, { tries: 2, withText: false });
});

test("an email that is tried again is queued for then", async () => {
  vi.mocked(settle).mockResolvedValueOnce({ ms: 300 });
  expect((await deliver()).queued).toEqual([again(300)]);
});

test.each([
  [{ kind: "later", ms: 40 } as const, [again(40)]],
  [{ kind: "nothing" } as const, []],
])("after the claim %j, the queue has %j", async (claimed, expected) => {
  const { queue, queued } = recordingQueue();
  vi.mocked(claim).mockResolvedValueOnce(claimed);
  const services = { db: scriptedDb().db, queue, liveConfig: { refresh: vi.fn() } };
  await deliverEmail.run(ref, services as never, { signal: new AbortController().signal });
  expect(queued).toEqual(expected);
  expect(settle).not.toHaveBeenCalled();
});

test("an email whose claim was lost is not handed over", async () => {
  const handOver = vi.fn(async () => sent);
  destination.ready.mockReturnValue(handOver);
  vi.mocked(begin).mockResolvedValue(false);
  expect((await deliver()).outcome).toBeUndefined();
  expect(handOver).not.toHaveBeenCalled();
});

test("an email is not handed over while the database is away", async () => {
  vi.mocked(begin).mockRejectedValue(new Error("away"));
  const { outcome, warn } = await deliver();
  const message = "The database was away when it was to be handed over. It goes out by itself.";
  expect(outcome).toEqual({ state: "not-started", message });
  expect(warn).toHaveBeenCalledOnce();
});

const deletedWords =
  "The files of this job were deleted when their retention period ended. Upload them again to send them.";

test.each<[Given, string]>([
  [{ script: { "select jobs": [[]] } }, "The job of this email no longer exists."],
  [{ outputs: [] }, deletedWords],
  [{ outputs: [output("o1", { blobKey: null })] }, deletedWords],
  [{ row: { outputIds: ["o1", "o2"] } }, deletedWords],
  [
    { fetch: (key) => Promise.reject(new BlobMissing(key)) },
    "Its PDFs are gone or damaged. Retry or upload them again.",
  ],
  [
    { fetch: (key) => Promise.reject(new BlobDamaged(key)) },
    "Its PDFs are gone or damaged. Retry or upload them again.",
  ],
])("with %j an email fails: %s", async (given, message) => {
  expect((await deliver(given)).outcome).toEqual({ state: "failed", message });
  expect(begin).not.toHaveBeenCalled();
});

test("an email that its destination would refuse fails with its words", async () => {
  destination.refusalOf.mockResolvedValue("Too large.");
  expect((await deliver()).outcome).toEqual({ state: "failed", message: "Too large." });
});

test("an email waits while the store is away", async () => {
  const { outcome } = await deliver({ fetch: () => Promise.reject(new TryLater("away")) });
  const message = "Its PDFs cannot be read at the moment. It goes out by itself as soon as they can.";
  expect(outcome).toEqual({ state: "not-started", message });
});

test("any other error of the store ends the run", async () => {
  await expect(deliver({ fetch: () => Promise.reject(new Error("broken")) })).rejects.toThrow("broken");
});

const withText = { searchableKey: "text", searchableBytes: 9, searchableSha256: "t" };
const keys = (fetched: [string, ...unknown[]][]) => fetched.map(([key]) => key);

test.each([
  [true, withText, ["text"], true, 9],
  [false, withText, ["key-o1"], false, 5],
  [true, {}, ["key-o1"], false, 5],
])("an email with text: %s, of a PDF with %j, carries %j", async (wanted, version, expected, sends, sizeBytes) => {
  const { fetched } = await deliver({ row: { withText: wanted }, outputs: [output("o1", version)] });
  expect(keys(fetched as never)).toEqual(expected);
  expect(begin).toHaveBeenCalledWith(expect.anything(), ref, { tries: 2, withText: sends });
  expect(destination.refusalOf.mock.calls[0]?.[2]).toMatchObject([{ sizeBytes }]);
});

test("an email whose text was erased meanwhile is sent without", async () => {
  const fetch = (key: string) => (key === "text" ? Promise.reject(new BlobMissing(key)) : Promise.resolve());
  const { outcome, fetched } = await deliver({ row: { withText: true }, outputs: [output("o1", withText)], fetch });
  expect(keys(fetched as never)).toEqual(["text", "key-o1"]);
  expect(outcome).toEqual(sent);
  expect(begin).toHaveBeenCalledWith(expect.anything(), ref, { tries: 2, withText: false });
});

test("the PDFs of an email are in its own order", async () => {
  await deliver({ row: { outputIds: ["o2", "o1"] }, outputs: [output("o1"), output("o2")] });
  expect(destination.ready.mock.calls[0]?.[0].pdfs.map(({ blobKey }) => blobKey)).toEqual(["key-o2", "key-o1"]);
});

test.each([
  [[], 0],
  [[ref], 1],
  [[ref, { ...ref, deliveryId: "d2" }], 1],
])("the sweep queues %j and warns %s times", async (lost, warnings) => {
  const { db, statements } = scriptedDb({ "select deliveries": [lost] });
  const { queue, queued } = recordingQueue();
  const warn = vi.fn();
  const found = await sweepDeliveries.run({}, { db, queue, log: { warn } } as never, {} as never);
  expect(found).toEqual({ emails: lost.length });
  expect(queued).toEqual(lost.map((payload) => ({ task: "delivery.deliver", payload, group: "p1" })));
  expect(warn).toHaveBeenCalledTimes(warnings);
  const [select, remove] = statements;
  expect(select).toMatchObject({ limit: 1_000, params: expect.arrayContaining([60]) });
  expect(remove?.does).toBe("delete delivery_replies");
});
