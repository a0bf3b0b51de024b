import { useQuery } from "@tanstack/react-query";
import { customersQuery } from "../../api/customers.ts";
import { jobCountsQuery } from "../../api/job-list.ts";
import { statsQuery } from "../../api/stats.ts";
import { inThisMonth } from "../../ui/dates.ts";
import { LoadError, SkeletonFigure } from "../../ui/states.tsx";
import { count, number } from "../../ui/words.ts";

/** Four figures of the whole practice, each with a note on its present state. */
export function Tiles() {
  const { data: stats, error, refetch } = useQuery(statsQuery);
  const { data: customers } = useQuery(customersQuery);
  const { data: jobs } = useQuery(jobCountsQuery({}));
  if (!stats && error) {
    return (
      <div className="strip__rest">
        <LoadError what="The figures" error={error} retry={() => void refetch()} />
      </div>
    );
  }
  const added = customers?.filter(({ archivedAt, createdAt }) => !archivedAt && inThisMonth(createdAt)).length ?? 0;
  const pending = jobs?.pending ?? 0;
  const needing = jobs?.["needs-you"] ?? 0;
  return (
    <>
      <Tile
        label="Total Customers"
        figure={stats && number(stats.totalCustomers)}
        note={added > 0 && `${number(added)} added this month`}
      />
      <Tile label="Documents Sent" figure={stats && number(stats.documentsSent)} note="by email, since the start" />
      <Tile
        label="Processing Jobs"
        figure={stats && number(stats.processingJobs)}
        note={pending > 0 && `${number(pending)} of them queued`}
      />
      <Tile
        label="Success Rate"
        figure={stats && `${stats.successRate}%`}
        note={needing > 0 && `${count(needing, "job needs", "jobs need")} you`}
      />
    </>
  );
}

function Tile({ label, figure, note }: { label: string; figure: string | undefined; note: string | false }) {
  return (
    <div>
      <span className="k">{label}</span>
      {figure === undefined ? <SkeletonFigure label={`Loading ${label}`} /> : <div className="fig num">{figure}</div>}
      <p className="mute sm num">{figure !== undefined && note}</p>
    </div>
  );
}
