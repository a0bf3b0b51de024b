import type { Job } from "@sheaf/contracts/jobs.ts";
import { RotateCw } from "lucide-react";
import { useRetryJob } from "../../api/job-changes.ts";
import { sayExpired, useExpired } from "../plan/expired.ts";

interface RetryJobProps {
  job: Job;
  large?: boolean;
}

/** The Retry button of a failed job; not shown where a file's row has an action that comes first. */
export function RetryJob({ job, large = false }: RetryJobProps) {
  const retry = useRetryJob();
  const expired = useExpired();
  const primary = !job.files.some(({ state }) => state === "refused");
  return (
    <button
      className={`btn${large ? " btn--lg" : ""}${primary ? " btn--primary" : ""}`}
      type="button"
      disabled={retry.isPending}
      aria-disabled={expired || undefined}
      onClick={() => (expired ? sayExpired() : retry.mutate(job.id))}
    >
      <RotateCw className={large ? "i" : "i i--14"} aria-hidden />
      Retry
    </button>
  );
}
