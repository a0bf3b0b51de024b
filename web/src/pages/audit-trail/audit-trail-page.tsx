import type { Job } from "@sheaf/contracts/jobs.ts";
import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { useJobs } from "../../api/jobs.ts";
import { NewUploadButton, PageHeader } from "../../shell/page-header.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/states.tsx";
import { number } from "../../ui/words.ts";
import { asStatusFilter, filterJobs, type StatusFilter, statusFilters } from "./filters.ts";
import { JobDrawer } from "./job-drawer.tsx";
import { JobTable } from "./job-table.tsx";

export function AuditTrailPage() {
  const { data: jobs, error, refetch } = useJobs();
  const [query, setQuery] = useSearchParams();
  const open = query.get("job");

  // Search, filter and open job stand in the address: a reload or a copied link shows the same.
  const set = useCallback(
    (name: string, value: string | null, replace = true) =>
      setQuery(
        (now) => {
          if (value) now.set(name, value);
          else now.delete(name);
          return now;
        },
        { replace },
      ),
    [setQuery],
  );
  const close = useCallback(() => set("job", null), [set]);

  return (
    <main className={open ? "main__in drawer-open" : "main__in"}>
      <PageHeader
        title="Audit Trail"
        description="Every upload, what became of it and where it went"
        newUpload={open || jobs?.length === 0 ? "stepped-back" : "primary"}
      />
      <div className={`page page--wide${open ? " has-drawer" : ""}`}>
        {jobs ? (
          <Jobs
            jobs={jobs}
            open={open}
            typed={query.get("q") ?? ""}
            filter={asStatusFilter(query.get("status"))}
            onSearch={(text) => set("q", text)}
            onFilter={(value) => set("status", value === "all" ? null : value)}
            onOpen={(id) => set("job", id, open !== null)}
            onClear={() => setQuery(open ? { job: open } : {}, { replace: true })}
          />
        ) : (
          <section className="card">
            {error ? (
              <LoadError what="The jobs" error={error} retry={() => void refetch()} />
            ) : (
              <SkeletonRows label="Loading the jobs" rows={8} />
            )}
          </section>
        )}
      </div>
      {open && <JobDrawer id={open} onClose={close} />}
    </main>
  );
}

const step = 100;

interface JobsProps {
  jobs: Job[];
  open: string | null;
  typed: string;
  filter: StatusFilter;
  onSearch: (text: string) => void;
  onFilter: (filter: StatusFilter) => void;
  onOpen: (id: string) => void;
  onClear: () => void;
}

function Jobs({ jobs, open, typed, filter, onSearch, onFilter, onOpen, onClear }: JobsProps) {
  const [most, setMost] = useState(step);
  const { shown, counts } = filterJobs(jobs, typed, filter);

  if (jobs.length === 0) {
    return (
      <section className="card">
        <Empty title="No jobs found" art>
          <p>Each upload appears here with what became of it and where it went.</p>
          <NewUploadButton primary />
        </Empty>
      </section>
    );
  }

  return (
    <>
      <div className="filters">
        <SearchField
          label="Search by customer name or email"
          placeholder="Search by customer name or email"
          typed={typed}
          onType={onSearch}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be this bar */}
        <div className="seg" role="group" aria-label="Status">
          {statusFilters.map(({ value, label }) => (
            <button key={value} type="button" aria-pressed={value === filter} onClick={() => onFilter(value)}>
              {label}
              <span className="count">{number(counts[value])}</span>
            </button>
          ))}
        </div>
      </div>
      <p className="mute sm num showing" role="status">
        Showing {number(shown.length)} of {number(jobs.length)} jobs
      </p>
      <section className="card">
        {shown.length === 0 ? (
          <Empty title="No matching jobs">
            <p>{typed ? `No job here for “${typed}”.` : "No job has this status now."}</p>
            <button className="btn" type="button" onClick={onClear}>
              Clear the filters
            </button>
          </Empty>
        ) : (
          <JobTable jobs={shown.slice(0, most)} open={open} onOpen={onOpen} />
        )}
        {shown.length > most && (
          <div className="more">
            <button className="btn" type="button" onClick={() => setMost(most + step)}>
              Show {Math.min(step, shown.length - most)} more
            </button>
          </div>
        )}
      </section>
    </>
  );
}
