import { z } from "zod";

/** What a task's handler is told about this run. */
export interface RunContext {
  /** Ends when the lease is lost, the time is up or the process shuts down. */
  signal: AbortSignal;
}

/**
 * Thrown by a run that can do nothing because what it needs is away (the file store, the disk's room): the task is
 * repeated until it is there again, at no cost of an attempt.
 */
export class TryLater extends Error {}

/** What a run counted, for metrics: `{ files: 3 }`. */
export type Found = Record<string, number>;

/**
 * A unit of background work. Payloads hold ids only: rows may change while a task waits. Every run must be safe to
 * repeat.
 */
export interface Task<Payload, Services> {
  name: string;
  payload: z.ZodType<Payload>;
  /** Runs that fail before `givenUp`. One whose worker died costs half: that is seldom the task's fault. */
  attempts: number;
  timeoutMs: number;
  run(payload: Payload, services: Services, context: RunContext): Promise<Found | undefined>;
  /** After the last attempt failed or its workers died: say so in the rows. */
  givenUp(payload: Payload, reason: string, services: Services): Promise<void>;
}

/** Infers the payload's type from its schema. */
export function defineTask<Payload, Services>(task: Task<Payload, Services>): Task<Payload, Services> {
  return task;
}

/** A task of the clock: it has no payload, and when it fails its next time is its next attempt. */
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
    async givenUp() {},
  };
}
