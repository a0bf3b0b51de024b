import { afterEach, beforeEach, expect, vi } from "vitest";

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
export function start(...words: string[]) {
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
/** Lets invented time pass. */
export const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** What the parts that are replaced are told, and what they answer; as at the beginning for each test. */
export { state };
