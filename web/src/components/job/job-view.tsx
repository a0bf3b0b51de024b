import type { Job } from "@sheaf/contracts/jobs.ts";
import { Download } from "lucide-react";
import { isStatus } from "../../api/client.ts";
import { unfinished, useJob } from "../../api/jobs.ts";
import { useConfirms } from "../../api/mail.ts";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { filesWaiting, useDraft } from "../draft/draft-provider.tsx";
import { canRetry, lockedFile, undecidedContainer } from "./can-retry.ts";
import { currentDeliveries, deliveriesFootnote, describeDeliveries } from "./delivery-words.ts";
import { JobBody, JobStatusLine } from "./job-parts.tsx";
import { describeFilesWaiting, filesIn, progressWords } from "./job-words.ts";
import { NextUpload } from "./next-upload.tsx";
import { NoSuchJob } from "./no-such-job.tsx";
import { RetryJob } from "./retry-job.tsx";

/** Shows a job live in the dialog that created it. */
export function JobView({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useJob(id);
  const { data: job, dataUpdatedAt, error } = read;
  const confirms = useConfirms();
  if (!job && isStatus(error, 404)) return <NoSuchJob close="Close" onClose={onClose} />;
  if (!job) return <NotLoaded query={read} what="The job" />;
  const deliveries = currentDeliveries(job);

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="up" tabIndex={0} aria-label="Job">
        <JobBody
          job={job}
          readAt={dataUpdatedAt}
          placeholder={
            job.status === "failed"
              ? "There is no PDF yet. The converted files are kept."
              : "The PDF appears here as soon as it is ready."
          }
        />
      </section>
      <div className="up__foot">
        <JobStatusLine
          job={job}
          words={
            describeFilesWaiting(job) ?? (deliveries.length > 0 ? describeDeliveries(deliveries) : progressWords(job))
          }
          note={footnote(job, confirms)}
        />
        <Actions job={job} onClose={onClose} />
      </div>
    </>
  );
}

function footnote(job: Job, confirms: boolean): string {
  if (unfinished(job)) return "You can close this window. Processing continues, and the audit trail shows the result.";
  if (job.status === "failed") {
    if (job.emailsToConfirm !== null) return "The converted files are kept. Decide about the emails to continue.";
    if (undecidedContainer(job))
      return "Nothing of this container has been converted yet. Choose its files to continue.";
    if (filesIn(job).length === 0) return "Add a file that was set aside to continue, or upload another one.";
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
  const draft = useDraft();
  const close = (
    <button key="close" className="btn btn--lg" type="button" onClick={onClose}>
      Close
    </button>
  );
  if (job.status === "failed" || unfinished(job)) {
    return (
      <>
        {filesWaiting(draft) > 0 && <NextUpload key="next" />}
        {close}
        {canRetry(job) && <RetryJob job={job} large />}
        {unfinished(job) && (
          <button className="btn btn--lg btn--primary" type="button" title="The PDF is not ready yet" disabled>
            <Download className="i" aria-hidden />
            Download
          </button>
        )}
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
