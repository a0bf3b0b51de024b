import { expect, test, vi } from "vitest";
import { passes, start, state } from "./main-all-testing.ts";

test("the API is started first and prepares the database, then a worker; the address is printed", async () => {
  const { isReady, stop, seen } = start();
  await isReady();
  expect(state.children.map(({ module, args }) => [module.split("/").at(-1), args])).toEqual([
    ["main-api.ts", ["--one-machine"]],
    ["main-worker.ts", ["--prepared"]],
  ]);
  expect(state.children[1]?.env).toMatchObject({
    DATABASE_URL: "postgres://db",
    SHEAF_DATA: "/data",
    LOG_DIR: "/data/logs",
    SHEAF_EMBEDDED_DATABASE: "1",
    SHEAF_DEMO: "0",
  });
  expect(seen.printed).toEqual(["Sheaf is ready at http://localhost:3000", "Sign up at http://localhost:3000/auth"]);
  expect(state.folders).toEqual([
    ["/data", "SHEAF_DATA", "data"],
    ["/data/logs", "LOG_DIR", "private"],
    ["demo", "/data", false],
    ["log in", "/data/logs"],
  ]);
  expect(state.opened).toEqual([]);
  await stop();
  expect([seen.exits, seen.complained]).toEqual([[0], ""]);
  expect(state.children.map(({ stopped }) => stopped)).toEqual([[28_000], [28_000]]);
  expect(state.databases.map(({ stopped }) => stopped)).toEqual([1]);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s stops everything", async (signal) => {
  const { isReady, stop } = start();
  await isReady();
  expect((await stop(signal)).exits).toEqual([0]);
});

test("the public address is printed where one is set, and the set-up page is opened until it is done", async () => {
  Object.assign(state, {
    config: { publicUrl: "https://sheaf.example//", logDir: "/var/log/sheaf" },
    welcome: { line: "Set it up at …", setUpAddress: "https://sheaf.example/set-up" },
  });
  const { isReady, stop, seen } = start();
  await isReady();
  await stop();
  expect(seen.printed).toEqual(["Sheaf is ready at https://sheaf.example//", "Set it up at …"]);
  expect([state.sites, state.opened]).toEqual([["https://sheaf.example"], ["https://sheaf.example/set-up"]]);
  expect(state.folders).toContainEqual(["/var/log/sheaf", "LOG_DIR", "log"]);
  expect(state.children[0]?.env.LOG_DIR).toBe("/var/log/sheaf");
});

test("what the worker notes is printed when it is ready", async () => {
  state.ready = { api: { port: 3000 }, worker: { notes: ["LibreOffice is missing", "No fonts"] } };
  const { isReady, stop, seen } = start();
  await isReady(4);
  expect(seen.printed.slice(2)).toEqual(["Note: LibreOffice is missing", "Note: No fonts"]);
  await stop();
});

test("a process that is restarted is noted, and SIGUSR2 restarts both", async () => {
  const { isReady, stop } = start();
  await isReady();
  await passes(0);
  state.children[0]?.options.onRestart("SIGKILL");
  expect(state.errors).toEqual(["A process ended unexpectedly and is restarted"]);
  process.emit("SIGUSR2");
  await passes(0);
  expect(state.children.map(({ restarts }) => restarts.map(({ DATABASE_URL }) => DATABASE_URL))).toEqual([
    ["postgres://db"],
    ["postgres://db"],
  ]);
  await stop();
});

test("a database that can be reached is left alone", async () => {
  const { isReady, stop } = start();
  await isReady();
  await passes(20_000);
  expect(state.openConnections).toBe(0);
  await stop();
  expect(state.openings).toEqual([undefined]);
});

test("a database that was killed is restarted at the same address two seconds later, and nothing else is", async () => {
  const { isReady, stop } = start();
  await isReady();
  await passes(0);
  state.isReachable = false;
  await passes(1_999);
  expect(state.openings).toHaveLength(1);
  await passes(1);
  expect(state.openings).toEqual([undefined, "postgres://db"]);
  expect(state.errors).toEqual(["PostgreSQL ended unexpectedly and was restarted"]);
  expect(state.children.flatMap(({ restarts }) => restarts)).toEqual([]);
  state.isReachable = true;
  await stop();
  expect(state.databases.map(({ stopped }) => stopped)).toEqual([1, 1]);
});

test("a database at another address has API and worker restarted; one that was only slow is not noted", async () => {
  const { isReady, stop } = start();
  await isReady();
  await passes(0);
  Object.assign(state, { isReachable: false, nextDatabase: { url: "postgres://other", role: "joined" } });
  await passes(2_000);
  state.isReachable = true;
  expect(state.errors).toEqual([]);
  expect(state.children.map(({ restarts }) => restarts[0]?.DATABASE_URL)).toEqual([
    ...["postgres://other", "postgres://other"],
  ]);
  await stop();
});

test("a database that cannot be restarted is noted, and tried again", async () => {
  const { isReady, stop } = start();
  await isReady();
  await passes(0);
  Object.assign(state, { isReachable: false, openFault: new Error("disk") });
  await passes(4_000);
  expect(state.errors).toEqual(["PostgreSQL could not be restarted", "PostgreSQL could not be restarted"]);
  await stop();
});

test("a database of the operator's own is not watched", async () => {
  state.config = { databaseUrl: "postgres://own" };
  const { isReady, stop } = start();
  await isReady();
  state.isReachable = false;
  await passes(10_000);
  await stop();
  expect(state.openings).toEqual([undefined]);
  expect(state.children[0]?.env.SHEAF_EMBEDDED_DATABASE).toBe("0");
});

test("a worker that cannot start ends everything, with the reason", async () => {
  state.starts = { worker: Promise.reject(new Error("no engine")) };
  const { ended, seen } = start();
  await ended;
  expect(seen.exits).toEqual([1]);
  expect(seen.complained).toContain("no engine");
  expect(state.children.map(({ stopped }) => stopped)).toEqual([[28_000]]);
  expect(state.databases.map(({ stopped }) => stopped)).toEqual([1]);
});

test("a worker that cannot start before the address is printed does not end the process as unhandled", async () => {
  state.starts = { worker: Promise.reject(new Error("no engine")) };
  // Node looks for rejections without a handler once the present microtasks have ended.
  state.greeting = new Promise((done) => setImmediate(done));
  const { ended, seen } = start();
  await ended;
  expect(seen.complained).toContain("no engine");
});

test("a process that has told its own reason adds nothing", async () => {
  const { StartError } = await import("../platform/process/start-error.ts");
  state.wrong = new StartError("");
  vi.doMock("../platform/process/start-error.ts", () => ({ StartError, forOperator: () => "" }));
  const { ended, seen } = start();
  await ended;
  vi.doUnmock("../platform/process/start-error.ts");
  expect([seen.exits, seen.complained]).toEqual([[1], ""]);
});

test("wrong variables are told before anything starts", async () => {
  state.wrong = new Error("PORT is wrong");
  const { ended, seen } = start();
  await ended;
  expect(seen.exits).toEqual([1]);
  expect(seen.complained).toContain("PORT is wrong");
  expect([state.databases, state.folders]).toEqual([[], []]);
});
