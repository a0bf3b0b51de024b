import { destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { Download, Link2, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { isStatus } from "../../api/client.ts";
import { useJob } from "../../api/jobs.ts";
import { deliveriesInWords, deliveriesTo } from "../../components/draft/deliveries.ts";
import { recipient } from "../../components/draft/upload-summary.ts";
import { canRetry } from "../../components/job/can-retry.ts";
import { ConfirmEmails } from "../../components/job/confirm-emails.tsx";
import { ConnectionLost } from "../../components/job/connection-lost.tsx";
import { JobDeliveries } from "../../components/job/job-deliveries.tsx";
import { JobError } from "../../components/job/job-error.tsx";
import { JobFiles } from "../../components/job/job-files.tsx";
import { JobPreview } from "../../components/job/job-preview.tsx";
import { JobTimeline } from "../../components/job/job-timeline.tsx";
import { filesIn, statusLabel } from "../../components/job/job-words.ts";
import { NoSuchJob } from "../../components/job/no-such-job.tsx";
import { ProposedTurns } from "../../components/job/reading/proposed-turns.tsx";
import { RetryJob } from "../../components/job/retry-job.tsx";
import { UndoBar } from "../../components/job/undo-bar.tsx";
import { dateTime } from "../../ui/dates.ts";
import { useFloating } from "../../ui/floating.ts";
import { Light } from "../../ui/light.tsx";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { focusPage } from "../../ui/page-focus.ts";
import { showDone } from "../../ui/toast.tsx";
import { count } from "../../ui/words.ts";
import "./job-drawer.css";

/** One job beside the list: not modal, so that the list stays usable. */
export function JobDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useJob(id);
  const { data: job, dataUpdatedAt, error } = read;
  const drawer = useRef<HTMLDivElement>(null);
  useFloating("drawer");

  // The drawer takes the focus, and returns it to the list when it closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another job in the same drawer takes the focus again
  useEffect(() => {
    const before = document.activeElement;
    drawer.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) {
        before.focus({ preventScroll: true });
      } else focusPage();
    };
  }, [id]);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector("[role=dialog][data-state=open], [role=menu]")) return;
      onClose();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [onClose]);

  return (
    <div className="drawer" role="dialog" aria-label={job?.customer.name ?? "Job"} ref={drawer} tabIndex={-1}>
      <div className="drawer__head">
        <div className="grow">
          <h2 className="clip">{job?.customer.name ?? "Job"}</h2>
          {job && <p className="mute sm num">{`${dateTime(job.createdAt)} · ${summary(job)}`}</p>}
        </div>
        {job && (
          <div className="cell r" role="status">
            <Light word={job.light.word} />
            <span>{statusLabel(job.status)}</span>
          </div>
        )}
        <button className="btn btn--quiet btn--icon" type="button" aria-label="Close" onClick={onClose}>
          <X className="i" aria-hidden />
        </button>
      </div>
      {job && <Body job={job} readAt={dataUpdatedAt} />}
      {!job && isStatus(error, 404) && <NoSuchJob close="Back to the list" onClose={onClose} />}
      {!job && !isStatus(error, 404) && <NotLoaded query={read} what="The job" />}
    </div>
  );
}

function summary(job: Job): string {
  const number = filesIn(job).length;
  const files = count(number, "file");
  if (!job.sendEmail) return `${files}, no email`;
  const made = job.deliveries.filter(({ isCopy, replacedById }) => !isCopy && !replacedById).length;
  const { destination, separatePdfs, separateEmails: separateDeliveries } = job;
  const how = { separatePdfs, separateDeliveries };
  const deliveries = made || deliveriesTo(destination, recipient(job.customer), number, how);
  if (deliveries > 1 && deliveries === number) return `${files}, ${deliveriesInWords(destination, 1)} for each`;
  return `${files}, ${deliveriesInWords(destination, deliveries)}`;
}

function Body({ job, readAt }: { job: Job; readAt: number }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="drawer__body" tabIndex={0} aria-label="Details">
        <ConnectionLost readAt={readAt} />
        <JobError job={job} />
        <ConfirmEmails job={job} />
        <UndoBar job={job} />
        <ProposedTurns job={job} />
        <Part title="Files">
          <JobFiles job={job} />
        </Part>
        {job.deliveries.length > 0 && (
          <Part title={destinationKinds[job.destination].heading}>
            <JobDeliveries job={job} />
          </Part>
        )}
        {job.outputs.length > 0 && (
          <Part title={job.outputs.length === 1 ? "PDF" : "PDFs"}>
            <div className="preview">
              <JobPreview job={job} frame="asked" />
            </div>
          </Part>
        )}
        <Part title="What happened">
          <JobTimeline job={job} />
        </Part>
      </section>
      <div className="drawer__foot">
        {canRetry(job) && <RetryJob job={job} />}
        {job.status === "completed" && job.pdfPath && (
          <a className="btn btn--primary" href={job.pdfPath} download>
            <Download className="i i--14" aria-hidden />
            {job.outputs.length > 1 ? `Download ${job.outputs.length} PDFs` : "Download"}
          </a>
        )}
        {job.filesDeleted && (
          <p className="mute sm">
            The files have been deleted.{job.light.colour === "red" && " Upload them again to retry."}
          </p>
        )}
        <span className="grow" />
        <CopyLink />
      </div>
    </>
  );
}

function CopyLink() {
  // Browsers offer the clipboard only on HTTPS and localhost; elsewhere the address bar has the link.
  if (!navigator.clipboard) return null;
  return (
    <button
      className="btn btn--quiet"
      type="button"
      onClick={async () => {
        await navigator.clipboard.writeText(window.location.href);
        showDone("Link copied");
      }}
    >
      <Link2 className="i i--14" aria-hidden />
      Copy link
    </button>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="sub">{title}</h3>
      {children}
    </section>
  );
}
