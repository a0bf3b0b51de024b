import type { JobFilter } from "@sheaf/contracts/jobs.ts";
import { useEffect, useRef, useState } from "react";
import { useJobCounts } from "../../api/job-list.ts";
import { SearchField } from "../../ui/search-field.tsx";
import { number } from "../../ui/words.ts";
import { statusFilters } from "./filters.ts";

interface FilterBarProps {
  filter: JobFilter;
  onChange: (changed: JobFilter, options?: { replace?: boolean }) => void;
}

/** Search and status, with what each status would show. */
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

/** What is typed within this time is one search. */
const gatherMs = 200;

function Search({ q, onSearch }: { q: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The search is sent later than it is typed: it goes into the address of then, which may have got another filter.
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  }, [onSearch]);

  // The address changed by another way: back, a link, the filters cleared.
  useEffect(() => {
    if (q === sent.current) return;
    clearTimeout(timer.current);
    sent.current = q;
    setTyped(q);
  }, [q]);

  function type(text: string) {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = text.trim();
      search.current(sent.current);
    }, gatherMs);
  }

  const words = "Search by customer name or email";
  return <SearchField label={words} placeholder={words} typed={typed} onType={type} />;
}
