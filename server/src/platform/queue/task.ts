import { z } from "zod";

/** Information about a run for the task's handler. */
export interface RunContext {
  /** Aborted when the lease is lost, the time is up or the process shuts down. */
  signal: AbortSignal;
}

/**
 * Thrown by a run that cannot work because a dependency is unavailable (the file store, disk space): the task is
 * repeated until it is available again, without using up an attempt.
 */
export class TryLater extends Error {}

/** Counts of a run, for metrics: `{ files: 3 }`. */
export type Found = Record<string, number>;

/**
 * A unit of background work. Payloads contain only ids, because rows can change while a task waits. Every run must be
 * safe to repeat.
 */
export interface Task<Payload, Services> {
  name: string;
  payload: z.ZodType<Payload>;
  /**
   * Number of failed runs before `onFinalFailure`. A run whose worker died counts half, because that is rarely caused
   * by the task.
   */
  attempts: number;
  timeoutMs: number;
  run(payload: Payload, services: Services, context: RunContext): Promise<Found | undefined>;
  /** Called after the last attempt failed or its workers died; records the failure in the affected rows. */
  onFinalFailure(payload: Payload, reason: string, services: Services): Promise<void>;
}

/** Infers the payload's type from its schema. */
export function defineTask<Payload, Services>(task: Task<Payload, Services>): Task<Payload, Services> {
  return task;
}

/** Defines a scheduled task: it has no payload, and its next scheduled run is its next attempt after a failure. */
export function defineScheduledTask<Services>({
  attempts = 1,
  run,
  ...task
}: {
  name: string;
  attempts?: number;
  timeoutMs: number;
  run(services: Services, context: RunContext): Promise<Found | undefined>;
}): Task<Record<string, never>, Services> {
  return {
    ...task,
    attempts,
    payload: z.object({}),
    run: (_payload, services, context) => run(services, context),
    async onFinalFailure() {},
  };
}
