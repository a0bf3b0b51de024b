import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Stored in the demonstration's data folder: when its jobs were planned, and whether all of them are made. */
const jobsState = z.object({ plannedAt: z.coerce.date(), done: z.boolean() });
export type JobsState = z.infer<typeof jobsState>;

const fileIn = (dataDir: string): string => join(dataDir, "demo-jobs.json");

/** @returns undefined before the first start has planned the jobs */
export function readJobsState(dataDir: string): JobsState | undefined {
  try {
    return jobsState.parse(JSON.parse(readFileSync(fileIn(dataDir), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

export function writeJobsState(dataDir: string, state: JobsState): void {
  writeFileSync(fileIn(dataDir), JSON.stringify(state), { mode: 0o600, flush: true });
}
