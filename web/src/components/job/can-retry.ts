import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { outputPages } from "@sheaf/contracts/limits.ts";
import type { Refusal } from "@sheaf/contracts/refusals.ts";
import { pagesOf } from "./job-words.ts";

/** Refusals that depend on how busy the machine was. The others are the file's own, and the next try ends the same. */
const passing: readonly Refusal[] = ["timeout"];

/** Whether the next try of a file that was not converted can end differently. */
export const mayPassOnRetry = ({ state, reason }: JobFile) =>
  state === "failed" || (state === "refused" && reason !== null && passing.includes(reason));

/** Whether trying a failed job again can end differently without anybody changing a file. */
export function canRetry(job: Job): boolean {
  if (job.status !== "failed" || job.filesDeleted) return false;
  const faulty = job.files.filter(({ state }) => state === "refused" || state === "failed");
  if (faulty.length > 0) return faulty.some(mayPassOnRetry);
  // Every file is converted, so making the PDF failed. One PDF does not hold more pages at the next try either.
  return job.separatePdfs || pagesOf(job) <= outputPages;
}

/** A file that only needs its password, which comes before any other try. */
export const lockedFile = (job: Job): JobFile | undefined =>
  job.filesDeleted ? undefined : job.files.find(({ state, reason }) => state === "refused" && reason === "password");
