import type { Job } from "@sheaf/contracts/jobs.ts";
import { Callout } from "../../ui/callout.tsx";

/** What is wrong with a job where none of its files says it. */
export function JobError({ job }: { job: Job }) {
  if (!job.errorMessage || job.files.some(({ message }) => message)) return null;
  return <Callout kind="bad">{job.errorMessage}</Callout>;
}
