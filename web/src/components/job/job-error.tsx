import type { Job } from "@sheaf/contracts/jobs.ts";
import { Callout } from "../../ui/callout.tsx";

/** Shows the job's error where none of its files shows one. */
export function JobError({ job }: { job: Job }) {
  if (!job.errorMessage || job.files.some(({ message }) => message)) return null;
  return <Callout kind="bad">{job.errorMessage}</Callout>;
}
