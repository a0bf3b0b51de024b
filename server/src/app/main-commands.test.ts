import { afterEach, beforeEach, expect, test, vi } from "vitest";

const { state } = vi.hoisted(() => ({
  state: {
    config: {} as Record<string, unknown>,
    address: undefined as string | undefined,
    fault: undefined as Error | undefined,
    done: [] as string[],
  },
}));
const step = vi.hoisted(() => (name: string) => async () => {
  state.done.push(name);
  if (name === "prepared" && state.fault) throw state.fault;
});
vi.mock("../platform/process/command.ts", () => ({
  runCommand: async (_help: string, work: () => Promise<void>) => work(),
}));
vi.mock("../platform/process/database.ts", () => ({
  openDatabase: async () => ({ url: "postgres://db", stop: step("stopped") }),
  requireSharedKey: () => void state.done.push("shared key"),
}));
vi.mock("../platform/process/installation-key.ts", () => ({
  replaceKey: step("key replaced"),
  requireMatchingKey: step("matching key"),
}));
vi.mock("../platform/process/run.ts", () => ({ configuration: () => state.config }));
vi.mock("./prepare-database.ts", () => ({ prepareDatabase: step("prepared") }));
vi.mock("./start/with-database.ts", () => ({
  withDatabase: async (work: (...given: unknown[]) => Promise<void>) => work({}, state.config, "postgres://db", {}),
}));
vi.mock("../platform/config/live-config.ts", () => ({
  followStoredSettings: async () => ({ close: () => state.done.push("settings closed") }),
}));
vi.mock("../platform/crypto/secret-key.ts", () => ({ secretKey: async () => "key" }));
vi.mock("../platform/http/site.ts", () => ({ siteOf: () => "https://sheaf.example" }));
vi.mock("./set-up/address.ts", () => ({ setUpAddress: async () => state.address }));
vi.mock("./set-up/check-code.ts", () => ({
  forgetWrongCodes: step("wrong codes forgotten"),
  signInPath: (kind: string) => `/${kind}/sign-in`,
}));

const argv = process.argv;
beforeEach(() => {
  Object.assign(state, { config: { installation: "practice" }, address: undefined, fault: undefined, done: [] });
});
afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
});

async function run(command: "migrate" | "setup-address", ...words: string[]): Promise<string[]> {
  process.argv = ["node", `main-${command}.ts`, ...words];
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  vi.resetModules();
  await (command === "migrate" ? import("./main-migrate.ts") : import("./main-setup-address.ts"));
  return lines;
}

test("migrate updates the database, and only with --new-key replaces its key", async () => {
  expect(await run("migrate")).toEqual(["The database is up to date."]);
  expect(state.done).toEqual(["prepared", "stopped"]);
  state.done.length = 0;
  expect(await run("migrate", "--new-key")).toEqual(["The database is up to date and uses the new key."]);
  expect(state.done).toEqual(["prepared", "key replaced", "stopped"]);
});

test("a migration that fails stops the database it started, and prints nothing", async () => {
  state.fault = new Error("broken");
  await expect(run("migrate")).rejects.toThrow("broken");
  expect(state.done).toEqual(["prepared", "stopped"]);
});

test("setup-address prints only the address, and wrong codes are forgotten", async () => {
  state.address = "https://sheaf.example/set-up?code=1";
  expect(await run("setup-address")).toEqual(["https://sheaf.example/set-up?code=1"]);
  expect(state.done).toEqual(["matching key", "wrong codes forgotten"]);
});

test("with a database of several machines, setup-address needs the key that they share", async () => {
  Object.assign(state, { config: { databaseUrl: "postgres://own" }, address: "https://sheaf.example/set-up" });
  await run("setup-address");
  expect(state.done).toEqual(["shared key", "matching key", "wrong codes forgotten"]);
});

test("an installation that has been set up has no such address, but one to sign in", async () => {
  await expect(run("setup-address")).rejects.toThrow(
    "This installation has been set up. Sign in at https://sheaf.example/practice/sign-in.",
  );
  expect(state.done).toEqual(["matching key", "settings closed"]);
});
