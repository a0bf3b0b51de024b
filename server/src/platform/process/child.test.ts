import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { superviseChild } from "./child.ts";
import { StartError } from "./start-error.ts";

class FakeChild extends EventEmitter {
  exitCode: number | null = null;
  signalCode: string | null = null;
  readonly killed: string[] = [];
  readonly env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    super();
    this.env = env;
  }

  kill(signal: string): void {
    this.killed.push(signal);
  }

  exit(code: number | null, signal: string | null = null): void {
    this.exitCode = code;
    this.signalCode = signal;
    this.emit("exit", code, signal);
  }
}

let children: FakeChild[];
vi.mock("node:child_process", async (original) => ({
  ...(await original<object>()),
  fork(_module: string, _args: string[], { env }: { env: NodeJS.ProcessEnv }) {
    const child = new FakeChild(env);
    children.push(child);
    return child;
  },
}));

beforeEach(() => {
  children = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const newest = () => children.at(-1) as FakeChild;

async function start() {
  const restarts: string[] = [];
  const options = { module: "m", args: [], env: { A: "1" }, onRestart: (how: string) => restarts.push(how) };
  const starting = superviseChild(options);
  newest().emit("message", { port: 1 });
  return { child: await starting, restarts };
}

test("a child is there when it has said that it is ready", async () => {
  const { child, restarts } = await start();
  expect(child.ready).toEqual({ port: 1 });
  expect(children).toHaveLength(1);
  expect(newest().env).toEqual({ A: "1" });
  expect(restarts).toEqual([]);
});

test("a child that exits before it is ready is not started again", async () => {
  const starting = superviseChild({ module: "m", args: [], env: {}, onRestart: () => expect.unreachable() });
  newest().exit(1);
  await expect(starting).rejects.toThrow(StartError);
  vi.advanceTimersByTime(60_000);
  expect(children).toHaveLength(1);
});

test("a child that keeps exiting is started again after longer and longer pauses, at most 10 s", async () => {
  const { restarts } = await start();
  for (const [index, pauseMs] of [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000].entries()) {
    newest().exit(3);
    vi.advanceTimersByTime(pauseMs - 1);
    expect(children).toHaveLength(index + 1);
    vi.advanceTimersByTime(1);
    expect(children).toHaveLength(index + 2);
  }
  expect(restarts).toEqual(Array(7).fill("code 3"));
});

test("a child that was killed is named by the signal", async () => {
  const { restarts } = await start();
  newest().exit(null, "SIGSEGV");
  expect(restarts).toEqual(["SIGSEGV"]);
});

test.each([
  [10_000, 1_000],
  [10_001, 250],
])("after an exit and a life of %d ms the child is started again within %d ms", async (lifeMs, pauseMs) => {
  await start();
  newest().exit(1);
  vi.advanceTimersByTime(500);
  vi.advanceTimersByTime(lifeMs);
  newest().exit(1);
  vi.advanceTimersByTime(pauseMs - 1);
  expect(children).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(children).toHaveLength(3);
});

test("a restart replaces the child at once, with the new variables", async () => {
  const { child, restarts } = await start();
  const [first] = children;
  child.restart({ A: "2" });
  expect(first?.killed).toEqual(["SIGTERM"]);
  first?.exit(0);
  expect(children).toHaveLength(2);
  expect(newest().env).toEqual({ A: "2" });
  expect(restarts).toEqual([]);

  newest().exit(1);
  expect(restarts).toEqual(["code 1"]);
  expect(children).toHaveLength(2);
});

test("a child that stops in time is not killed, nor started again", async () => {
  const { child, restarts } = await start();
  const stopped = child.stop(5_000);
  vi.advanceTimersByTime(4_999);
  newest().exit(0);
  await stopped;
  vi.advanceTimersByTime(60_000);
  expect(newest().killed).toEqual(["SIGTERM"]);
  expect(children).toHaveLength(1);
  expect(restarts).toEqual([]);
});

test("a child that does not stop in time is killed", async () => {
  const { child } = await start();
  const stopped = child.stop(5_000);
  vi.advanceTimersByTime(5_000);
  expect(newest().killed).toEqual(["SIGTERM", "SIGKILL"]);
  newest().exit(null, "SIGKILL");
  await stopped;
});

test.each([
  ["exited", 1, null],
  ["was killed", null, "SIGKILL"],
])("a child that %s is not started again once it is to stop", async (_, code, signal) => {
  const { child } = await start();
  newest().exit(code, signal);
  await child.stop(5_000);
  vi.advanceTimersByTime(60_000);
  expect(children).toHaveLength(1);
  expect(newest().killed).toEqual([]);
});
