import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sharedDatabase } from "./prepare-database.ts";

const { done } = vi.hoisted(() => ({ done: [] as string[] }));
const step = vi.hoisted(() => (name: string) => async () => void done.push(name));
vi.mock("../domain/billing/index.ts", () => ({ seedPlans: step("plans") }));
vi.mock("../platform/db/connect.ts", () => ({
  withDb: async (_url: string, _log: unknown, work: (db: object) => Promise<void>) => work({}),
}));
vi.mock("../platform/db/migrate.ts", () => ({ migrateTables: step("tables") }));
vi.mock("../platform/process/database.ts", () => ({
  requireDatabaseUrl: () => "postgres://db",
  requireSharedKey: () => void done.push("shared key"),
}));
vi.mock("../platform/process/installation-key.ts", () => ({ requireMatchingKey: step("matching key") }));
vi.mock("../platform/queue/pg-boss-queue.ts", () => ({ setUpQueue: step("queue") }));
vi.mock("./installation/require-kind.ts", () => ({ requireFittingKind: step("kind") }));
vi.mock("./set-up/state.ts", () => ({ prepareSetUp: step("set-up") }));
vi.mock("./tasks.ts", () => ({ tasks: [] }));

const argv = process.argv;
beforeEach(() => void done.splice(0));
afterEach(() => {
  process.argv = argv;
});
async function prepare(...words: string[]) {
  process.argv = ["node", "main-api.ts", ...words];
  expect(await sharedDatabase({} as never, {} as never)).toBe("postgres://db");
  return done;
}
const prepared = ["tables", "plans", "set-up", "queue", "matching key", "kind"];

test("a process on one of several machines needs the shared key, and prepares the database", async () => {
  expect(await prepare()).toEqual(["shared key", ...prepared]);
});

test("a process on the only machine may make its own key", async () => {
  expect(await prepare("--one-machine")).toEqual(prepared);
});

test("a process that is started after another one prepares nothing", async () => {
  expect(await prepare("--prepared")).toEqual([]);
});
