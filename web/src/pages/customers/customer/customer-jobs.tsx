import type { Customer } from "@sheaf/contracts/customers.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { Download } from "lucide-react";
import { Link } from "react-router";
import { jobsIn, useJobList } from "../../../api/job-list.ts";
import { canBeHelped } from "../../../components/job/delivery-words.ts";
import { JobDetail } from "../../../components/job/job-detail.tsx";
import { JobThumb } from "../../../components/job/job-thumb.tsx";
import { detail, filesIn } from "../../../components/job/job-words.ts";
import { dateTime } from "../../../ui/dates.ts";
import { Light } from "../../../ui/light.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { Empty, LoadError, SkeletonRows } from "../../../ui/states.tsx";
import { Tags } from "../../../ui/tags.tsx";
import { count, number } from "../../../ui/words.ts";

/** A customer's jobs, the newest first. */
export function CustomerJobs({ customer }: { customer: Customer }) {
  const list = useJobList({ customerId: customer.id });
  const { data, error, refetch, hasNextPage } = list;
  const jobs = data && jobsIn(data);
  const total = data?.pages.at(-1)?.matching ?? 0;
  return (
    <section className="card" aria-labelledby="customer-jobs">
      <div className="card__head">
        <h2 id="customer-jobs">Jobs {total > 0 && <span className="mute num">{number(total)}</span>}</h2>
        <Link className="link sm" to={`/audit-trail?customer=${customer.id}`}>
          Show in the audit trail
        </Link>
      </div>
      {!jobs && error && <LoadError what="The jobs" error={error} retry={() => void refetch()} />}
      {!jobs && !error && <SkeletonRows label="Loading the jobs" rows={6} />}
      {jobs?.length === 0 && (
        <Empty title="No jobs yet">
          <p>Uploads for this customer appear here.</p>
        </Empty>
      )}
      {jobs && jobs.length > 0 && (
        <table className="table table--jobs" aria-label={`Jobs of ${customer.name}`}>
          <thead>
            <tr>
              <th scope="col">Uploaded</th>
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
      {hasNextPage && (
        <div className="more">
          <ShowMore list={list} />
        </div>
      )}
    </section>
  );
}

function JobRow({ job }: { job: Job }) {
  return (
    <tr>
      <td className="c-main">
        <div className="row row--3">
          <JobThumb job={job} />
          <div className="cell grow">
            <Link className="rowlink" to={`/audit-trail?job=${job.id}`}>
              <b className="num">{dateTime(job.createdAt)}</b>
            </Link>
            <span className="clip">{`${count(filesIn(job).length, "file")}, uploaded by ${job.uploadedBy}`}</span>
          </div>
        </div>
      </td>
      <td className="c-tags">
        <Tags names={job.files.map(({ originalName }) => originalName)} />
      </td>
      <td className="c-light">
        <div className="cell">
          <Light word={job.light.word} />
          <JobDetail job={job} words={detail(job)} />
        </div>
      </td>
      <td className="r c-act">
        <Action job={job} />
      </td>
    </tr>
  );
}

function Action({ job }: { job: Job }) {
  const uploaded = dateTime(job.createdAt);
  if (job.light.word === "Needs you" || canBeHelped(job)) {
    return (
      <Link className="btn btn--sm" to={`/audit-trail?job=${job.id}`} aria-label={`Open the job of ${uploaded}`}>
        Open
      </Link>
    );
  }
  if (!job.pdfPath) return null;
  const kind = job.outputs.length > 1 ? "ZIP" : "PDF";
  return (
    <a
      className="btn btn--sm btn--quiet"
      href={job.pdfPath}
      download
      aria-label={`Download the ${kind} of ${uploaded}`}
    >
      <Download className="i i--14" aria-hidden />
      {kind}
    </a>
  );
}
