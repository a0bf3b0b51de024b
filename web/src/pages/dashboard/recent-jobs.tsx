import type { Job } from "@sheaf/contracts/jobs.ts";
import { Download } from "lucide-react";
import { Link } from "react-router";
import { unfinished, useRecentJobs } from "../../api/jobs.ts";
import { canBeHelped } from "../../components/job/delivery-words.ts";
import { JobDetail } from "../../components/job/job-detail.tsx";
import { converted, detail, filesIn, progressWords } from "../../components/job/job-words.ts";
import { day, time } from "../../ui/dates.ts";
import { useDrawn } from "../../ui/drawn.ts";
import { Light } from "../../ui/light.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/states.tsx";
import { Tags } from "../../ui/tags.tsx";
import { count } from "../../ui/words.ts";

export function RecentJobs({ onUpload }: { onUpload: () => void }) {
  const { data: jobs, error, refetch } = useRecentJobs();
  return (
    <section className="card">
      <div className="card__head">
        <h2>Recent Document Jobs</h2>
        <Link className="link sm" to="/audit-trail" aria-label="View All jobs">
          View All
        </Link>
      </div>
      {!jobs && error && <LoadError what="The recent jobs" error={error} retry={() => void refetch()} />}
      {!jobs && !error && <SkeletonRows label="Loading the recent jobs" rows={4} />}
      {jobs?.length === 0 && (
        <Empty title="No document jobs yet">
          <p>Every upload shows here with its light, from the first byte to the delivered PDF.</p>
          <button className="btn" type="button" onClick={onUpload}>
            Upload Documents
          </button>
        </Empty>
      )}
      {jobs && jobs.length > 0 && (
        <table className="table table--jobs" aria-label="Recent jobs">
          <thead>
            <tr>
              <th scope="col">Customer</th>
              <th scope="col">Files</th>
              <th scope="col">Status</th>
              <th scope="col">
                <span className="sr">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function JobRow({ job }: { job: Job }) {
  // The server draws no times: it does not know which it is where they are read.
  const drawn = useDrawn();
  const words =
    job.status === "processing"
      ? progressWords(job)
      : detail(drawn ? { ...job, completedAt: null } : job, { inbox: false });
  return (
    <tr>
      <td className="c-main">
        <div className="row row--3">
          <FirstPage job={job} />
          <div className="cell grow">
            <Link className="rowlink" to={`/audit-trail?job=${job.id}`}>
              <b className="clip">{job.customer.name}</b>
            </Link>
            <span className="num">
              {!drawn && `${day(job.createdAt)}, ${time(job.createdAt)}, `}
              {count(filesIn(job).length, "file")}
            </span>
          </div>
        </div>
      </td>
      <td className="c-tags">
        <Tags names={job.files.map(({ originalName }) => originalName)} />
      </td>
      <td className="c-light">
        <div className="cell">
          <Light word={job.light.word} />
          <JobDetail job={job} words={words} />
        </div>
      </td>
      <td className="r c-act">
        <Action job={job} />
      </td>
    </tr>
  );
}

/** The paper itself as soon as there is a picture of it. */
function FirstPage({ job }: { job: Job }) {
  const first = job.outputs.find(({ previewPath, thumbnails }) => previewPath && thumbnails > 0);
  if (!first) return <span className="thumb thumb--wait" />;
  return (
    <span className="thumb">
      <img src={`${first.previewPath}/pages/1.webp`} alt="" loading="lazy" />
    </span>
  );
}

function Action({ job }: { job: Job }) {
  const { customer, id, pdfPath } = job;
  if (job.light.word === "Needs you" || canBeHelped(job)) {
    return (
      <Link className="btn btn--sm" to={`/audit-trail?job=${id}`} aria-label={`Open the job of ${customer.name}`}>
        Open
      </Link>
    );
  }
  if (unfinished(job)) {
    const share = converted(job).length / Math.max(1, filesIn(job).length);
    return (
      <div
        className="progress progress--thin"
        role="progressbar"
        aria-label={`Files of ${customer.name} converted`}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
    );
  }
  if (!pdfPath) return null;
  const kind = job.outputs.length > 1 ? "ZIP" : "PDF";
  return (
    <a
      className="btn btn--sm btn--quiet"
      href={pdfPath}
      download
      aria-label={`Download the ${kind} of ${customer.name}`}
    >
      <Download className="i i--14" aria-hidden />
      {kind}
    </a>
  );
}
