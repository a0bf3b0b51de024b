import type { JobFilter } from "@sheaf/contracts/jobs.ts";
import { useJobCounts } from "../../api/job-list.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { useTypedSearch } from "../../ui/typed-search.ts";
import { number } from "../../ui/words.ts";
import { statusFilters } from "./filters.ts";

interface FilterBarProps {
  filter: JobFilter;
  onChange: (changed: JobFilter, options?: { replace?: boolean }) => void;
}

/** Search and status, with the number of jobs of each status. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const { data: counts } = useJobCounts(filter);
  const chosen = filter.status ?? "all";
  return (
    <div className="filters">
      <Search q={filter.q ?? ""} onSearch={(q) => onChange({ q }, { replace: true })} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be this bar */}
      <div className="seg" role="group" aria-label="Status">
        {statusFilters.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === chosen}
            onClick={() => onChange({ status: value === "all" ? undefined : value })}
          >
            {label}
            {counts && <span className="count">{number(counts[value])}</span>}
          </button>
        ))}
      </div>
    </div>
  );
}

function Search({ q, onSearch }: { q: string; onSearch: (text: string) => void }) {
  const [typed, type] = useTypedSearch(q, onSearch);
  const words = "Search by customer name or email";
  return <SearchField label={words} placeholder={words} typed={typed} onType={type} />;
}
