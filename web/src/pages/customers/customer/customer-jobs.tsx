import type { Customer } from "@sheaf/contracts/customers.ts";
import { Link } from "react-router";
import { jobsIn, useJobList } from "../../../api/job-list.ts";
import { detail, filesIn, progressWords } from "../../../components/job/job-words.ts";
import { JobRow, ShortList } from "../../../components/job/short-list.tsx";
import { dateTime } from "../../../ui/dates.ts";
import { NotLoaded } from "../../../ui/not-loaded.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { Empty } from "../../../ui/states.tsx";
import { count, number } from "../../../ui/words.ts";

/** A customer's jobs, newest first. */
export function CustomerJobs({ customer }: { customer: Customer }) {
  const list = useJobList({ customerId: customer.id });
  const { data, hasNextPage } = list;
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
      {!jobs && <NotLoaded query={list} what="The jobs" label="Loading the jobs" rows={6} />}
      {jobs?.length === 0 && (
        <Empty title="No jobs yet">
          <p>Uploads for this customer appear here.</p>
        </Empty>
      )}
      {jobs && jobs.length > 0 && (
        <ShortList label={`Jobs of ${customer.name}`} first="Uploaded">
          {jobs.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              title={dateTime(job.createdAt)}
              below={`${count(filesIn(job).length, "file")}, uploaded by ${job.uploadedBy}`}
              words={job.status === "processing" ? progressWords(job) : detail(job)}
            />
          ))}
        </ShortList>
      )}
      {hasNextPage && (
        <div className="more">
          <ShowMore list={list} />
        </div>
      )}
    </section>
  );
}
