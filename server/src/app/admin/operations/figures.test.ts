import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { getOperations } from "./operations.ts";

const { state } = vi.hoisted(() => ({ state: { workers: [] as object[], runs: [] as object[] } }));
vi.mock("node:fs/promises", async (original) => ({
  ...(await original<object>()),
  statfs: async () => ({ bavail: 10, bsize: 4_096 }),
}));
vi.mock("../../../domain/readings/index.ts", () => ({ measureReading: async () => ({ waiting: 3 }) }));
vi.mock("../../reconcile/reconcile.task.ts", () => ({ reconcileFiles: { name: "reconcile" } }));
vi.mock("../../../platform/queue/pg-boss-tables.ts", () => ({ countTasks: async () => ["task"] }));
vi.mock("../../../platform/observe/scheduled.ts", () => ({ readScheduledRuns: async () => state.runs }));
vi.mock("../../../platform/queue/workers.ts", () => ({ aliveWorkers: async () => state.workers }));
vi.mock("../../health/converting.ts", () => ({
  notesAbout: ({ notes }: { notes: string[] }, what: string) => notes.map((note) => `${what}: ${note}`),
}));
beforeEach(() => {
  Object.assign(state, { workers: [], runs: [] });
});

const worker = (sandbox: string, more: object = {}) => ({
  id: "w",
  version: "1",
  sandbox,
  notes: [],
  seenAt: new Date(0),
  hasSecondReader: false,
  ...more,
});

function operations({ config = {}, kind = "local", bytes = [{ bytes: 5 }] as object[], version = true } = {}) {
  const { db } = fakeDb(({ sql, table }) => {
    if (table === "backups") return [{ at: null }];
    if (sql?.text.includes("stored-bytes")) return bytes;
    if (!sql?.text.includes("server_version")) return [];
    return version ? [{ now: "2026-11-23T10:00:00Z", version: "15.9 (Debian 15.9-0+deb12u1)" }] : [];
  });
  const given = { dataDir: "/data", mailTransport: "smtp", embeddedDatabase: true, demo: false, ...config };
  return getOperations({ config: given, db, storage: { kind } } as never);
}

test("workers say whether they convert, and their notes about reading are told once", async () => {
  state.workers = [
    worker("landlock", { notes: ["no fonts"], hasSecondReader: true }),
    worker("none", { notes: ["no fonts"] }),
  ];
  const { workers, reading } = await operations();
  expect(workers.map(({ converts, lastSeenAt }) => [converts, lastSeenAt])).toEqual([
    [true, "1970-01-01T00:00:00.000Z"],
    [false, "1970-01-01T00:00:00.000Z"],
  ]);
  expect(reading).toEqual({ waiting: 3, isSecondReaderOn: true, notes: ["reading: no fonts"] });
  state.workers = [worker("landlock")];
  expect((await operations()).reading).toMatchObject({ isSecondReaderOn: false, notes: [] });
});

test("missing files are those of the last comparison that was done", async () => {
  expect((await operations()).storage.missingFiles).toBeNull();
  const run = { task: "reconcile", doneAt: null, failedAt: null, found: { missing: 4 } };
  state.runs = [{ ...run, task: "other", doneAt: new Date(0) }, run];
  expect((await operations()).storage.missingFiles).toBeNull();
  state.runs = [{ ...run, doneAt: new Date(0) }];
  expect((await operations()).storage.missingFiles).toBe(4);
  state.runs = [{ ...run, doneAt: new Date(0), found: {} }];
  expect((await operations()).storage.missingFiles).toBeNull();
});

test("local files have free space on their disk, files in S3 have none known", async () => {
  expect((await operations()).storage).toEqual({
    kind: "local",
    storedBytes: 5,
    freeBytes: 40_960,
    missingFiles: null,
  });
  expect((await operations({ kind: "s3", bytes: [] })).storage).toEqual({
    kind: "s3",
    storedBytes: 0,
    freeBytes: null,
    missingFiles: null,
  });
});

test.each([
  [{}, "local", ["embedded", "embedded", "external"]],
  [{ embeddedDatabase: false }, "s3", ["external", "external", "external"]],
  [{ mailTransport: "outbox" }, "local", ["embedded", "embedded", "embedded"]],
  [{ demo: true }, "local", ["embedded", "embedded", "embedded"]],
])("with %j and files in %s, database, files and email are %j", async (config, kind, kinds) => {
  const { services, at } = await operations({ config, kind });
  expect(services.map((service) => service.kind)).toEqual(kinds);
  expect([services[0]?.version, at]).toEqual(["15.9", "2026-11-23T10:00:00.000Z"]);
});
