import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { openQueue, setUpQueue } from "./pg-boss-queue.ts";
import { charge, release } from "./pg-boss-tables.ts";
import { runTask } from "./run-task.ts";
import { type Task, TryLater } from "./task.ts";
import { startTaskNotifier } from "./task-notifier.ts";

type Handler = (jobs: object[]) => Promise<void>;

const fake = vi.hoisted(() => ({
  options: [] as Record<string, unknown>[],
  queues: [] as object[],
  workers: [] as { name: string; options: Record<string, unknown>; handler: Handler }[],
  createQueue: vi.fn(),
  updateQueue: vi.fn(),
  insert: vi.fn(),
  schedule: vi.fn(),
  stop: vi.fn(async () => {}),
  executeSql: vi.fn(async () => ({ rows: [] })),
  listeners: new Map<string, (error: Error) => void>(),
}));
const notifier = { watch: vi.fn(), found: vi.fn(), done: vi.fn(), stop: vi.fn(async () => {}) };

vi.mock("pg-boss", async (original) => ({
  ...(await original<object>()),
  fromDrizzle: () => "drizzle",
  PgBoss: class {
    insert = fake.insert;
    schedule = fake.schedule;
    stop = fake.stop;
    createQueue = fake.createQueue;
    updateQueue = fake.updateQueue;
    constructor(options: Record<string, unknown>) {
      fake.options.push(options);
    }
    on(name: string, listener: (error: Error) => void) {
      fake.listeners.set(name, listener);
    }
    async start() {}
    async getQueues() {
      return fake.queues;
    }
    getDb() {
      return { executeSql: fake.executeSql };
    }
    async work(name: string, options: Record<string, unknown>, handler: Handler) {
      fake.workers.push({ name, options, handler });
    }
  },
}));
vi.mock("./task-notifier.ts", () => ({
  startTaskNotifier: vi.fn(async () => notifier),
  notifyingOfTasks: (_db: unknown, task: object) => ({ notifying: task }),
}));
vi.mock("./pg-boss-tables.ts", async (original) => ({
  ...(await original<object>()),
  charge: vi.fn(async () => {}),
  release: vi.fn(async () => {}),
}));
vi.mock("./run-task.ts", () => ({ runTask: vi.fn(async () => {}) }));

beforeEach(() => {
  fake.options.length = 0;
  fake.workers.length = 0;
  fake.queues = [];
  vi.clearAllMocks();
});
afterEach(() => void vi.useRealTimers());

const log = { warn: vi.fn(), error: vi.fn(), info: vi.fn(), fatal: vi.fn() } as never;
const warned = () => vi.mocked((log as { warn: ReturnType<typeof vi.fn> }).warn).mock.calls;
const url = "postgres://sheaf@127.0.0.1:1/sheaf";
const onFinalFailure = vi.fn(async () => {});
const task: Task<{ fileId: string }, never> = {
  name: "files.try",
  payload: z.object({ fileId: z.string() }),
  attempts: 3,
  timeoutMs: 90_001,
  run: async () => undefined,
  onFinalFailure,
};

const common = {
  notify: false,
  heartbeatSeconds: 10,
  retryDelay: 1,
  retryBackoff: true,
  deleteAfterSeconds: 86_400,
};
const wanted = { ...common, expireInSeconds: 121, retryLimit: 5, deadLetter: "files.try.given-up" };
const wantedOfDead = { ...common, expireInSeconds: 90, retryLimit: 39 };

test("each task gets a queue and one for what is given up, with twice its attempts and half a minute of grace", async () => {
  await setUpQueue(url, [task], log);
  const made = fake.createQueue.mock.calls;
  expect(made).toMatchObject([
    ["files.try.given-up", wantedOfDead],
    ["files.try", wanted],
  ]);
  expect(made[0]?.[1]).not.toHaveProperty("deadLetter");
  expect(fake.updateQueue.mock.calls).toEqual(made);
  expect(fake.stop).toHaveBeenCalledExactlyOnceWith({ graceful: false });
  expect(fake.options).toMatchObject([{ max: 2, supervise: false, schedule: false }]);
});

test("queues that are as wanted are left alone, others are updated", async () => {
  await setUpQueue(url, [task], log);
  const [dead, own] = fake.createQueue.mock.calls.map(([name, options]) => ({ name, ...options, more: 1 }));
  fake.queues = [dead, { ...own, retryLimit: 6 }];
  fake.createQueue.mockClear();
  await setUpQueue(url, [task], log);
  expect(fake.createQueue.mock.calls.map(([name]) => name)).toEqual(["files.try"]);
});

test("a process that only adds tasks neither supervises the queue nor looks for tasks", async () => {
  await openQueue(url, log, { worker: false });
  expect(fake.options).toMatchObject([
    { max: 3, supervise: false, schedule: false, migrate: false, createSchema: false },
  ]);
  expect(startTaskNotifier).not.toHaveBeenCalled();
  await openQueue(url, log, { worker: true });
  expect(fake.options[1]).toMatchObject({
    max: 6,
    supervise: true,
    schedule: true,
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 3,
    flowIntervalSeconds: 3_600,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 5,
  });
  fake.listeners.get("error")?.(new Error("away"));
  fake.listeners.get("warning")?.(new Error("slow"));
  expect(warned()).toEqual([
    [{ detail: "away" }, "Queue"],
    [{ detail: "slow" }, "Queue"],
  ]);
});

const tx = {} as never;

test("tasks are added with their group, their priority and a notification", async () => {
  const queue = await openQueue(url, log, { worker: false });
  await queue.addAll(tx, task, [{ fileId: "a", more: 1 } as never, { fileId: "b" }], { group: "p", priority: 2 });
  expect(fake.insert.mock.calls).toEqual([
    [
      "files.try",
      [
        { data: { fileId: "a" }, group: { id: "p" }, priority: 2 },
        { data: { fileId: "b" }, group: { id: "p" }, priority: 2 },
      ],
      { db: { notifying: { name: "files.try", group: "p" } }, returnId: true },
    ],
  ]);
});

test("a delayed task starts after whole seconds and wakes nobody, and no tasks are no statement", async () => {
  const queue = await openQueue(url, log, { worker: false });
  await queue.add(tx, task, { fileId: "a" }, { group: "p", delayMs: 1_001 });
  expect(fake.insert.mock.calls).toEqual([
    ["files.try", [{ data: { fileId: "a" }, group: { id: "p" }, startAfter: 2 }], { db: "drizzle", returnId: true }],
  ]);
  await queue.addAll(tx, task, [], { group: "p" });
  expect(fake.insert).toHaveBeenCalledTimes(1);
  await expect(queue.add(tx, task, { fileId: 1 } as never, { group: "p" })).rejects.toThrow();
});

test("a scheduled task is added by its cron expression, and the check asks the database", async () => {
  const queue = await openQueue(url, log, { worker: true });
  await queue.schedule({ name: "storage.sweep" }, "0 * * * *");
  expect(fake.schedule).toHaveBeenCalledExactlyOnceWith("storage.sweep", "0 * * * *", {});
  await queue.check();
  expect(fake.executeSql).toHaveBeenCalledTimes(1);
});

/** Opens the queue of a worker that processes the task. */
async function working(options = { slots: 4, perGroup: 2 }) {
  const queue = await openQueue(url, log, { worker: true });
  await queue.work(task, {} as never, options);
  const [own, dead] = fake.workers;
  if (!own || !dead) throw new Error("No slots");
  return { queue, own, dead };
}

test.each([
  [{ slots: 4, perGroup: 2 }, 2],
  [{ slots: 4, perGroup: 9 }, 4],
])("with %j, at most %d tasks of a group run in this process", async (options, atMost) => {
  const { own, dead } = await working(options);
  expect(own).toMatchObject({
    name: "files.try",
    options: {
      includeMetadata: true,
      pollingIntervalSeconds: 60,
      heartbeatRefreshSeconds: 3,
      localConcurrency: 4,
      localGroupConcurrency: atMost,
    },
  });
  expect(dead).toMatchObject({ name: "files.try.given-up", options: { localConcurrency: 1 } });
  expect(dead.options).not.toHaveProperty("localGroupConcurrency");
  expect(notifier.watch.mock.calls).toEqual([
    ["files.try", options.perGroup],
    ["files.try.given-up", undefined],
  ]);
});

const job = { id: "1", groupId: "p", data: { fileId: "a" } };

test("the notifier is told when a task is found and when it is done, also when it fails", async () => {
  const { own } = await working();
  await own.handler([]);
  expect(notifier.found).not.toHaveBeenCalled();
  await own.handler([job]);
  vi.mocked(runTask).mockRejectedValueOnce(new Error("broken"));
  await expect(own.handler([job])).rejects.toThrow("broken");
  const told = [
    ["files.try", "p"],
    ["files.try", "p"],
  ];
  expect([notifier.found.mock.calls, notifier.done.mock.calls]).toEqual([told, told]);
});

test.each([
  ["a fault of its own", new Error("broken"), false],
  ["an unavailable dependency", new TryLater("away"), true],
  ["a full disk", Object.assign(new Error("full"), { code: "ENOSPC" }), true],
])("a run that fails by %s is charged; free: %s", async (_what, error, isFree) => {
  const { own } = await working();
  vi.mocked(runTask).mockRejectedValueOnce(error);
  await expect(own.handler([job])).rejects.toThrow(error.message);
  expect(vi.mocked(charge).mock.calls).toEqual([[expect.anything(), job, isFree]]);
  expect(release).not.toHaveBeenCalled();
});

test("a charge that cannot be made is logged, and the task's own error is kept", async () => {
  const { own } = await working();
  vi.mocked(runTask).mockRejectedValueOnce(new Error("broken"));
  vi.mocked(charge).mockRejectedValueOnce(new Error("away"));
  await expect(own.handler([job])).rejects.toThrow("broken");
  expect(warned()).toEqual([[{ detail: "away" }, "Queue"]]);
});

test("closing lets runs finish for twenty seconds, then releases them and waits three seconds", async () => {
  vi.useFakeTimers();
  const { queue, own } = await working();
  vi.mocked(runTask).mockImplementationOnce(
    (_task, _job, _services, stopping) =>
      new Promise((_, reject) => stopping.addEventListener("abort", () => reject(stopping.reason))),
  );
  const run = own.handler([job]).catch(({ message }) => message);
  const closed = queue.close();
  expect(fake.stop).toHaveBeenCalledExactlyOnceWith({ graceful: true, timeout: 23_000 });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(release).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await run).toBe("the worker is shutting down");
  expect(release).toHaveBeenCalledTimes(1);
  expect(charge).not.toHaveBeenCalled();
  await closed;
  expect(notifier.stop).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("a run that ignores its end holds up closing for three seconds", async () => {
  vi.useFakeTimers();
  const { queue, own } = await working();
  vi.mocked(runTask).mockImplementationOnce(() => new Promise(() => {}));
  void own.handler([job]);
  const closed = vi.fn();
  const closing = queue.close({ finishMs: 10 }).then(closed);
  await vi.advanceTimersByTimeAsync(3_009);
  expect(closed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await closing;
  expect(closed).toHaveBeenCalledTimes(1);
});

test.each([
  [{ message: "no such a@b.example" }, "no such …@…"],
  [{ value: { message: "inner" } }, "inner"],
  [{ value: "text" }, "text"],
  [{ message: "outer", value: "text" }, "outer"],
  [{ value: 7 }, "its workers died"],
  [null, "its workers died"],
])("a task given up with %j is ended with the reason %s", async (sourceOutput, reason) => {
  const { dead } = await working();
  await dead.handler([{ ...job, sourceId: "s", sourceOutput }]);
  expect(onFinalFailure).toHaveBeenCalledExactlyOnceWith({ fileId: "a" }, reason, {});
});
