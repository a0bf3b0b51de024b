import type { Job } from "@sheaf/contracts/jobs.ts";
import { Link } from "react-router";
import { useRecentJobs } from "../../api/jobs.ts";
import { useSampleOffered } from "../../api/sample.ts";
import { detail, filesIn, progressWords } from "../../components/job/job-words.ts";
import { JobRow, ShortList } from "../../components/job/short-list.tsx";
import { Card } from "../../ui/card.tsx";
import { day, time } from "../../ui/dates.ts";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { useIsServerRendered } from "../../ui/server-rendered.ts";
import { Empty } from "../../ui/states.tsx";
import { count } from "../../ui/words.ts";

export function RecentJobs({ onUpload }: { onUpload: () => void }) {
  const recent = useRecentJobs();
  const { data: jobs } = recent;
  return (
    <Card
      title="Recent Document Jobs"
      head={
        <Link className="link sm" to="/audit-trail" aria-label="View All jobs">
          View All
        </Link>
      }
    >
      {!jobs && <NotLoaded query={recent} what="The recent jobs" label="Loading the recent jobs" rows={4} />}
      {jobs?.length === 0 && (
        <Empty title="No document jobs yet">
          <p>Each upload appears here with its status, until its PDF is delivered.</p>
          <div className="row">
            <button className="btn" type="button" onClick={onUpload}>
              Upload Documents
            </button>
            <TrySample />
          </div>
        </Empty>
      )}
      {jobs && jobs.length > 0 && (
        <ShortList label="Recent jobs" first="Customer">
          {jobs.map((job) => (
            <RecentJob key={job.id} job={job} />
          ))}
        </ShortList>
      )}
    </Card>
  );
}

function TrySample() {
  if (!useSampleOffered()) return null;
  return (
    <Link className="btn btn--quiet" to="/sample">
      Try it with our papers
    </Link>
  );
}

function RecentJob({ job }: { job: Job }) {
  // The server renders no times, because it does not know the reader's time zone.
  const isServerRendered = useIsServerRendered();
  const words =
    job.status === "processing"
      ? progressWords(job)
      : detail(isServerRendered ? { ...job, completedAt: null } : job, { inbox: false });
  const files = count(filesIn(job).length, "file");
  const below = isServerRendered ? files : `${day(job.createdAt)}, ${time(job.createdAt)}, ${files}`;
  return <JobRow job={job} title={job.customer.name} below={below} words={words} />;
}
