import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../../platform/config/config.ts";
import { aliveWorkers } from "../../../platform/queue/workers.ts";
import { findListener } from "../examinations/port.ts";
import { connectForDoctor, keyIfAny, withStoredSettings } from "./database.ts";
import { examineLocally, localConfiguration } from "./examine-locally.ts";
import { examineMachine } from "./machine.ts";

// Loaded only to be opened by a transport, and large.
vi.mock("../../../domain/delivery/index.ts", () => ({ openOutbox: () => undefined }));
vi.mock("./machine.ts", () => ({ examineMachine: vi.fn() }));
vi.mock("./database.ts", () => ({ connectForDoctor: vi.fn(), keyIfAny: vi.fn(), withStoredSettings: vi.fn() }));
vi.mock("./read-versions.ts", async () => {
  const { readVersionFacts } = await import("../examinations/versions.ts");
  return { readInstalledVersions: async () => readVersionFacts() };
});
vi.mock("../examinations/port.ts", async (original) => ({ ...(await original<object>()), findListener: vi.fn() }));
vi.mock("../examinations/database.ts", () => ({ examineDatabase: async () => ({ state: "ok", words: "Fine." }) }));
vi.mock("../examinations/key.ts", () => ({ examineKey: async () => ({ state: "ok", words: "Fine." }) }));
vi.mock("../examinations/backup.ts", () => ({
  examineBackup: async (_db: unknown, { demo, ownMeans }: object & { demo: boolean; ownMeans: boolean }) => ({
    state: "ok",
    words: `demo ${demo}, own means ${ownMeans}`,
  }),
}));
vi.mock("../../../platform/queue/workers.ts", () => ({ aliveWorkers: vi.fn() }));
vi.mock("../../../platform/db/clock.ts", () => ({ databaseNow: async () => new Date() }));

const close = vi.fn(async () => {});
const machine = { sandbox: "bubblewrap", office: "none", notes: [], readingLanguages: [] };

beforeEach(() => {
  close.mockClear();
  vi.mocked(examineMachine).mockResolvedValue(machine as never);
  vi.mocked(keyIfAny).mockResolvedValue(undefined);
  vi.mocked(withStoredSettings).mockResolvedValue(undefined);
  vi.mocked(findListener).mockResolvedValue("none");
  vi.mocked(aliveWorkers).mockResolvedValue([]);
});

const stopped = { state: "unknown" as const, words: "Not running." };

/** Examines with a database that can be queried or not; returns the words of each part by its name. */
async function examined(env: Record<string, string> = {}, connected: object = {}) {
  vi.mocked(connectForDoctor).mockResolvedValue({
    db: undefined,
    instead: stopped,
    isNew: false,
    secrets: [],
    close,
    ...connected,
  });
  const found = await examineLocally(readConfig({ SHEAF_DATA: join(tmpdir(), "sheaf-none"), ...env }));
  const words = Object.fromEntries(found.map((one) => [one.name, one.words]));
  return { found, words };
}

const db = { db: {} as never };

test("every part is examined once, in a fixed order, and the connection is closed", async () => {
  const { found } = await examined();
  expect(found.map(({ name, label }) => `${name}: ${label}`)).toEqual([
    "versions: Sheaf",
    "port: Port",
    "database: Database",
    "key: Key",
    "clock: Clock",
    "workers: Workers",
    "office: LibreOffice",
    "fonts: Fonts",
    "sandbox: Sandbox",
    "programs: Programs",
    "reading: Reading of pages",
    "disk: Disk",
    "data-folder: Data folder",
    "mail: Email",
    "address: Address",
    "backup: Backup",
  ]);
  expect(close).toHaveBeenCalledTimes(1);
});

test("a bucket and a virus scanner are examined when they are set", async () => {
  const s3 = { S3_BUCKET: "papers", S3_ENDPOINT: "http://127.0.0.1:1", CLAMD_ADDRESS: "127.0.0.1:1" };
  const { found } = await examined(s3);
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(["files", "scanner"]));
});

test("without a database, what is in it is unknown", async () => {
  const { words } = await examined();
  expect(words).toMatchObject({
    database: "Not running.",
    key: "The database was not checked.",
    clock: "The database was not checked.",
    workers: "The database was not checked.",
    backup: "The database was not checked.",
    mail: "The mail settings are in the database, and could not be read.",
  });
});

test.each([
  ["a new database", {}, { isNew: true }],
  ["a transport that a variable sets", { MAIL_TRANSPORT: "outbox" }, {}],
])("with %s the mail settings are known", async (_what, env, connected) => {
  expect((await examined(env, connected)).words.mail).toBe("Emails are kept in the outbox and not sent.");
});

test("settings stored in the browser are the ones that are examined", async () => {
  const live = readConfig({ SHEAF_DATA: join(tmpdir(), "sheaf-none"), PORT: "4444" });
  vi.mocked(withStoredSettings).mockResolvedValue(live);
  const { words } = await examined({}, db);
  expect(words.mail).toBe("Emails are kept in the outbox and not sent.");
  expect(words.port).toContain("Port 4444 is free");
});

test("the mail service of a demonstration is known without its database", async () => {
  expect((await examined({ SHEAF_DEMO: "1" })).words.mail).toContain("The demonstration’s own mail service");
});

test.each([
  ["Sheaf is not running", {}, "none", "No worker is running, because Sheaf is not running."],
  ["Sheaf is running", {}, "sheaf", "No worker has reported itself"],
  ["the database is the operator's own", { DATABASE_URL: "postgres://a@b/c" }, "none", "No worker has reported itself"],
] as const)("when no worker runs and %s, the words say so", async (_what, env, listener, words) => {
  vi.mocked(findListener).mockResolvedValue(listener);
  expect((await examined(env, db)).words.workers).toContain(words);
});

test("workers that run are examined, whatever listens on the port", async () => {
  vi.mocked(aliveWorkers).mockResolvedValue([{ version: "0.0.1" }] as never);
  expect((await examined({}, db)).words.workers).toContain("Some workers run version 0.0.1");
});

test.each([
  [{}, "demo false, own means false"],
  [{ DATABASE_URL: "postgres://a@b/c" }, "demo false, own means true"],
  [{ SHEAF_DEMO: "1" }, "demo true, own means false"],
])("with %j the backup is examined with: %s", async (env, words) => {
  expect((await examined(env, db)).words.backup).toBe(words);
});

test("the key and the database's password appear in no words", async () => {
  const key = Buffer.alloc(32, 7);
  vi.mocked(keyIfAny).mockResolvedValue(key);
  const instead = { ...stopped, words: `hunter22 ${key.toString("hex")}` };
  expect((await examined({}, { instead, secrets: ["hunter22"] })).words.database).toBe("… …");
});

test("a machine that cannot be examined leaves the other parts as they are", async () => {
  vi.mocked(examineMachine).mockRejectedValue(new Error("no temporary files"));
  const { words } = await examined();
  expect(words.office).toBe("This could not be examined (no temporary files).");
  expect(words.database).toBe("Not running.");
});

test("the data folder of a demonstration is examined as one", () => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-doctor-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(localConfiguration({ SHEAF_DATA: folder, PORT: "4000" })).toMatchObject({ demo: false, port: 4000 });
  writeFileSync(join(folder, "demo-password"), "p");
  expect(localConfiguration({ SHEAF_DATA: folder, PORT: "4000" })).toMatchObject({ demo: true, port: 4000 });
});
