import type { Job } from "@sheaf/contracts/jobs.ts";
import { WithNames } from "../../ui/file-name.tsx";

/** What a row says of its job. A reason has more lines than a time; whole, it is in the title. */
export function JobDetail({ job, words }: { job: Job; words: string }) {
  return (
    <span className={job.detail ? "job-detail job-detail--long num" : "job-detail num"} title={words}>
      <WithNames text={words} names={job.files.map(({ originalName }) => originalName)} />
    </span>
  );
}
