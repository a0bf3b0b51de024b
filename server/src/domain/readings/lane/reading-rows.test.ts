import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb, type Statement } from "../../../../testing/fake-db.ts";
import { storedReadings } from "../stored-readings.ts";
import { endReading, hasUnfinished, type ReadingEnd, startReading } from "./reading-rows.ts";

const { state } = vi.hoisted(() => ({
  state: { reads: true, job: {} as object | null, done: [] as unknown[][] },
}));
vi.mock("../../jobs/index.ts", () => ({
  lockJob: async () => state.job,
  touchJob: async (_tx: unknown, ref: object) => void state.done.push(["touched", ref]),
}));
vi.mock("../pages/store-pages.ts", () => ({
  storePages: async (_tx: unknown, _ref: unknown, prepared: unknown) => void state.done.push(["stored", prepared]),
}));
vi.mock("../practice-choices.ts", () => ({ readsPages: async () => state.reads }));
beforeEach(() => {
  Object.assign(state, { reads: true, job: { filesDeletedAt: null }, done: [] });
});

const ref = { practiceId: "anna", jobId: "job", fileId: "file" };
const row = { attempt: 2, pages: 3, pagesKey: "key", sizeBytes: 4, sha256: "hash", language: "eng" };

test("a run that starts knows its attempt, and where the pages are", async () => {
  expect(await startReading(fakeDb(() => [row]).db, ref)).toEqual({
    attempt: 2,
    pages: 3,
    pagesKey: "key",
    stored: { sizeBytes: 4, sha256: "hash" },
    language: "eng",
  });
});

test.each([[[]], [[{ ...row, pagesKey: null }]], [[{ ...row, sizeBytes: null }]], [[{ ...row, sha256: null }]]])(
  "with the row %j there is nothing to read",
  async (rows) => {
    expect(await startReading(fakeDb(() => rows).db, ref)).toBeNull();
  },
);

const end = (more: Partial<ReadingEnd> = {}): ReadingEnd => ({
  state: "read",
  why: null,
  read: { pages: 3, hardPages: [], turns: [] },
  prepared: { path: "p", listed: new Map() },
  blob: { key: "blob", sizeBytes: 9, sha256: "b" },
  ...more,
});

/** @param ended the rows that the end changed */
async function finish(attempt: number | undefined, given = end(), ended: object[] = [{ fileId: "file" }]) {
  const { db, statements } = fakeDb(({ kind }: Statement) => (kind === "update" ? ended : []));
  return { isEnded: await endReading(db, ref, attempt, given), update: statements.at(-1) };
}

test("the end of a run is written with its pages, and told to whoever looks at the job", async () => {
  const { isEnded, update } = await finish(2);
  expect(isEnded).toBe(true);
  expect(update?.values).toMatchObject({
    state: "read",
    why: null,
    pagesRead: 3,
    blobKey: "blob",
    blobBytes: 9,
    blobSha256: "b",
  });
  expect(update?.where?.params).toContain(2);
  expect(state.done).toEqual([
    ["stored", { path: "p", listed: new Map() }],
    ["touched", ref],
  ]);
});

test("a run that stored nothing names no stored reading, and the end of all runs asks for none of them", async () => {
  const { update } = await finish(undefined, end({ state: "not-read", why: "failed", prepared: null, blob: null }));
  expect(update?.values).toMatchObject({ blobKey: null, blobBytes: null, blobSha256: null });
  expect(update?.where?.params).toEqual(expect.arrayContaining(["waiting", "reading"]));
  expect(update?.where?.params).not.toContain(2);
});

test.each([
  ["whose practice reads no pages any more", { reads: false }],
  ["whose job is gone", { job: null }],
  ["whose job's files are deleted", { job: { filesDeletedAt: new Date() } }],
])("the end of a file %s changes nothing", async (_what, change) => {
  Object.assign(state, change);
  expect(await finish(2)).toEqual({ isEnded: false, update: undefined });
  expect(state.done).toEqual([]);
});

test("the end of a run that another one has overtaken stores no pages", async () => {
  expect((await finish(2, end(), [])).isEnded).toBe(false);
  expect(state.done).toEqual([]);
});

test("a job has pages to read as long as one file has", async () => {
  const one = fakeDb(() => [{ fileId: "file" }]);
  expect([await hasUnfinished(one.db, ref), one.statements[0]?.limit]).toEqual([true, 1]);
  expect(await hasUnfinished(fakeDb().db, ref)).toBe(false);
});

test("stored readings are those with key, size and hash", async () => {
  const stored = { jobId: "job", fileId: "a", key: "k", sizeBytes: 1, sha256: "h" };
  const rows = [stored, { ...stored, key: null }, { ...stored, sizeBytes: null }, { ...stored, sha256: null }];
  expect(await storedReadings(fakeDb(() => rows).db, "anna", ["job"])).toEqual([
    { jobId: "job", fileId: "a", stored: { key: "k", sizeBytes: 1, sha256: "h" } },
  ]);
});
