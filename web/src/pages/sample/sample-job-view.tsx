import type { Job } from "@sheaf/contracts/jobs.ts";
import type { SamplePaper } from "@sheaf/contracts/sample-job.ts";
import { Download } from "lucide-react";
import { useState } from "react";
import { isStatus } from "../../api/client.ts";
import { useJob } from "../../api/jobs.ts";
import { JobBody, JobStatusLine } from "../../components/job/job-parts.tsx";
import { progressWords } from "../../components/job/job-words.ts";
import { RetryJob } from "../../components/job/retry-job.tsx";
import { LoadError, Spinner } from "../../ui/states.tsx";
import { FaultySampleFile } from "./faulty-sample-file.tsx";
import { NextStep } from "./next-step.tsx";
import { RemoveSample } from "./remove-sample.tsx";

interface SampleJobViewProps {
  id: string;
  papers: SamplePaper[];
  /** Called when the job no longer exists, because a colleague has removed it. */
  onGone: () => void;
}

/** The sample job live, and its result. */
export function SampleJobView({ id, papers, onGone }: SampleJobViewProps) {
  const { data: job, dataUpdatedAt, error, refetch } = useJob(id);
  if (!job) {
    const retry = isStatus(error, 404) ? onGone : () => void refetch();
    return error ? <LoadError what="The sample" error={error} retry={retry} /> : <Spinner />;
  }
  return (
    <section className="card" aria-label="Sample job">
      <div className="sample__job">
        <JobBody
          job={job}
          readAt={dataUpdatedAt}
          actionsOf={(file) => <FaultySampleFile job={job} file={file} papers={papers} />}
          placeholder="The PDF appears here when every file has been converted or left out."
        />
      </div>
      <div className="up__foot sample__foot">
        <JobStatusLine job={job} words={progressWords(job)} note={footnote(job)} />
        <Actions job={job} />
      </div>
    </section>
  );
}

/** Returns whether all files were converted and still there is no PDF. */
const assemblyFailed = (job: Job) => job.status === "failed" && job.files.every(({ message }) => !message);

function footnote({ status }: Job): string {
  if (status === "completed") return "Your own documents are converted the same way: one PDF, every page A4.";
  if (status === "failed") return "The other files are ready. Unlock or leave out each red file to create the PDF.";
  return "This page updates automatically.";
}

function Actions({ job }: { job: Job }) {
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <button className="btn btn--lg btn--quiet" type="button" onClick={() => setRemoving(true)}>
        Remove the sample
      </button>
      {assemblyFailed(job) && <RetryJob job={job} large />}
      {job.status === "completed" && <NextStep />}
      {job.pdfPath && (
        <a className="btn btn--lg btn--primary" href={job.pdfPath} download>
          <Download className="i" aria-hidden />
          Download
        </a>
      )}
      {removing && <RemoveSample onClose={() => setRemoving(false)} />}
    </>
  );
}
