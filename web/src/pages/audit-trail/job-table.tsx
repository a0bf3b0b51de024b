import type { Job } from "@sheaf/contracts/jobs.ts";
import { Download, RotateCw } from "lucide-react";
import { Link } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { useRetryJob } from "../../api/job-changes.ts";
import { SelectBox } from "../../components/bulk/bulk-bar.tsx";
import { canRetry, lockedFile, undecidedContainer } from "../../components/job/can-retry.ts";
import { currentDeliveries, needsAttention } from "../../components/job/delivery-words.ts";
import { JobDetail } from "../../components/job/job-detail.tsx";
import { JobThumb } from "../../components/job/job-thumb.tsx";
import { detail, filesIn, statusLabel } from "../../components/job/job-words.ts";
import { ResendLink } from "../../components/job/resend-link.tsx";
import { sayExpired, useExpired } from "../../components/plan/expired.ts";
import { dateTime } from "../../ui/dates.ts";
import { Light } from "../../ui/light.tsx";
import type { Selection } from "../../ui/selection.ts";
import { Tags } from "../../ui/tags.tsx";

interface JobTableProps {
  jobs: Job[];
  /** Id of the job in the drawer; beside it the table keeps only customer and status. */
  open: string | null;
  onOpen: (id: string) => void;
  selection: Selection<Job>;
}

export function JobTable({ jobs, open, onOpen, selection }: JobTableProps) {
  return (
    <table className={open ? "table table--compact" : "table table--audit"} aria-label="Jobs">
      <thead>
        <tr>
          <th scope="col">
            <span className="row">
              <SelectBox label="Select all jobs in this list" checked={selection.all} onToggle={selection.toggleAll} />
              Customer
            </span>
          </th>
          {!open && (
            <>
              <th scope="col">Files</th>
              <th scope="col">Uploaded</th>
            </>
          )}
          <th scope="col">Status</th>
          {!open && (
            <>
              <th scope="col">Detail</th>
              <th scope="col">
                <span className="sr">Action</span>
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          // The whole row is a larger target for the link in it, which the keyboard uses.
          <tr
            key={job.id}
            className={job.id === open ? "is-on" : undefined}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest("a, button, label")) return;
              onOpen(job.id);
            }}
          >
            <CustomerCell job={job} onOpen={onOpen} selection={selection} />
            {open ? (
              <td className="c-light">
                <div className="cell">
                  <Light word={job.light.word} />
                  <JobDetail job={job} words={detail(job, { inbox: false })} />
                </div>
              </td>
            ) : (
              <OtherCells job={job} onOpen={onOpen} />
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CustomerCell({ job, onOpen, selection }: Pick<JobTableProps, "onOpen" | "selection"> & { job: Job }) {
  return (
    <td className="c-main">
      <div className="row row--3">
        <SelectBox
          label={`Select the job of ${job.customer.name}`}
          checked={selection.isSelected(job.id)}
          onToggle={() => selection.toggle(job.id)}
        />
        <JobThumb job={job} />
        <div className="cell grow">
          <Link
            className="rowlink"
            to={`?job=${job.id}`}
            onClick={(event) => {
              // Keeps search and filter in the address; with a modifier key the browser opens the link in a new tab.
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              onOpen(job.id);
            }}
          >
            <b className="clip">{job.customer.name}</b>
          </Link>
          <span className="clip">{job.customer.email}</span>
        </div>
      </div>
    </td>
  );
}

type RowProps = Pick<JobTableProps, "onOpen"> & { job: Job };

function OtherCells({ job, onOpen }: RowProps) {
  return (
    <>
      <td className="c-tags">
        <Tags names={filesIn(job).map(({ originalName }) => originalName)} />
      </td>
      <td className="num dim nowrap c-date">{dateTime(job.createdAt)}</td>
      <td className="c-light">
        <div className="cell">
          <Light word={job.light.word} />
          <span>{statusLabel(job.status)}</span>
        </div>
      </td>
      <td className="dim sm num c-det">
        <JobDetail job={job} words={detail(job)} />
      </td>
      <td className="r c-act">
        <Action job={job} onOpen={onOpen} />
      </td>
    </>
  );
}

function Action({ job, onOpen }: RowProps) {
  const retry = useRetryJob();
  const expired = useExpired();
  const { data: user } = useUser();
  const emails = job.status === "completed" && needsAttention(job);
  if (emails && user && currentDeliveries(job).some((email) => email.awaitsSender && email.confirmedById === user.id)) {
    return <ResendLink />;
  }
  const undecided = undecidedContainer(job) !== undefined;
  const confirms = job.emailsToConfirm !== null;
  const stuck = job.status === "failed" && !job.filesDeleted && (lockedFile(job) || undecided || !canRetry(job));
  if (emails || confirms || stuck) {
    const name = lockedFile(job) ? "Enter password" : undecided ? "Choose files" : confirms ? "Confirm" : "Open";
    return (
      <button
        className="btn btn--sm"
        type="button"
        aria-label={`${name}: the job of ${job.customer.name}`}
        onClick={() => onOpen(job.id)}
      >
        {name}
      </button>
    );
  }
  if (canRetry(job)) {
    return (
      <button
        className="btn btn--sm"
        type="button"
        aria-label={`Retry the job of ${job.customer.name}`}
        aria-disabled={expired || undefined}
        title={expired ? "Renew to retry" : undefined}
        disabled={retry.isPending}
        onClick={() => (expired ? sayExpired() : retry.mutate(job.id))}
      >
        <RotateCw className="i i--14" aria-hidden />
        Retry
      </button>
    );
  }
  if (job.status !== "completed" || !job.pdfPath) return null;
  return (
    <a
      className="btn btn--sm btn--quiet"
      href={job.pdfPath}
      download
      aria-label={`Download the PDF of ${job.customer.name}`}
    >
      <Download className="i i--14" aria-hidden />
      Download
    </a>
  );
}
