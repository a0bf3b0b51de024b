import type { JobWithMetadata } from "pg-boss";
import type { Logger } from "pino";
import { parseSpanContext, traced } from "../observe/trace.ts";
import { countRun } from "./metrics.ts";
import type { Task } from "./task.ts";

/**
 * Runs a task once: validates its payload, limits its time, logs its outcome.
 * @throws whatever the task throws, and an Error when the time is up or the lease is lost
 */
export async function runTask<Payload, Services>(
  task: Task<Payload, Services>,
  job: Pick<JobWithMetadata, "id" | "data" | "signal" | "retryCount">,
  services: Services,
  stopping: AbortSignal,
  log: Logger,
): Promise<void> {
  const started = performance.now();
  const timeout = AbortSignal.timeout(task.timeoutMs);
  const signal = AbortSignal.any([job.signal, stopping, timeout]);
  const facts = { task: task.name, taskId: job.id, run: job.retryCount + 1, ...idsIn(job.data) };
  try {
    const payload = task.payload.parse(job.data);
    // A task that ignores its signal must not occupy the slot for ever: the run ends here even if the task continues.
    const { trace } = job.data as { trace?: unknown };
    await traced(
      {
        name: task.name,
        kind: "consumer",
        parent: parseSpanContext(trace),
        attributes: { ...idsIn(job.data), run: facts.run },
      },
      () => Promise.race([task.run(payload, services, { signal }), ended(signal)]),
    );
    const ms = Math.round(performance.now() - started);
    countRun(task.name, "done", ms);
    log.info({ ...facts, ms }, "Task done");
  } catch (error) {
    const reason = timeout.aborted ? new Error(`took longer than ${task.timeoutMs / 1000} s`, { cause: error }) : error;
    const ms = Math.round(performance.now() - started);
    countRun(task.name, "failed", ms);
    log.warn({ ...facts, err: reason, ms }, "Task failed");
    throw reason;
  }
}

/** Returns the ids in a payload, which identify whose work it is. */
function idsIn(data: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data ?? {}).filter(([name, value]) => name.endsWith("Id") && typeof value === "string"),
  );
}

/** Gives the task two seconds to end by itself after an abort (kill a child, correct a row), then rejects. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => setTimeout(() => reject(signal.reason), 2_000).unref();
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
