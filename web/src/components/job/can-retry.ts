import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { outputPages } from "@sheaf/contracts/limits.ts";
import type { Refusal } from "@sheaf/contracts/refusals.ts";
import { filesIn, isFaulty, pagesOf } from "./job-words.ts";

/** Refusals that depend on the machine's load. All others depend on the file, and a retry ends the same way. */
const temporaryRefusals: readonly Refusal[] = ["timeout"];

/**
 * Returns whether a retry of a file that was not converted can have another result. A container that awaits a choice
 * is unpacked completely after an upgrade.
 */
export const mayConvertOnRetry = ({ state, reason, awaitsChoice }: JobFile) =>
  state === "failed" ||
  (state === "refused" && (awaitsChoice || (reason !== null && temporaryRefusals.includes(reason))));

/** Returns whether a retry of a failed job can have another result without a change of its files. */
export function canRetry(job: Job): boolean {
  if (job.status !== "failed" || job.filesDeleted) return false;
  const faulty = job.files.filter(isFaulty);
  if (faulty.length > 0) return faulty.some(mayConvertOnRetry);
  // Emails wait for a decision, or everything is set aside.
  if (job.emailsToConfirm !== null || filesIn(job).length === 0) return false;
  // All files are converted, so making the PDF failed. A PDF with too many pages fails again.
  return job.separatePdfs || pagesOf(job) <= outputPages;
}

/** Returns a file that needs its password, which has to be given before any retry. */
export const lockedFile = (job: Job): JobFile | undefined =>
  job.filesDeleted ? undefined : job.files.find(({ state, reason }) => state === "refused" && reason === "password");

/** Returns a container with more documents than are left: a user chooses among its files. */
export const undecidedContainer = (job: Job): JobFile | undefined =>
  job.filesDeleted ? undefined : job.files.find(({ awaitsChoice }) => awaitsChoice);
