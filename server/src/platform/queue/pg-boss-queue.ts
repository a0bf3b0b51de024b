import { isDeepStrictEqual } from "node:util";
import { defined } from "@sheaf/contracts/defined.ts";
import { sql } from "drizzle-orm";
import { fromDrizzle, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { poolOptions } from "../db/connect.ts";
import { currentSpanContext } from "../observe/trace.ts";
import { isOutOfSpace } from "../storage/free-space.ts";
import { storableError, withoutPersonalData } from "./error-words.ts";
import { charge, maxRetryDelaySeconds, release } from "./pg-boss-tables.ts";
import type { Queue } from "./queue.ts";
import { runTask } from "./run-task.ts";
import { steadyClock } from "./steady-clock.ts";
import { type Task, TryLater } from "./task.ts";
import { notifyingOfTasks, startTaskNotifier } from "./task-notifier.ts";

/** A dead worker's tasks can be claimed again after this time, the minimum that pg-boss allows. */
const leaseSeconds = 10;
/**
 * pg-boss's own time limit exceeds the task's by this, so that the task's limit ends a run first, with a clear reason.
 */
const graceSeconds = 30;
/** Time that a stopping worker gives its runs to finish; after it they are aborted and get `abortGraceMs` to end. */
const defaultFinishMs = 20_000;
const abortGraceMs = 3_000;
/**
 * Polling interval of a slot that is not woken. The task notifier wakes one for each due task; a process has about a
 * hundred slots, and each poll is a query.
 */
const slotPollSeconds = 60;

export interface WorkerQueue extends Queue {
  /**
   * Processes tasks of this kind from now on, `slots` of them at the same time in this process and at most `perGroup`
   * of one group.
   */
  work<Payload, Services>(
    task: Task<Payload, Services>,
    services: Services,
    options: { slots: number; perGroup: number },
  ): Promise<void>;
  /**
   * Adds the task at the times of the cron expression (UTC), once over all processes. The task must be safe to run
   * twice.
   */
  schedule(task: Pick<Task<Record<string, never>, never>, "name">, cron: string): Promise<void>;
  /**
   * Stops claiming tasks, lets runs finish, then releases unfinished ones for other workers without using up an
   * attempt.
   */
  close(options?: { finishMs?: number }): Promise<void>;
}

const deadLetters = (name: string) => `${name}.given-up`;

/**
 * Creates or updates the queue's own tables and one queue for each task. Safe for several processes at once. Queues
 * that are as wanted are only read.
 */
export async function setUpQueue(
  url: string,
  tasks: Pick<Task<never, never>, "name" | "attempts" | "timeoutMs">[],
  log: Logger,
): Promise<void> {
  const boss = new PgBoss({ ...poolOptions(url, log), max: 2, supervise: false, schedule: false });
  boss.on("error", ({ message }) => log.warn({ detail: message }, "Queue"));
  await boss.start();
  try {
    const found = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    const setUp = async (name: string, options: QueueOptions) => {
      if (isAsWanted(found.get(name), options)) return;
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    };
    for (const task of tasks) {
      await setUp(deadLetters(task.name), queueOptions({ attempts: 20, timeoutMs: 60_000 }));
      await setUp(task.name, queueOptions(task, deadLetters(task.name)));
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Options that `createQueue` and `updateQueue` accept. */
type QueueOptions = ReturnType<typeof queueOptions>;

function queueOptions(task: { attempts: number; timeoutMs: number }, deadLetter?: string) {
  return {
    // pg-boss would wake every slot; the task notifier wakes only one.
    notify: false,
    heartbeatSeconds: leaseSeconds,
    expireInSeconds: Math.ceil(task.timeoutMs / 1000) + graceSeconds,
    // Counted in half attempts: the death of a worker costs one, a failure two (`charge`).
    retryLimit: task.attempts * 2 - 1,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: maxRetryDelaySeconds,
    deleteAfterSeconds: 24 * 3600,
    ...defined({ deadLetter }),
  };
}

const isAsWanted = (queue: Partial<QueueOptions> | undefined, options: QueueOptions): boolean =>
  queue !== undefined && isDeepStrictEqual({ ...queue, ...options }, { ...queue });

/**
 * @param worker false in a process that only adds tasks (the API), which then does not supervise the queue
 * @throws Error when the database cannot be reached or `setUpQueue` has not run
 */
export async function openQueue(url: string, log: Logger, { worker }: { worker: boolean }): Promise<WorkerQueue> {
  const boss = new PgBoss({
    ...poolOptions(url, log, { prepared: "all" }),
    application_name: "sheaf-queue",
    clock: steadyClock,
    max: worker ? 6 : 3,
    migrate: false,
    createSchema: false,
    supervise: worker,
    schedule: worker,
    // Each pass reads all tasks of a day several times. Tasks of dead workers do not wait for one: see the task
    // notifier.
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 3,
    // No task depends on another.
    flowIntervalSeconds: 3_600,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 5,
  });
  // pg-boss reconnects by itself; its errors in the meantime are only logged.
  boss.on("error", ({ message }) => log.warn({ detail: message }, "Queue"));
  boss.on("warning", ({ message }) => log.warn({ detail: message }, "Queue"));
  await boss.start();

  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const taskNotifier = worker ? await startTaskNotifier(boss) : undefined;

  const startSlots = async (
    name: string,
    options: { slots: number; perGroup?: number },
    run: (job: JobWithMetadata) => Promise<void>,
  ) => {
    taskNotifier?.watch(name, options.perGroup);
    await boss.work(
      name,
      {
        includeMetadata: true,
        pollingIntervalSeconds: slotPollSeconds,
        heartbeatRefreshSeconds: 3,
        localConcurrency: options.slots,
        ...(options.perGroup ? { localGroupConcurrency: Math.min(options.perGroup, options.slots) } : {}),
      },
      async ([job]: JobWithMetadata[]) => {
        if (!job) return;
        taskNotifier?.found(name, job.groupId);
        const done = run(job).catch(async (error) => {
          // If the database is unavailable, both fail: the lease then expires, as after the death of the worker.
          await (stopping.signal.aborted ? release(boss, job) : charge(boss, job, isFree(error))).catch(({ message }) =>
            log.warn({ detail: message }, "Queue"),
          );
          throw storableError(error);
        });
        const settled = done.catch(() => {});
        running.add(settled);
        try {
          await done;
        } finally {
          running.delete(settled);
          taskNotifier?.done(name, job.groupId);
        }
      },
    );
  };

  const addAll: Queue["addAll"] = async (tx, task, payloads, { group, delayMs, priority }) => {
    if (payloads.length === 0) return;
    const from = currentSpanContext();
    const startAfter = delayMs ? { startAfter: Math.ceil(delayMs / 1000) } : {};
    const added = payloads.map((payload) => ({
      // The trace is added to the payload's object; the payload's schema removes it again.
      data: { ...(task.payload.parse(payload) as object), ...(from ? { trace: from } : {}) },
      group: { id: group },
      ...startAfter,
      ...defined({ priority }),
    }));
    const db = fromDrizzle(tx, sql);
    await boss.insert(task.name, added, {
      db: delayMs ? db : notifyingOfTasks(db, { name: task.name, group }),
      returnId: true,
    });
  };

  return {
    add: (tx, task, payload, options) => addAll(tx, task, [payload], options),
    addAll,

    async check() {
      await boss.getDb().executeSql("select 1 from pgboss.version");
    },

    async work(task, services, { slots, perGroup }) {
      await startSlots(task.name, { slots, perGroup }, (job) => runTask(task, job, services, stopping.signal, log));
      await startSlots(deadLetters(task.name), { slots: 1 }, async (job) => {
        const payload = task.payload.parse(job.data);
        const reason = reasonOf(job.sourceOutput);
        await task.onFinalFailure(payload, reason, services);
        log.error({ task: task.name, taskId: job.sourceId, detail: reason }, "A task failed for the last time");
      });
    },

    async schedule({ name }, cron) {
      await boss.schedule(name, cron, {});
    },

    async close({ finishMs = defaultFinishMs } = {}) {
      // pg-boss waits for its workers for an unlimited time, so stopping is only started here and awaited at the end.
      const stopped = boss.stop({ graceful: true, timeout: finishMs + abortGraceMs });
      await within(finishMs, Promise.all(running));
      stopping.abort(new Error("the worker is shutting down"));
      await within(abortGraceMs, Promise.all(running));
      await taskNotifier?.stop();
      await stopped;
    },
  };
}

/** Returns whether a failed run costs no attempt: a dependency was unavailable or a disk was full. */
const isFree = (error: unknown) => error instanceof TryLater || isOutOfSpace(error);

/** Waits until the work is done or the time is up. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}

/**
 * Returns the message of a failed run, as the operator may see it. pg-boss stores an error as its fields and any other
 * value under `value`.
 */
function reasonOf(output: object | null): string {
  const fields = { ...output } as { message?: unknown; value?: { message?: unknown } };
  const message = fields.message ?? fields.value?.message ?? fields.value;
  return typeof message === "string" ? withoutPersonalData(message) : "its workers died";
}
