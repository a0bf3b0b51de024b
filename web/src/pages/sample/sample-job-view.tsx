import type { Job } from "@sheaf/contracts/jobs.ts";
import type { SamplePaper } from "@sheaf/contracts/sample-job.ts";
import { CircleAlert, Download } from "lucide-react";
import { useState } from "react";
import { isStatus } from "../../api/client.ts";
import { useJob } from "../../api/jobs.ts";
import { ConnectionLost } from "../../components/job/connection-lost.tsx";
import { JobFiles } from "../../components/job/job-files.tsx";
import { JobPreview } from "../../components/job/job-preview.tsx";
import { JobRail } from "../../components/job/job-rail.tsx";
import { progressWords } from "../../components/job/job-words.ts";
import { RetryJob } from "../../components/job/retry-job.tsx";
import { Light } from "../../ui/light.tsx";
import { LoadError, Spinner } from "../../ui/states.tsx";
import { MendSample } from "./mend-sample.tsx";
import { NextStep } from "./next-step.tsx";
import { RemoveSample } from "./remove-sample.tsx";

interface SampleJobViewProps {
  id: string;
  papers: SamplePaper[];
  /** The job is not there any more: somebody has removed it. */
  onGone: () => void;
}

/** The sample job while it happens, and what came of it. */
export function SampleJobView({ id, papers, onGone }: SampleJobViewProps) {
  const { data: job, dataUpdatedAt, error, refetch } = useJob(id);
  if (!job) {
    const retry = isStatus(error, 404) ? onGone : () => void refetch();
    return error ? <LoadError what="The sample" error={error} retry={retry} /> : <Spinner />;
  }
  return (
    <section className="card" aria-label="Sample job">
      <div className="sample__job">
        <div className="up__files">
          <ConnectionLost readAt={dataUpdatedAt} />
          <JobRail job={job} />
          <JobFiles job={job} mend={(file) => <MendSample job={job} file={file} papers={papers} />} />
          {assemblyFailed(job) && (
            <div className="callout callout--bad">
              <CircleAlert className="i" aria-hidden />
              <p>{job.errorMessage}</p>
            </div>
          )}
        </div>
        <div className="up__deliver up__prev">
          <JobPreview job={job}>
            <p className="mute sm">The PDF appears here when every file has been converted or left out.</p>
          </JobPreview>
        </div>
      </div>
      <div className="up__foot sample__foot">
        <div className="says" aria-live="polite">
          <div className="row row--3">
            <Light word={job.light.word} />
            <b className="num">{progressWords(job)}</b>
          </div>
          <p className="mute sm">{footnote(job)}</p>
        </div>
        <Actions job={job} />
      </div>
    </section>
  );
}

/** Every file is converted, and yet there is no PDF. */
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
