import { afterEach, beforeEach, expect, test, vi } from "vitest";

interface Running {
  ready: object;
  stop(): Promise<void>;
}
const { state } = vi.hoisted(() => ({
  state: {
    config: { drainMs: 3_000, host: "127.0.0.1", metricsPort: 0, workerPort: 0 } as Record<string, unknown>,
    running: undefined as Running | undefined,
    done: [] as unknown[],
    stopping: undefined as AbortSignal | undefined,
    // Of the worker.
    isWaiting: false,
    sandbox: "landlock",
    notes: ["a note"],
    checks: {} as Record<string, () => Promise<unknown>>,
    begin: (): void => {},
    warned: [] as string[],
    closeFault: undefined as Error | undefined,
  },
}));
const log = vi.hoisted(() => {
  const quiet = () => {};
  const made = { info: quiet, error: quiet, debug: quiet, fatal: quiet, trace: quiet, child: (): object => made };
  return Object.assign(made, { warn: (...given: unknown[]) => state.warned.push(String(given.at(-1))) });
});
vi.mock("../platform/process/run.ts", () => ({
  async runProcess(name: string, start: (config: unknown, log: unknown) => Promise<Running>) {
    state.done.push(`run ${name}`);
    state.running = await start(state.config, log);
  },
}));
vi.mock("./prepare-database.ts", () => ({ sharedDatabase: async () => "postgres://db" }));
vi.mock("./open-services.ts", () => ({
  async openServices(config: unknown, _log: unknown, _url: string, { worker }: { worker: boolean }) {
    state.done.push(`services ${worker}`);
    const queue = { close: async () => void state.done.push("queue closed") };
    return { config, log, queue, db: {}, close: async () => void state.done.push("services closed") };
  },
}));
vi.mock("../platform/process/programs.ts", () => ({
  followInstallation: async () => ({ ended: Promise.resolve(), close: () => state.done.push("installation closed") }),
  areProgramsBeingInstalled: () => state.isWaiting,
}));
vi.mock("../platform/events/hub.ts", () => ({
  openEventHub: async () => ({ close: async () => void state.done.push("events closed") }),
}));
vi.mock("./app.ts", () => ({
  async buildApp(_services: unknown, { stopping }: { stopping: AbortSignal }) {
    state.stopping = stopping;
    return { server: {}, close: async () => void state.done.push("app closed") };
  },
}));
vi.mock("../platform/process/requests-under-way.ts", () => ({
  watchRequests: () => ({
    async finished(ms: number) {
      state.done.push(`requests finished within ${ms}`);
    },
  }),
}));
vi.mock("../platform/process/listen.ts", () => ({
  async listen(app: { close?(): Promise<void> }, given: { host: string; port: number }, name?: string) {
    if (name) {
      state.done.push(`listens as ${name} on ${given.host}:${given.port}`);
      app.close = async () => void state.done.push(`${name} closed`);
    }
    return { port: 3000, stopListening: () => state.done.push("stopped listening") };
  },
}));
vi.mock("./metrics/serve-metrics.ts", () => ({ serveMetrics: () => void state.done.push("metrics") }));
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => void state.done.push(`drained ${ms}, stopping: ${state.stopping?.aborted}`),
}));
vi.mock("../platform/http/health.ts", () => ({
  serveHealth: (_app: unknown, checks: Record<string, () => Promise<unknown>>) => {
    state.checks = checks;
  },
  serviceChecks: () => ({ database: async () => {} }),
  scannerCheck: () => ({}),
}));
vi.mock("./tasks.ts", () => ({ startOtherTasks: async () => void state.done.push("other tasks") }));
vi.mock("./start/converting.ts", () => ({
  startConverting: () => ({
    health: () => ({ sandbox: state.sandbox, notes: state.notes }),
    begun: new Promise<void>((begin) => {
      state.begin = () => {
        state.done.push("conversions");
        begin();
      };
      if (!state.isWaiting) setImmediate(state.begin);
    }),
    close: async () => void state.done.push("engine closed"),
  }),
}));
vi.mock("../platform/queue/workers.ts", () => ({
  reportWorker: async () => ({
    now: () => state.done.push("reported now"),
    async stop() {
      state.done.push("report stopped");
      if (state.closeFault) throw state.closeFault;
    },
  }),
  sandboxWords: (sandboxes: string[], notes: string[]) => [...sandboxes, ...notes].join(": "),
}));
vi.mock("../platform/process/scratch.ts", () => ({ scratchFolder: async () => "/scratch" }));
vi.mock("@sheaf/engine/engine.ts", () => ({ openEngine: async () => ({ health: () => ({ sandbox: "landlock" }) }) }));

beforeEach(() => {
  Object.assign(state, { running: undefined, done: [], stopping: undefined, isWaiting: false, checks: {}, warned: [] });
  Object.assign(state, { sandbox: "landlock", notes: ["a note"], closeFault: undefined });
  state.config = { drainMs: 3_000, host: "127.0.0.1", metricsPort: 0, workerPort: 0 };
});
afterEach(() => vi.restoreAllMocks());

/** Starts one process. @returns it, and what it did until it was ready */
async function start(which: "api" | "worker"): Promise<Running> {
  vi.resetModules();
  await (which === "api" ? import("./main-api.ts") : import("./main-worker.ts"));
  return state.running ?? expect.fail();
}

test("an API process tells its port, and serves metrics only on a port of their own", async () => {
  expect((await start("api")).ready).toEqual({ port: 3000 });
  expect(state.done).toEqual(["run api", "services false"]);
  state.config = { ...state.config, metricsPort: 9100 };
  state.done.length = 0;
  const { stop } = await start("api");
  expect(state.done).toEqual(["run api", "services false", "metrics", "listens as METRICS_PORT on 127.0.0.1:9100"]);
  await stop();
  expect(state.done).toContain("METRICS_PORT closed");
});

test("an API process that stops lets proxies leave and requests end before it closes what they use", async () => {
  const { stop } = await start("api");
  state.done.length = 0;
  expect(state.stopping?.aborted).toBe(false);
  await stop();
  expect(state.done).toEqual([
    "installation closed",
    "drained 3000, stopping: true",
    "stopped listening",
    "requests finished within 19000",
    "app closed",
    "events closed",
    "services closed",
  ]);
});

test("a worker converts, works on all other tasks, and then reports what it can convert", async () => {
  expect((await start("worker")).ready).toEqual({ notes: ["a note"] });
  expect(state.done).toEqual(["run worker", "services true", "conversions", "other tasks"]);
});

test("while programs are being installed a worker does the other tasks, and reports as soon as it converts", async () => {
  state.isWaiting = true;
  await start("worker");
  expect(state.done).toEqual(["run worker", "services true", "other tasks"]);
  state.begin();
  await vi.waitFor(() => expect(state.done.slice(3)).toEqual(["conversions", "reported now"]));
});

test("a worker that converts from the start reports once", async () => {
  await start("worker");
  await new Promise((next) => setImmediate(next));
  expect(state.done).not.toContain("reported now");
});

test("a worker that stops ends its tasks before the engine and what they use", async () => {
  const { stop } = await start("worker");
  state.done.length = 0;
  await stop();
  expect(state.done).toEqual([
    "installation closed",
    "report stopped",
    "queue closed",
    "engine closed",
    "services closed",
  ]);
  expect(state.warned).toEqual([]);
});

test("a worker that cannot record its end stops all the same", async () => {
  state.closeFault = new Error("database gone");
  const { stop } = await start("worker");
  await stop();
  expect(state.warned).toEqual(["This worker could not record that it has stopped"]);
  expect(state.done).toContain("services closed");
});

test("a worker with a port tells its health and metrics there, until it stops", async () => {
  state.config = { ...state.config, workerPort: 3001 };
  const { stop } = await start("worker");
  expect(state.done).toContain("listens as WORKER_PORT on 127.0.0.1:3001");
  expect(state.done).toContain("metrics");
  expect(Object.keys(state.checks)).toEqual(["database", "sandbox"]);
  expect(await state.checks.sandbox?.()).toBe("landlock: a note");
  state.sandbox = "none";
  await expect(state.checks.sandbox?.()).rejects.toThrow("a note");
  state.notes = [];
  await expect(state.checks.sandbox?.()).rejects.toThrow("no sandbox can be created");
  await stop();
  expect(state.done).toContain("WORKER_PORT closed");
});
