import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Env = Record<string, string | undefined>;
const { state, initial } = vi.hoisted(() => {
  const initial = () => ({
    config: {} as Record<string, unknown>,
    wrong: undefined as Error | undefined,
    children: [] as {
      module: string;
      args: string[];
      env: Env;
      restarts: Env[];
      stopped: number[];
      options: { onRestart(how: string): void };
    }[],
    ready: { api: { port: 3000 } } as Record<string, object>,
    starts: {} as Record<string, Promise<void> | undefined>,
    databases: [] as { url: string; role: string; stopped: number }[],
    nextDatabase: { url: "postgres://db", role: "started" },
    openings: [] as (string | undefined)[],
    openFault: undefined as Error | undefined,
    isReachable: true,
    /** Connections that look whether the database is reachable, and are open. */
    openConnections: 0,
    folders: [] as unknown[][],
    opened: [] as string[],
    welcome: { line: "Sign up at http://localhost:3000/auth", setUpAddress: undefined as string | undefined },
    /** What the greeting waits for. */
    greeting: undefined as Promise<void> | undefined,
    sites: [] as string[],
    demo: [] as unknown[][],
    errors: [] as string[],
  });
  return { state: initial(), initial };
});
vi.mock("../platform/process/run.ts", () => ({
  configuration(env: Env) {
    if (state.wrong) throw state.wrong;
    return { dataDir: "/data", logLevel: "info", isDemo: env.SHEAF_DEMO === "1", ...state.config };
  },
}));
vi.mock("../platform/config/config.ts", () => ({
  withoutMail: ({ SMTP_URL: _, ...env }: Env) => env,
}));
vi.mock("../platform/process/listen.ts", () => ({ requireFreePort: async () => {} }));
vi.mock("../platform/process/folder.ts", () => ({
  requireFolder: (folder: string, name: string, make: () => string) => state.folders.push([folder, name, make()]),
}));
vi.mock("../platform/process/folder-modes.ts", () => ({
  makeDataFolder: () => "data",
  makePrivateFolder: () => "private",
}));
vi.mock("../platform/log.ts", () => ({
  makeLogFolder: () => "log",
  openLog: (options: { folder: string }) => {
    state.folders.push(["log in", options.folder]);
    return { error: (...given: unknown[]) => state.errors.push(String(given.at(-1))) };
  },
}));
vi.mock("./demo/demo-folder.ts", () => ({
  requireSeparateDemoFolder: (folder: string, demo: boolean) => state.folders.push(["demo", folder, demo]),
}));
vi.mock("../platform/process/database.ts", () => ({
  async openDatabase(_config: unknown, before?: string) {
    state.openings.push(before);
    if (state.openFault && before) throw state.openFault;
    const database = { ...state.nextDatabase, stopped: 0 };
    state.databases.push(database);
    return {
      ...database,
      async stop() {
        database.stopped += 1;
      },
    };
  },
}));
vi.mock("../platform/process/child.ts", () => ({
  async superviseChild(options: { module: string; args: string[]; env: Env; onRestart(how: string): void }) {
    const name = /main-(\w+)\.ts$/.exec(options.module)?.[1] ?? "";
    await state.starts[name];
    const child = { ...options, restarts: [] as Env[], stopped: [] as number[], options };
    state.children.push(child);
    return {
      ready: state.ready[name] ?? {},
      restart: (env: Env) => child.restarts.push(env),
      stop: async (ms: number) => void child.stopped.push(ms),
    };
  },
}));
vi.mock("../platform/process/open-browser.ts", () => ({ openBrowser: (url: string) => state.opened.push(url) }));
vi.mock("./start/welcome.ts", () => ({
  async welcome(_config: unknown, site: string) {
    state.sites.push(site);
    await state.greeting;
    return state.welcome;
  },
}));
vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number, _value: undefined, { signal }: { signal: AbortSignal }) =>
    new Promise<void>((done, reject) => {
      setTimeout(done, ms);
      signal.addEventListener("abort", () => reject(signal.reason));
    }),
}));
vi.mock("pg", () => ({
  default: {
    Client: class {
      on() {}
      async connect() {
        if (!state.isReachable) throw new Error("refused");
        state.openConnections += 1;
      }
      async end() {
        state.openConnections -= 1;
      }
    },
  },
}));
vi.mock("./demo/demo.ts", () => ({
  async seedDemo({ url, databaseUrl }: Record<string, unknown>) {
    state.demo.push(["seeded", url, databaseUrl]);
    return { user: "user-password", admin: "admin-password" };
  },
}));
vi.mock("./demo/jobs/background.ts", () => ({
  makeJobsInBackground({ databaseUrl, dataDir, username, env }: Record<string, unknown> & { env: Env }) {
    state.demo.push(["jobs", databaseUrl, dataDir, username, env.SHEAF_DEMO]);
    return { stop: async () => void state.demo.push(["jobs stopped"]) };
  },
}));
vi.mock("./demo/providers/demo-providers.ts", () => ({
  startDemoProviders: async ({ dataDir }: { dataDir: string }) => ({
    env: { PAYPAL_URL: `http://paypal of ${dataDir}` },
    inboxUrl: "http://inbox",
    notify: (url: string) => state.demo.push(["told", url]),
    close: async () => void state.demo.push(["providers closed"]),
  }),
}));

const argv = process.argv;
const signals = ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR2"] as const;
const known = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  Object.assign(state, initial());
});
afterEach(() => {
  process.argv = argv;
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!known.get(signal)?.includes(listener)) process.removeListener(signal, listener);
    }
  }
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const patienceMs = 10_000;

/** Starts everything, as `./sheaf start` does. */
function start(...words: string[]) {
  process.argv = ["node", "main-all.ts", ...words];
  const seen = { printed: [] as string[], complained: "", exits: [] as unknown[] };
  vi.spyOn(console, "log").mockImplementation((line) => void seen.printed.push(line));
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    seen.complained += text;
    return true;
  });
  vi.spyOn(process, "exit").mockImplementation(((code: unknown) => void seen.exits.push(code)) as never);
  vi.resetModules();
  const ended = import("./main-all.ts");
  /** Waits for so many lines. Vitest's own waiting would let the invented time pass as well. */
  async function isReady(lines = 2): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (seen.printed.length < lines && performance.now() < deadline) await new Promise((next) => setImmediate(next));
    expect(seen.printed.length).toBeGreaterThanOrEqual(lines);
  }
  async function stop(signal: (typeof signals)[number] = "SIGTERM") {
    process.emit(signal);
    await ended;
    return seen;
  }
  return { seen, ended, isReady, stop };
}
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

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

test("a database that is reachable is not restarted, and no connection to it stays open", async () => {
  const { isReady, stop } = start();
  await isReady();
  await passes(6_000);
  expect(state.openings).toEqual([undefined]);
  expect(state.openConnections).toBe(0);
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

test("a demonstration is made once the API runs, its passwords are printed, and its parts stop at the end", async () => {
  vi.stubEnv("SMTP_URL", "smtp://mail.example");
  const { isReady, stop, seen } = start("--demo");
  await isReady(5);
  expect(seen.printed).toEqual([
    "Sheaf is ready at http://localhost:3000",
    "Sign in as demo with the password user-password",
    "Sign in to the portal at http://localhost:3000/admin/login as admin@sheaf.example with the password admin-password",
    "A demonstration does not ask administrators for a second factor.",
    "Its emails stay on this machine. They are shown at http://inbox",
  ]);
  const { env } = state.children[1] ?? {};
  expect(env).toMatchObject({ SHEAF_DEMO: "1", PAYPAL_URL: "http://paypal of /data" });
  expect(env).not.toHaveProperty("SMTP_URL");
  await stop();
  expect(state.demo).toEqual([
    ["told", "http://localhost:3000"],
    ["seeded", "http://localhost:3000", "postgres://db"],
    ["jobs", "postgres://db", "/data", "demo", "1"],
    ["jobs stopped"],
    ["providers closed"],
  ]);
  expect(state.folders).toContainEqual(["demo", "/data", true]);
  expect([state.sites, seen.exits]).toEqual([[], [0]]);
});

test("only a demonstration does without the operator's mail settings", async () => {
  vi.stubEnv("SMTP_URL", "smtp://mail.example");
  const { isReady, stop } = start();
  await isReady();
  expect(state.children[0]?.env.SMTP_URL).toBe("smtp://mail.example");
  await stop();
});

test("a demonstration does not begin in a database of the operator's own", async () => {
  state.config = { databaseUrl: "postgres://own" };
  const { ended, seen } = start("--demo");
  await ended;
  expect(seen.exits).toEqual([1]);
  expect(seen.complained).toContain("A demonstration has its own database.");
  expect(state.databases).toEqual([]);
});

test("a public address of a demonstration is where its administrator signs in", async () => {
  state.config = { publicUrl: "https://demo.example" };
  const { isReady, stop, seen } = start("--demo");
  await isReady(5);
  await stop();
  expect(seen.printed[2]).toContain("at https://demo.example/admin/login");
});
