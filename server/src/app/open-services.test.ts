import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../platform/config/config.ts";
import { openServices } from "./open-services.ts";

const { state } = vi.hoisted(() => ({
  state: {
    database: undefined as unknown,
    queue: undefined as unknown,
    fault: undefined as Error | undefined,
    closed: [] as string[],
  },
}));
const closing = vi.hoisted(() => (name: string) => ({ close: async () => void state.closed.push(name) }));
vi.mock("../domain/delivery/index.ts", () => ({ openOutbox: () => ({}) }));
vi.mock("../platform/crypto/secret-key.ts", () => ({ secretKey: async () => "key" }));
vi.mock("../platform/db/connect.ts", () => ({
  openDb(_url: string, _log: unknown, options: object) {
    state.database = options;
    return { db: {}, pool: {}, ...closing("database") };
  },
}));
vi.mock("../platform/queue/pg-boss-queue.ts", () => ({
  async openQueue(_url: string, _log: unknown, options: object) {
    state.queue = options;
    if (state.fault) throw state.fault;
    return closing("queue");
  },
}));
vi.mock("../platform/config/live-config.ts", () => ({ followStoredSettings: async () => closing("settings") }));
vi.mock("../platform/mail/live-mail.ts", () => ({ openLiveMail: () => closing("mail") }));
vi.mock("../platform/storage/open-storage.ts", () => ({ openStorage: async () => closing("storage") }));

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "sheaf-services-"));
  Object.assign(state, { fault: undefined, closed: [] });
});
afterEach(() => rmSync(dataDir, { recursive: true }));
const open = (worker: boolean) =>
  openServices(readConfig({ SHEAF_DATA: dataDir }), {} as never, "postgres://db", { worker });

test("a statement of an API process may take a minute; those of a worker have no limit", async () => {
  await open(false);
  expect([state.database, state.queue]).toEqual([{ prepared: "writes", statementMs: 60_000 }, { worker: false }]);
  await open(true);
  expect([state.database, state.queue]).toEqual([{ prepared: "all" }, { worker: true }]);
});

test("tasks end before what they use, and the database is closed last", async () => {
  const services = await open(true);
  await services.close();
  expect(state.closed).toEqual(["settings", "queue", "mail", "storage", "database"]);
});

test("a queue that cannot be opened closes the database again", async () => {
  state.fault = new Error("no queue");
  await expect(open(true)).rejects.toThrow("no queue");
  expect(state.closed).toEqual(["database"]);
});
