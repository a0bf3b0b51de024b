import { z } from "zod";
import { id, instant } from "../fields.ts";

const number = z.int().nonnegative();

/** GET /api/admin/operations: running, waiting and failed work. */
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
        /** Reduced protections or slower fallbacks of this worker, one sentence each. */
        notes: z.array(z.string()),
        converts: z.boolean(),
        lastSeenAt: instant,
      }),
    ),
    /** Conversions of the last hour, by kind of file. Times in milliseconds. */
    conversions: z.array(
      z.object({
        format: z.string(),
        perMinute: z.number().nonnegative(),
        p50Ms: number,
        p95Ms: number,
        refused: number,
      }),
    ),
    /** The reading of pages, of all practices. */
    reading: z.object({
      /** Files. */
      waiting: number,
      running: number,
      /** Pages read within the last ten minutes, for each minute. */
      pagesPerMinute: z.number().nonnegative(),
      /** Since the file that has waited longest was converted; null when none waits. */
      oldestWaitingSeconds: number.nullable(),
      isSecondReaderOn: z.boolean(),
      /** What is missing on a worker's machine for reading, one sentence each. */
      notes: z.array(z.string()),
    }),
    /** Of the last 24 hours. */
    refusals: z.array(z.object({ reason: z.string(), count: number })),
    /** Of the last 24 hours. */
    mail: z.array(z.object({ provider: z.string(), state: z.string(), count: number })),
    storage: z.object({
      kind: z.enum(["local", "s3"]),
      storedBytes: number,
      freeBytes: number.nullable(),
      /** Rows whose file was missing when files and rows were last compared; null before the first comparison. */
      missingFiles: number.nullable(),
    }),
    /** Scheduled tasks, on any machine, and the result of their last run. */
    scheduled: z.array(
      z.object({
        task: z.string(),
        doneAt: instant.nullable(),
        failedAt: instant.nullable(),
        /** Duration of the last run, completed or failed. */
        ms: number,
        /** Counts of the last completed run: `{ files: 3 }`. */
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
