import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { runTask } from "./run-task.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Line extends Record<string, unknown> {
  line: string;
}

function start(run: (payload: object, services: unknown, context: { signal: AbortSignal }) => Promise<undefined>) {
  const lines: Line[] = [];
  const write = (facts: object, line: string) => void lines.push({ ...facts, line });
  const stopping = new AbortController();
  const task = {
    name: "jobs.try",
    payload: z.object({ jobId: z.string(), page: z.number().optional() }),
    attempts: 1,
    timeoutMs: 60_000,
    run,
    async onFinalFailure() {},
  };
  const go = (data: object = { jobId: "j1", page: 2, otherId: 7 }) => {
    const job = { id: "t1", data, signal: new AbortController().signal, retryCount: 2 };
    return runTask(task, job, "services", stopping.signal, { info: write, warn: write } as never);
  };
  return { lines, stopping, go };
}

test("a run that succeeds is logged with the ids of its payload and its number", async () => {
  const given: unknown[] = [];
  const { lines, go } = start(async (payload, services) => {
    given.push(payload, services);
    return undefined;
  });
  await go();
  expect(given).toEqual([{ jobId: "j1", page: 2 }, "services"]);
  expect(lines).toEqual([
    { task: "jobs.try", taskId: "t1", run: 3, jobId: "j1", ms: expect.any(Number), line: "Task done" },
  ]);
});

test("a run that fails is logged and throws its error", async () => {
  const error = new Error("no");
  const { lines, go } = start(() => Promise.reject(error));
  await expect(go()).rejects.toBe(error);
  expect(lines).toMatchObject([{ line: "Task failed", err: error, run: 3 }]);
});

test("a payload of another form fails the run before it begins", async () => {
  const { lines, go } = start(async () => expect.unreachable());
  await expect(go({ page: "x" })).rejects.toThrow();
  expect(lines).toMatchObject([{ line: "Task failed" }]);
});

test("a run that ignores that the worker stops is given up after two seconds", async () => {
  const { stopping, go } = start(() => new Promise(() => {}));
  let ended: unknown;
  const running = go().catch((error) => {
    ended = error;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  const reason = new Error("the worker is shutting down");
  stopping.abort(reason);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(ended).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await running;
  expect(ended).toBe(reason);
});

test("a run that ends by itself when the worker stops ends with its own error", async () => {
  const own = new Error("stopped by itself");
  const { stopping, go } = start(
    (_payload, _services, { signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(own), { once: true })),
  );
  const running = go();
  stopping.abort(new Error("stopping"));
  await expect(running).rejects.toBe(own);
});

test("a run that begins while the worker stops is given up, too", async () => {
  const { stopping, go } = start(() => new Promise(() => {}));
  stopping.abort(new Error("stopping"));
  const running = expect(go()).rejects.toThrow("stopping");
  await vi.advanceTimersByTimeAsync(2_000);
  await running;
});
