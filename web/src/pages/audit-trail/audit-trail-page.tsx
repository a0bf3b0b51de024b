import { Suspense } from "react";
import { useJobList } from "../../api/job-list.ts";
import { PageHeader } from "../../shell/page/page-header.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Spinner } from "../../ui/states.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { useAuditTrail } from "./filters.ts";
import { JobDrawer } from "./job-drawer.tsx";
import { JobList, NoJobs } from "./job-list.tsx";
import "./audit-trail.css";

const PageSearch = lazyComponent(async () => (await import("./pages/page-search.tsx")).PageSearch);

export function AuditTrailPage() {
  const { filter, change, clear, shown, show, job: open, open: openJob, close, hit } = useAuditTrail();
  const list = useJobList(filter, { isShown: shown === "jobs" });
  const empty = list.data?.pages[0]?.all === 0;

  return (
    <main className={open ? "main__in drawer-open" : "main__in"}>
      <PageHeader
        title="Audit Trail"
        description="Every upload, its result and where it was sent"
        newUpload={open || empty ? "stepped-back" : "primary"}
      />
      <div className={`page page--wide${open ? " has-drawer" : ""}`}>
        {empty ? (
          <NoJobs />
        ) : (
          <>
            <FilterBar filter={filter} shown={shown} onShow={show} onChange={change} />
            {shown === "jobs" ? (
              <JobList
                filter={filter}
                list={list}
                open={open}
                onOpen={openJob}
                onChange={change}
                onClear={clear}
                onSearchPages={() => show("pages")}
              />
            ) : (
              <Suspense fallback={<Spinner />}>
                <PageSearch filter={filter} hit={hit} openJob={open} onChange={change} onClear={clear} />
              </Suspense>
            )}
          </>
        )}
      </div>
      {open && <JobDrawer id={open} onClose={close} />}
    </main>
  );
}
