import type { Job } from "@sheaf/contracts/jobs.ts";
import { WithNames } from "../../ui/file-name.tsx";

/**
 * The detail column of a job's row. A reason may need more lines than a time; its full text is in the title attribute.
 */
export function JobDetail({ job, words }: { job: Job; words: string }) {
  return (
    <span className={job.detail ? "job-detail job-detail--long num" : "job-detail num"} title={words}>
      <WithNames text={words} names={job.files.map(({ originalName }) => originalName)} />
    </span>
  );
}
