import type { Job } from "@sheaf/contracts/jobs.ts";
import { Callout } from "../../ui/callout.tsx";
import { isFaulty } from "./job-words.ts";

/** Shows the job's error where neither one of its files nor the question about its emails shows one. */
export function JobError({ job }: { job: Job }) {
  if (!job.errorMessage || job.emailsToConfirm !== null || job.files.some((file) => isFaulty(file) && file.message))
    return null;
  return <Callout kind="bad">{job.errorMessage}</Callout>;
}
