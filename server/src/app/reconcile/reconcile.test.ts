import { beforeEach, expect, test, vi } from "vitest";
import { jobFolder } from "../../domain/jobs/index.ts";
import { type NamedBlob, namedBlobs } from "./named-blobs.ts";
import { reconcilePractice } from "./reconcile.ts";
import { storedParts } from "./stored-parts.ts";

vi.mock("./named-blobs.ts", () => ({ namedBlobs: vi.fn() }));
vi.mock("./stored-parts.ts", () => ({ storedParts: vi.fn() }));

const now = Date.parse("2026-11-20T12:00:00Z");
const day = 24 * 3_600_000;
const practice = "0190aaaa-0000-7000-8000-000000000001";
const job = (n: number) => `0190bbbb-0000-7000-8000-00000000000${n}`;
const keyOf = (n: number, name: string) => `${jobFolder(practice, job(n))}${name}`;
const range = { after: job(0), until: job(9) };

interface World {
  /** Parts of the store: age in milliseconds by key. */
  parts?: Record<string, number>[];
  rows?: (Partial<NamedBlob> & { key: string; mustExist?: boolean })[];
  /** Jobs that are still running, and jobs of uploads in progress. */
  unsettled?: string[];
  uploads?: (string | null)[];
  /** Keys that are stored when looked up again. */
  found?: string[];
  /** How many rows name a file when looked up again. */
  named?: number;
  signal?: AbortSignal;
}

async function reconcile({ parts = [{}], rows = [], unsettled = [], uploads = [], ...world }: World) {
  const { found = [], named = 1, signal = new AbortController().signal } = world;
  const deleted: string[][] = [];
  const reported: object[] = [];
  const lookups = vi.fn();
  vi.mocked(storedParts).mockImplementation(async function* (_storage, _practice, atLeast) {
    lookups(atLeast);
    for (const part of parts) {
      const files = Object.entries(part).map(([key, ageMs]) => [key, new Date(now - ageMs)] as const);
      yield { files: new Map(files), jobs: range };
    }
  });
  vi.mocked(namedBlobs).mockImplementationOnce(async function* () {
    for (const row of rows) yield { jobId: job(1), id: "f", what: "pages", mustExist: true, ...row };
  });
  const busy = [unsettled, uploads].map((ids) => ids.map((jobId) => ({ jobId })));
  let asked = 0;
  const db = {
    execute: async () => ({ rows: [{ now: new Date(now).toISOString() }] }),
    select: () => ({ from: () => ({ where: async () => busy[asked++ % 2] }) }),
    $count: vi.fn(async () => named),
  };
  const storage = {
    delete: async (keys: string[]) => void deleted.push(keys),
    async *list(key: string) {
      for (const one of found) if (one.startsWith(key)) yield { key: one };
    },
  };
  const reportMissing = (row: object) => void reported.push(row);
  const result = await reconcilePractice({ db, storage } as never, practice, { signal, reportMissing }).catch(
    ({ message }) => message,
  );
  return { result, deleted, reported, counts: db.$count, lookups, asked: () => asked };
}

beforeEach(() => {
  vi.mocked(namedBlobs)
    .mockReset()
    .mockImplementation(async function* () {});
});

test("an unused file is deleted when it is older than a day", async () => {
  const [edge, old] = [keyOf(1, "edge"), keyOf(1, "old")];
  const { result, deleted, lookups } = await reconcile({ parts: [{ [edge]: day, [old]: day + 1 }] });
  expect(result).toEqual({ files: 2, deleted: 1, missing: 0 });
  expect(deleted).toEqual([[old]]);
  expect(lookups).toHaveBeenCalledExactlyOnceWith(5_000);
});

test("a file that a row names stays, whether it must exist or not", async () => {
  const [one, other] = [keyOf(1, "a"), keyOf(1, "b")];
  const { result, deleted, reported } = await reconcile({
    parts: [{ [one]: 2 * day, [other]: 2 * day }],
    rows: [{ key: one }, { key: other, mustExist: false }],
  });
  expect([result, deleted.flat(), reported]).toEqual([{ files: 2, deleted: 0, missing: 0 }, [], []]);
});

test("the files of all parts are counted and compared", async () => {
  const { result, deleted } = await reconcile({
    parts: [{ [keyOf(1, "a")]: 2 * day }, { [keyOf(2, "b")]: 2 * day, [keyOf(2, "c")]: 0 }],
  });
  expect(result).toEqual({ files: 3, deleted: 2, missing: 0 });
  expect(deleted).toEqual([[keyOf(1, "a")], [keyOf(2, "b")]]);
});

test("files of a running job and of an upload in progress stay", async () => {
  const { result, deleted } = await reconcile({
    parts: [{ [keyOf(1, "a")]: 2 * day, [keyOf(2, "b")]: 2 * day, [keyOf(3, "c")]: 2 * day }],
    unsettled: [job(1)],
    uploads: [job(2), null],
  });
  expect(result).toMatchObject({ deleted: 1 });
  expect(deleted).toEqual([[keyOf(3, "c")]]);
});

test("a file outside every job's folder is deleted without a look at the jobs", async () => {
  const { deleted, asked } = await reconcile({ parts: [{ [`practices/${practice}/x`]: 2 * day }] });
  expect([deleted, asked()]).toEqual([[[`practices/${practice}/x`]], 0]);
});

test("at most 500 files are deleted at a time", async () => {
  const keys = Array.from({ length: 501 }, (_, n) => keyOf(1, `f${n}`));
  const { result, deleted } = await reconcile({ parts: [Object.fromEntries(keys.map((key) => [key, 2 * day]))] });
  expect(result).toEqual({ files: 501, deleted: 501, missing: 0 });
  expect(deleted.map(({ length }) => length)).toEqual([500, 1]);
});

test.each(["original", "pages", "output", "reading"] as const)(
  "a row whose file is missing is reported without its key: %s",
  async (what) => {
    const { result, reported } = await reconcile({ rows: [{ key: keyOf(1, "a"), what }] });
    expect(result).toEqual({ files: 0, deleted: 0, missing: 1 });
    expect(reported).toEqual([{ jobId: job(1), id: "f", what }]);
  },
);

test.each<[string, World]>([
  ["that need not exist", { rows: [{ key: keyOf(1, "a"), mustExist: false }] }],
  ["whose row names another one by now", { rows: [{ key: keyOf(1, "a") }], named: 0 }],
  ["that was written meanwhile", { rows: [{ key: keyOf(1, "a") }], found: [keyOf(1, "ab"), keyOf(1, "a")] }],
])("a file %s is not missing", async (_which, world) => {
  const { result, reported } = await reconcile(world);
  expect([result, reported]).toEqual([{ files: 0, deleted: 0, missing: 0 }, []]);
});

test("a file is missing although another one's key begins like its own", async () => {
  const { result } = await reconcile({ rows: [{ key: keyOf(1, "a") }], found: [keyOf(1, "ab")] });
  expect(result).toMatchObject({ missing: 1 });
});

test("more than 500 missing files are each looked up and counted once", async () => {
  const rows = Array.from({ length: 501 }, (_, n) => ({ key: keyOf(1, `f${n}`), id: `${n}` }));
  const { result, counts, reported } = await reconcile({ rows });
  expect(result).toMatchObject({ missing: 501 });
  expect([counts.mock.calls.length, reported.length]).toEqual([501, 501]);
});

test("an abort ends the comparison before a file is deleted", async () => {
  const stopping = new AbortController();
  stopping.abort(new Error("stopping"));
  const { result, deleted } = await reconcile({ parts: [{ [keyOf(1, "a")]: 2 * day }], signal: stopping.signal });
  expect([result, deleted]).toEqual(["stopping", []]);
  expect((await reconcile({ rows: [{ key: keyOf(1, "a") }], signal: stopping.signal })).result).toBe("stopping");
});
