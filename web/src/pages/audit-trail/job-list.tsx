import type { JobFilter } from "@sheaf/contracts/jobs.ts";
import { listPage } from "@sheaf/contracts/limits.ts";
import { jobsIn, type useJobList } from "../../api/job-list.ts";
import { NewUploadButton } from "../../shell/page/page-header.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/states.tsx";
import { JobTable } from "./job-table.tsx";
import { ListLine } from "./list-line.tsx";

interface JobListProps {
  filter: JobFilter;
  list: ReturnType<typeof useJobList>;
  /** The job in the drawer. */
  open: string | null;
  onOpen: (id: string) => void;
  onChange: (changed: JobFilter) => void;
  onClear: () => void;
}

/** The jobs that match, and what to do when there are none. */
export function JobList({ filter, list, open, onOpen, onChange, onClear }: JobListProps) {
  const { data, error, refetch, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  if (!data || (error && isPlaceholderData)) {
    return (
      <section className="card">
        {error ? (
          <LoadError what="The jobs" error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonRows label="Loading the jobs" rows={8} />
        )}
      </section>
    );
  }

  const jobs = jobsIn(data);
  const { matching = 0, all = 0 } = data.pages.at(-1) ?? {};
  const left = matching - jobs.length;
  return (
    <>
      <ListLine filter={filter} matching={matching} all={all} onChange={onChange} />
      <section className={isPlaceholderData ? "card is-old" : "card"} aria-busy={isPlaceholderData} aria-label="Jobs">
        {jobs.length === 0 ? (
          <NoMatch filter={filter} onClear={onClear} />
        ) : (
          <JobTable jobs={jobs} open={open} onOpen={onOpen} />
        )}
        {hasNextPage && (
          <div className="more">
            <button
              className="btn"
              type="button"
              aria-disabled={isFetchingNextPage || undefined}
              onClick={() => !isFetchingNextPage && void fetchNextPage()}
            >
              {isFetchingNextPage ? "Loading..." : `Show ${Math.max(1, Math.min(listPage.jobs, left))} more`}
            </button>
          </div>
        )}
      </section>
    </>
  );
}

export function NoJobs() {
  return (
    <section className="card">
      <Empty title="No jobs found" art>
        <p>Each upload appears here with what became of it and where it went.</p>
        <NewUploadButton primary />
      </Empty>
    </section>
  );
}

function NoMatch({ filter, onClear }: { filter: JobFilter; onClear: () => void }) {
  return (
    <Empty title="No matching jobs">
      <p>{filter.q ? `No job here for “${filter.q}”.` : "No job is like this now."}</p>
      <button className="btn" type="button" onClick={onClear}>
        Clear the filters
      </button>
    </Empty>
  );
}
