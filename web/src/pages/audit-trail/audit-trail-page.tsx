import { useJobList } from "../../api/job-list.ts";
import { PageHeader } from "../../shell/page/page-header.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { useAuditTrail } from "./filters.ts";
import { JobDrawer } from "./job-drawer.tsx";
import { JobList, NoJobs } from "./job-list.tsx";
import "./audit-trail.css";

export function AuditTrailPage() {
  const { filter, change, clear, job: open, open: openJob, close } = useAuditTrail();
  const list = useJobList(filter);
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
            <FilterBar filter={filter} onChange={change} />
            <JobList filter={filter} list={list} open={open} onOpen={openJob} onChange={change} onClear={clear} />
          </>
        )}
      </div>
      {open && <JobDrawer id={open} onClose={close} />}
    </main>
  );
}
