import type { JobFilter } from "@sheaf/contracts/jobs.ts";
import { useJobCounts } from "../../api/job-list.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { useTypedSearch } from "../../ui/typed-search.ts";
import { number } from "../../ui/words.ts";
import { type Shown, statusFilters } from "./filters.ts";

interface FilterBarProps {
  filter: JobFilter;
  shown: Shown;
  onShow: (shown: Shown) => void;
  onChange: (changed: JobFilter, options?: { replace?: boolean }) => void;
}

/** What is searched, the search, and for jobs the status. */
export function FilterBar({ filter, shown, onShow, onChange }: FilterBarProps) {
  return (
    <div className="filters">
      <ShownSwitch shown={shown} onShow={onShow} />
      <Search shown={shown} q={filter.q ?? ""} onSearch={(q) => onChange({ q }, { replace: true })} />
      {shown === "jobs" && <Status filter={filter} onChange={onChange} />}
    </div>
  );
}

const switchWords: Record<Shown, string> = { jobs: "Jobs", pages: "Pages" };

function ShownSwitch({ shown, onShow }: Pick<FilterBarProps, "shown" | "onShow">) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be this bar
    <div className="seg filters__shown" role="group" aria-label="Search in">
      {(Object.keys(switchWords) as Shown[]).map((one) => (
        <button key={one} type="button" aria-pressed={one === shown} onClick={() => one !== shown && onShow(one)}>
          {switchWords[one]}
        </button>
      ))}
    </div>
  );
}

const fieldWords: Record<Shown, string> = {
  jobs: "Search by customer name or email",
  pages: "Words, amount, date or file name",
};

function Search({ shown, q, onSearch }: { shown: Shown; q: string; onSearch: (text: string) => void }) {
  const [typed, type] = useTypedSearch(q, onSearch);
  const label = shown === "pages" ? "Search the pages" : fieldWords.jobs;
  return <SearchField label={label} placeholder={fieldWords[shown]} typed={typed} onType={type} />;
}

/** The number of jobs of each status. */
function Status({ filter, onChange }: Pick<FilterBarProps, "filter" | "onChange">) {
  const { data: counts } = useJobCounts(filter);
  const chosen = filter.status ?? "all";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be this bar
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
  );
}
