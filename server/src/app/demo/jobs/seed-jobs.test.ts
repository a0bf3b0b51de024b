import { text } from "node:stream/consumers";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import type { PlannedJob } from "./planned-jobs.ts";
import { findUploader, seedJobs } from "./seed-jobs.ts";

interface Ref {
  practiceId: string;
  jobId: string;
}
const { state } = vi.hoisted(() => ({
  state: {
    drawn: [] as unknown[],
    inserted: [] as [Record<string, unknown>, Record<string, unknown>[]][],
    arrivals: [] as Record<string, unknown>[],
    moved: [] as string[],
    running: 0,
    most: 0,
    isConverted: true,
    isEmailed: true,
    /** Called when a job is converted. */
    converted: (_ref: Ref) => {},
  },
}));
vi.mock("@sheaf/papers/history.ts", () => ({
  async drawPaper(kind: string, seed: string, facts: object) {
    state.drawn.push([kind, seed, facts]);
    return { name: kind === "odd" ? "paper.exe" : `${kind}.pdf`, bytes: Buffer.from(seed) };
  },
}));
vi.mock("../../../domain/jobs/index.ts", () => ({
  originalKey: (...parts: string[]) => parts.join("/"),
  insertJob: async (_tx: unknown, _queue: unknown, job: never, files: never) => void state.inserted.push([job, files]),
}));
vi.mock("../../../domain/arrivals/write.ts", () => ({
  writeArrival: async (_tx: unknown, arrival: never) => void state.arrivals.push(arrival),
}));
vi.mock("./past-periods.ts", () => ({
  countDocumentsInPeriod: async (_tx: unknown, _practiceId: string, _at: Date, files: number) => `period of ${files}`,
}));
vi.mock("./past-times.ts", () => ({
  async untilConverted(_db: unknown, ref: Ref) {
    state.running += 1;
    state.most = Math.max(state.most, state.running);
    await Promise.resolve();
    await new Promise((done) => setImmediate(done));
    state.running -= 1;
    state.converted(ref);
    return state.isConverted;
  },
  untilEmailed: async () => state.isEmailed,
  moveToPast: async (_db: unknown, { jobId }: Ref) => void state.moved.push(jobId),
}));
beforeEach(() => {
  Object.assign(state, { drawn: [], inserted: [], arrivals: [], moved: [], running: 0, most: 0 });
  Object.assign(state, { isConverted: true, isEmailed: true, converted: () => {} });
});

const uploader = { practiceId: "practice", userId: "dana", name: "Dana Whitfield" };
const bakery = {
  id: "bakery",
  name: "Bright Bakery",
  email: "b@example.com",
  outputEmail: "b@dext.cc",
  company: "Bright Ltd",
};
const planned = (day: number, ...kinds: string[]): PlannedJob => ({
  at: new Date(Date.UTC(2026, 10, day)),
  customerName: "Bright Bakery",
  papers: kinds.map((kind, index) => ({ kind, seed: `${day}${index}` })) as PlannedJob["papers"],
  choices: { sendEmail: true, separatePdfs: true, copyToCustomer: false },
});

/** @param known the job that exists already */
async function seed(
  jobs: PlannedJob[],
  {
    known = undefined as string | undefined,
    customers = [bakery] as object[],
    signal = new AbortController().signal,
  } = {},
) {
  const stored: [string, string][] = [];
  const { db } = fakeDb(({ table }) => (table === "jobs" ? (known ? [{ id: known }] : []) : customers));
  const storage = {
    async put(key: string, body: NodeJS.ReadableStream) {
      const content = await text(body as never);
      stored.push([key, content]);
      return { sizeBytes: content.length, sha256: `hash of ${content}` };
    },
  };
  await seedJobs({ db, queue: {}, storage, log: {} } as never, uploader, jobs, signal);
  return stored;
}

test("the papers of a planned job are drawn, stored, and uploaded at the planned time", async () => {
  const stored = await seed([planned(20, "letter", "receipt-photo")]);
  const at = new Date(Date.UTC(2026, 10, 20));
  expect(state.drawn).toEqual([
    ["letter", "200", { date: at, business: "Bright Ltd" }],
    ["receipt-photo", "201", { date: at, business: "Bright Ltd" }],
  ]);
  const [[job, files] = [{}, []]] = state.inserted;
  expect(job).toEqual({
    practiceId: "practice",
    id: expect.any(String),
    periodId: "period of 2",
    customerId: "bakery",
    customerName: "Bright Bakery",
    customerEmail: "b@example.com",
    customerOutputEmail: "b@dext.cc",
    uploadedById: "dana",
    uploadedByName: "Dana Whitfield",
    separateEmails: false,
    sendEmail: true,
    separatePdfs: true,
    copyToCustomer: false,
    createdAt: at,
  });
  expect(files).toMatchObject([
    { name: "letter.pdf", sentName: "letter.pdf", type: "pdf", sizeBytes: 3, sha256: "hash of 200" },
    { name: "receipt-photo.pdf", type: "pdf", sha256: "hash of 201" },
  ]);
  expect(stored.map(([key]) => key)).toEqual(files.map(({ id }) => `practice/${job.id}/${id}`));
  expect(state.arrivals).toMatchObject([
    {
      channel: "dialog",
      sender: { practiceId: "practice", userId: "dana", fullName: "Dana Whitfield" },
      jobId: job.id,
      at,
      items: files.map(({ id }) => ({ fileId: id })),
    },
  ]);
  expect(state.moved).toEqual([job.id]);
});

test("a customer without a company has papers with their own name", async () => {
  await seed([planned(20, "letter")], { customers: [{ ...bakery, company: null }] });
  expect(state.drawn).toMatchObject([["letter", "200", { business: "Bright Bakery" }]]);
});

test("a job that an earlier start made is not made again, but finished", async () => {
  await seed([planned(20, "letter")], { known: "made" });
  expect([state.inserted, state.moved]).toEqual([[], ["made"]]);
});

test("three jobs are made at once, and all of them", async () => {
  await seed(Array.from({ length: 8 }, (_, day) => planned(day + 1, "letter")));
  expect([state.most, state.moved.length]).toEqual([3, 8]);
});

test("a job whose emails were not awaited keeps its times", async () => {
  state.isEmailed = false;
  await seed([planned(20, "letter")]);
  expect(state.moved).toEqual([]);
});

test("no more jobs are begun once one was not awaited, or the demonstration stops", async () => {
  state.isConverted = false;
  await seed(Array.from({ length: 8 }, (_, day) => planned(day + 1, "letter")));
  expect([state.inserted.length, state.moved]).toEqual([3, []]);
  const closing = new AbortController();
  Object.assign(state, { inserted: [], isConverted: true, converted: () => closing.abort() });
  await seed(
    Array.from({ length: 8 }, (_, day) => planned(day + 1, "letter")),
    { signal: closing.signal },
  );
  expect(state.inserted).toHaveLength(3);
});

test("a customer or a type of paper that is not there stops the demonstration's jobs", async () => {
  await expect(seed([planned(20, "letter")], { customers: [] })).rejects.toThrow("no customer Bright Bakery");
  await expect(seed([planned(20, "odd")])).rejects.toThrow("The paper paper.exe has a type that is not accepted");
});

test("the demonstration's user uploads, under their full name", async () => {
  const { db } = fakeDb(() => [{ practiceId: "p", id: "u", firstName: "Dana", lastName: "Whitfield" }]);
  expect(await findUploader(db, "demo")).toEqual({ practiceId: "p", userId: "u", name: "Dana Whitfield" });
  await expect(findUploader(fakeDb().db, "demo")).rejects.toThrow("has no user demo");
});
