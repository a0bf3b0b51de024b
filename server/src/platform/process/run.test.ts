import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exportSpans } from "../observe/otlp.ts";
import { configuration, runProcess } from "./run.ts";
import { StartError } from "./start-error.ts";

const closeTraces = vi.fn(async () => {});
vi.mock("../observe/otlp.ts", () => ({ exportSpans: vi.fn(() => ({ close: closeTraces })) }));

type Listener = (...values: unknown[]) => void;

let folder: string;
let listeners: Map<string | symbol, Listener>;
let exits: unknown[];
let printed: string;
let exited: Promise<void>;
const send = process.send;
beforeEach(() => {
  // The limit for stopping would end this process later, once its exit is no longer replaced.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  folder = mkdtempSync(join(tmpdir(), "sheaf-run-"));
  listeners = new Map();
  exits = [];
  printed = "";
  vi.stubEnv("SHEAF_DATA", join(folder, "data"));
  vi.stubEnv("LOG_DIR", join(folder, "logs"));
  const { promise, resolve } = Promise.withResolvers<void>();
  exited = promise;
  vi.spyOn(process, "on").mockImplementation(((event: string, listener: Listener) => {
    listeners.set(event, listener);
    return process;
  }) as never);
  vi.spyOn(process, "exit").mockImplementation(((code: unknown) => {
    exits.push(code);
    resolve();
  }) as never);
  vi.spyOn(process.stderr, "write").mockImplementation(((text: string) => {
    printed += text;
    return true;
  }) as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  process.send = send as never;
  rmSync(folder, { recursive: true });
});

const log = () => readFileSync(join(folder, "logs", "worker.log"), "utf8");
const stop = vi.fn(async () => {});
const running = async () => ({ ready: { port: 1 }, stop });

test.each(["SIGTERM", "SIGINT", "SIGHUP", "disconnect"])(
  "a process runs until %s, then stops and ends with 0",
  async (event) => {
    stop.mockClear();
    const told = vi.fn();
    const started = Promise.withResolvers<void>();
    const run = runProcess("worker", async () => {
      process.send = ((message: object) => {
        told(message);
        started.resolve();
      }) as never;
      return running();
    });
    await started.promise;
    process.send = send as never;
    expect([told.mock.calls, stop.mock.calls]).toEqual([[[{ port: 1 }]], []]);
    listeners.get(event)?.();
    await run;
    expect([stop.mock.calls.length, exits]).toEqual([1, [0]]);
    expect(log()).toMatch(/Ready[\s\S]*Stopping[\s\S]*Stopped/);
  },
);

test("a process that cannot start says why on its standard error, and ends with 1", async () => {
  process.send = undefined as never;
  await runProcess("worker", () => Promise.reject(new StartError("Port 3000 is taken.")));
  expect([printed, exits]).toEqual(["Port 3000 is taken.\n", [1]]);
});

test.each([
  ["SHEAF_DATA", "SHEAF_DATA"],
  ["LOG_DIR", "LOG_DIR"],
])("a folder that cannot be used is named with its variable %s", async (variable) => {
  const path = join(folder, "file");
  writeFileSync(path, "");
  vi.stubEnv(variable, path);
  await runProcess("worker", running);
  expect(printed).toContain(`The folder ${path} cannot be used: a file has this name.`);
  expect(printed).toContain(`another folder with ${variable}.`);
  expect(exits).toEqual([1]);
});

test.each(["uncaughtException", "unhandledRejection"])("%s is logged and ends the process with 1", async (event) => {
  process.send = undefined as never;
  void runProcess("worker", async () => {
    listeners.get(event)?.(new Error("broken"));
    return running();
  });
  await exited;
  expect(exits).toEqual([1]);
  expect(log()).toContain("An unexpected error ended this process");
  expect(log()).toContain("broken");
  listeners.get("SIGTERM")?.();
});

test("a process that does not stop within 27 seconds is ended with 1", async () => {
  process.send = undefined as never;
  const never = Promise.withResolvers<void>();
  const stopping = Promise.withResolvers<void>();
  void runProcess("worker", async () => {
    listeners.get("SIGTERM")?.();
    return {
      ready: {},
      stop: () => {
        stopping.resolve();
        return never.promise;
      },
    };
  });
  await stopping.promise;
  vi.advanceTimersByTime(26_999);
  expect(exits).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(exits).toEqual([1]);
  expect(log()).toContain("Could not stop in time");
});

test("traces are sent only where an address is set, and the last ones before the end", async () => {
  process.send = undefined as never;
  const run = () =>
    runProcess("worker", async () => {
      listeners.get("SIGTERM")?.();
      return running();
    });
  await run();
  expect([vi.mocked(exportSpans).mock.calls, closeTraces.mock.calls]).toEqual([[], []]);
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318");
  await run();
  expect(exportSpans).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ endpoint: "http://127.0.0.1:4318", process: "worker" }),
  );
  expect(closeTraces).toHaveBeenCalledTimes(1);
});

test("wrong variables are a reason that the operator can correct", () => {
  expect(() => configuration({ PORT: "many" })).toThrow(StartError);
  expect(() => configuration({ PORT: "many" })).toThrow("PORT must be a number");
  expect(configuration({ PORT: "4000" }).port).toBe(4000);
});
