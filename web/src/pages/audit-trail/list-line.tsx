import type { JobFilter } from "@sheaf/contracts/jobs.ts";
import { Download } from "lucide-react";
import { filterQuery } from "../../api/job-list.ts";
import { number } from "../../ui/words.ts";
import { CustomerFilter } from "./customer-filter.tsx";
import { DateFilter } from "./date-filter.tsx";

interface ListLineProps {
  filter: JobFilter;
  matching: number;
  all: number;
  onChange: (changed: JobFilter) => void;
}

/** Number of jobs shown, the less common filters, and the export. */
export function ListLine({ filter, matching, all, onChange }: ListLineProps) {
  return (
    <div className="listline">
      <p className="mute sm num" role="status">
        Showing {number(matching)} of {number(all)} jobs
      </p>
      <div className="listline__end">
        <CustomerFilter chosen={filter.customerId} onChoose={(customerId) => onChange({ customerId })} />
        <DateFilter from={filter.from} to={filter.to} onChoose={onChange} />
        <a
          className="btn btn--sm btn--quiet"
          href={`/api/jobs/export?${filterQuery(filter)}`}
          download
          title="Every job that is shown, as CSV"
        >
          <Download className="i i--14" aria-hidden />
          Export
        </a>
      </div>
    </div>
  );
}
