import { z } from "zod";
import { id, instant } from "../fields.ts";

const number = z.int().nonnegative();

/** GET /api/admin/operations: what runs, what waits, what failed. */
export const operations = z
  .object({
    at: instant,
    queue: z.array(
      z.object({
        task: z.string(),
        waiting: number,
        running: number,
        failed: number,
        oldestWaitingAt: instant.nullable(),
      }),
    ),
    workers: z.array(
      z.object({
        id: z.string(),
        version: z.string(),
        sandbox: z.string(),
        /** What is weaker or slower than it could be, each a sentence. */
        notes: z.array(z.string()),
        converts: z.boolean(),
        lastSeenAt: instant,
      }),
    ),
    /** Of the last hour, by kind of file. Milliseconds. */
    conversions: z.array(
      z.object({
        format: z.string(),
        perMinute: z.number().nonnegative(),
        p50Ms: number,
        p95Ms: number,
        refused: number,
      }),
    ),
    /** Of the last 24 hours. */
    refusals: z.array(z.object({ reason: z.string(), count: number })),
    /** Of the last 24 hours. */
    mail: z.array(z.object({ provider: z.string(), state: z.string(), count: number })),
    storage: z.object({
      kind: z.enum(["local", "s3"]),
      storedBytes: number,
      freeBytes: number.nullable(),
      /** Rows whose file was gone when files and rows were compared the last time; null before the first time. */
      missingFiles: number.nullable(),
    }),
    /** What runs by the clock, on whichever machine: how it ended the last time. */
    scheduled: z.array(
      z.object({
        task: z.string(),
        doneAt: instant.nullable(),
        failedAt: instant.nullable(),
        /** Of the last run, done or failed. */
        ms: number,
        /** What the last run that was done counted: `{ files: 3 }`. */
        found: z.record(z.string(), z.number()),
      }),
    ),
    services: z.array(z.object({ name: z.string(), kind: z.enum(["embedded", "external"]), version: z.string() })),
    lastBackupAt: instant.nullable(),
  })
  .meta({ id: "AdminOperations" });
export type Operations = z.infer<typeof operations>;

/** GET /api/admin/failed-tasks: at most 100, newest first. POST …/:id/retry, POST …/:id/discard, with a reason. */
export const failedTask = z
  .object({
    id,
    task: z.string(),
    failedAt: instant,
    attempts: number,
    /** Without personal data. */
    error: z.string(),
    practiceId: id.nullable(),
  })
  .meta({ id: "AdminFailedTask" });
export type FailedTask = z.infer<typeof failedTask>;
