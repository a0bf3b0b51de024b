import type { Job, JobFilter } from "@sheaf/contracts/jobs.ts";
import { listPage } from "@sheaf/contracts/limits.ts";
import { lazy, Suspense, useState } from "react";
import { jobsIn, type useJobList } from "../../api/job-list.ts";
import { BulkBar } from "../../components/bulk/bulk-bar.tsx";
import { sayExpired, useExpired } from "../../components/plan/expired.ts";
import { NewUploadButton } from "../../shell/page/page-header.tsx";
import { NotLoadedCard } from "../../ui/not-loaded.tsx";
import { useSelection } from "../../ui/selection.ts";
import { Empty } from "../../ui/states.tsx";
import type { BulkAct } from "./bulk-jobs.tsx";
import { JobTable } from "./job-table.tsx";
import { ListLine } from "./list-line.tsx";

const BulkJobs = lazy(async () => ({ default: (await import("./bulk-jobs.tsx")).BulkJobs }));

interface JobListProps {
  filter: JobFilter;
  list: ReturnType<typeof useJobList>;
  /** Id of the job in the drawer. */
  open: string | null;
  onOpen: (id: string) => void;
  onChange: (changed: JobFilter) => void;
  onClear: () => void;
  /** Searches the pages for the same words. */
  onSearchPages: () => void;
}

/** The jobs that match, and what to do when there are none. */
export function JobList({ filter, list, open, onOpen, onChange, onClear, onSearchPages }: JobListProps) {
  const { data, error, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  const jobs = data ? jobsIn(data) : [];
  const selection = useSelection(jobs);
  const [bulk, setBulk] = useState<{ act: BulkAct; jobs: Job[] }>();
  const expired = useExpired();
  const begin = (act: BulkAct) => () =>
    expired && act !== "download" ? sayExpired() : setBulk({ act, jobs: selection.selected });
  if (!data || (error && isPlaceholderData)) {
    return <NotLoadedCard query={list} what="The jobs" label="Loading the jobs" rows={8} />;
  }

  const { matching = 0, all = 0 } = data.pages.at(-1) ?? {};
  const left = matching - jobs.length;
  return (
    <>
      <ListLine filter={filter} matching={matching} all={all} onChange={onChange} />
      <BulkBar selection={selection}>
        <button className="btn btn--sm" type="button" onClick={begin("retry")}>
          Retry
        </button>
        <button className="btn btn--sm" type="button" onClick={begin("download")}>
          Download
        </button>
        <button className="btn btn--sm" type="button" onClick={begin("send-again")}>
          Send again
        </button>
      </BulkBar>
      <section className={isPlaceholderData ? "card is-old" : "card"} aria-busy={isPlaceholderData} aria-label="Jobs">
        {jobs.length === 0 ? (
          <NoMatch filter={filter} onClear={onClear} onSearchPages={onSearchPages} />
        ) : (
          <JobTable jobs={jobs} open={open} onOpen={onOpen} selection={selection} />
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
      <Suspense fallback={null}>
        {bulk && <BulkJobs {...bulk} onEnd={selection.clear} onClose={() => setBulk(undefined)} />}
      </Suspense>
    </>
  );
}

export function NoJobs() {
  return (
    <section className="card">
      <Empty title="No jobs found" art>
        <p>Each upload appears here with its result and where it was sent.</p>
        <NewUploadButton primary />
      </Empty>
    </section>
  );
}

function NoMatch({ filter, onClear, onSearchPages }: Pick<JobListProps, "filter" | "onClear" | "onSearchPages">) {
  return (
    <Empty title="No matching jobs">
      <p>{filter.q ? `No job matches “${filter.q}”.` : "No job matches these filters."}</p>
      <div className="row">
        {filter.q && (
          <button className="btn" type="button" onClick={onSearchPages}>
            Search the pages
          </button>
        )}
        <button className="btn" type="button" onClick={onClear}>
          Clear the filters
        </button>
      </div>
    </Empty>
  );
}
