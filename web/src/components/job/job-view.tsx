import type { Job } from "@sheaf/contracts/jobs.ts";
import { CircleAlert, Download } from "lucide-react";
import { isStatus } from "../../api/client.ts";
import { useConfirms } from "../../api/installation.ts";
import { unfinished, useJob } from "../../api/jobs.ts";
import { Light } from "../../ui/light.tsx";
import { LoadError, Spinner } from "../../ui/states.tsx";
import { filesWaiting, useDraft } from "../draft/draft-provider.tsx";
import { canRetry, lockedFile } from "./can-retry.ts";
import { ConnectionLost } from "./connection-lost.tsx";
import { currentDeliveries, deliveriesFootnote, describeDeliveries } from "./delivery-words.ts";
import { JobDeliveries } from "./job-deliveries.tsx";
import { JobFiles } from "./job-files.tsx";
import { JobPreview } from "./job-preview.tsx";
import { JobRail } from "./job-rail.tsx";
import { describeFilesWaiting, progressWords } from "./job-words.ts";
import { NextUpload } from "./next-upload.tsx";
import { NoSuchJob } from "./no-such-job.tsx";
import { RetryJob } from "./retry-job.tsx";
import { UndoBar } from "./undo-bar.tsx";

/** A job while it happens, in the frame of the dialog that made it. */
export function JobView({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: job, dataUpdatedAt, error, refetch } = useJob(id);
  const confirms = useConfirms();
  if (!job && isStatus(error, 404)) return <NoSuchJob close="Close" onClose={onClose} />;
  if (!job) return error ? <LoadError what="The job" error={error} retry={() => void refetch()} /> : <Spinner />;
  const deliveries = currentDeliveries(job);

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="up" tabIndex={0} aria-label="Job">
        <div className="up__files">
          <ConnectionLost readAt={dataUpdatedAt} />
          <JobRail job={job} />
          <UndoBar job={job} />
          <JobFiles job={job} />
          {job.deliveries.length > 0 && <JobDeliveries job={job} />}
          {job.status === "failed" && job.files.every(({ message }) => !message) && job.errorMessage && (
            <div className="callout callout--bad">
              <CircleAlert className="i" aria-hidden />
              <p>{job.errorMessage}</p>
            </div>
          )}
        </div>
        <div className="up__deliver up__prev">
          <JobPreview job={job}>
            <p className="mute sm">
              {job.status === "failed"
                ? "There is no PDF yet. The converted files are kept."
                : "The PDF appears here as soon as it is ready."}
            </p>
          </JobPreview>
        </div>
      </section>
      <div className="up__foot">
        <div className="says" aria-live="polite">
          <div className="row row--3">
            <Light word={job.light.word} />
            <b className="num">
              {describeFilesWaiting(job) ??
                (deliveries.length > 0 ? describeDeliveries(deliveries) : progressWords(job))}
            </b>
          </div>
          <p className="mute sm">{footnote(job, confirms)}</p>
        </div>
        <Actions job={job} onClose={onClose} />
      </div>
    </>
  );
}

function footnote(job: Job, confirms: boolean): string {
  if (unfinished(job)) return "You can close this window. Processing continues, and the audit trail shows the result.";
  if (job.status === "failed") {
    if (canRetry(job)) return "The converted files are kept. Retry converts only the files that failed.";
    return lockedFile(job)
      ? "The converted files are kept. Enter the password of the protected file to continue."
      : "The converted files are kept. Replace the file that failed to continue.";
  }
  const deliveries = currentDeliveries(job);
  if (deliveries.length > 0) return deliveriesFootnote(job.destination, deliveries, confirms);
  return "You can close this window. The job stays in the audit trail.";
}

function Actions({ job, onClose }: { job: Job; onClose: () => void }) {
  const { draft } = useDraft();
  const close = (
    <button key="close" className="btn btn--lg" type="button" onClick={onClose}>
      Close
    </button>
  );
  const more = filesWaiting(draft) > 0 && <NextUpload key="next" />;
  if (job.status === "failed") {
    return (
      <>
        {more}
        {close}
        {canRetry(job) && <RetryJob job={job} large />}
      </>
    );
  }
  if (unfinished(job)) {
    return (
      <>
        {more}
        {close}
        <button className="btn btn--lg btn--primary" type="button" title="The PDF is not ready yet" disabled>
          <Download className="i" aria-hidden />
          Download
        </button>
      </>
    );
  }
  if (!job.pdfPath) return close;
  return (
    <>
      <NextUpload key="next" />
      <a className="btn btn--lg btn--primary" href={job.pdfPath} download>
        <Download className="i" aria-hidden />
        Download
      </a>
    </>
  );
}
