import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import type { SamplePaper } from "@sheaf/contracts/sample-job.ts";
import { KeyRound, RotateCw } from "lucide-react";
import { useGivePassword } from "../../api/faulty-files.ts";
import { useRetryJob } from "../../api/job-changes.ts";
import { mayConvertOnRetry } from "../../components/job/can-retry.ts";
import { LeaveOutButton } from "../../components/job/faulty-file.tsx";

interface FaultySampleFileProps {
  job: Job;
  file: JobFile;
  papers: SamplePaper[];
}

/**
 * Action for a faulty file of the sample, one click each: its password, shown beside it, or leaving a damaged file out.
 */
export function FaultySampleFile({ job, file, papers }: FaultySampleFileProps) {
  const password = papers.find(({ name }) => name === file.originalName)?.password;
  if (file.reason === "password" && password) return <Unlock job={job} file={file} password={password} />;
  return <LeaveOut job={job} file={file} />;
}

function Unlock({ job, file, password }: Omit<FaultySampleFileProps, "papers"> & { password: string }) {
  const give = useGivePassword({ jobId: job.id, fileId: file.id });
  return (
    <div className="faulty-file">
      <p className="sm">
        Its password is <code className="sample__password">{password}</code>
      </p>
      <div className="row">
        <button
          className="btn btn--primary btn--sm"
          type="button"
          aria-label={`Unlock with this password: ${file.originalName}`}
          disabled={give.isPending}
          onClick={() => give.mutate(password)}
        >
          <KeyRound className="i i--14" aria-hidden />
          {give.isPending ? "Unlocking..." : "Unlock with this password"}
        </button>
      </div>
    </div>
  );
}

function LeaveOut({ job, file }: Omit<FaultySampleFileProps, "papers">) {
  const retry = useRetryJob();
  return (
    <div className="faulty-file">
      <div className="row">
        {mayConvertOnRetry(file) && job.status === "failed" && (
          <button
            className="btn btn--sm"
            type="button"
            aria-label={`Retry ${file.originalName}`}
            disabled={retry.isPending}
            onClick={() => retry.mutate(job.id)}
          >
            <RotateCw className="i i--14" aria-hidden />
            Retry
          </button>
        )}
        <LeaveOutButton job={job} file={file} />
      </div>
    </div>
  );
}
