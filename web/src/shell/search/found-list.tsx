import type { Customer } from "@sheaf/contracts/customers.ts";
import type { SearchResult } from "@sheaf/contracts/search.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { dateTime } from "../../ui/dates.ts";
import { Light } from "../../ui/light.tsx";
import { Tag } from "../../ui/tags.tsx";
import type { Found } from "./matches.ts";

interface FoundListProps {
  /** Id of the list, for the field that controls it. */
  id: string;
  found: Found[];
  active: Found | undefined;
  optionId: (one: Found) => string;
  onPoint: (index: number) => void;
  onGo: (one: Found) => void;
}

const groups = [
  { kind: "customer", title: "Customers" },
  { kind: "job", title: "Jobs" },
] as const;

/** Results in two groups, one of them selected. */
export function FoundList({ id, found, active, optionId, onPoint, onGo }: FoundListProps) {
  return (
    <div role="listbox" id={id} aria-label="Results">
      {groups.map(({ kind, title }) => {
        const some = found.filter((one) => one.kind === kind);
        if (some.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
          <div role="group" aria-label={title} key={kind}>
            <p className="search__group" aria-hidden>
              {title}
            </p>
            {some.map((one) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field opens it
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and says which one is chosen
              <div
                role="option"
                key={one.key}
                id={optionId(one)}
                aria-selected={one === active}
                className={one === active ? "search__one is-on" : "search__one"}
                onPointerMove={() => one !== active && onPoint(found.indexOf(one))}
                onClick={() => onGo(one)}
              >
                {one.kind === "customer" ? <CustomerLine customer={one.customer} /> : <JobLine job={one.job} />}
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}

function CustomerLine({ customer }: { customer: Customer }) {
  const { name, reference, company, email, archivedAt } = customer;
  return (
    <>
      <Avatar name={name} square />
      <span className="cell grow">
        <b className="clip">{name}</b>
        <span className="clip">{[reference, company, email].filter(Boolean).join(" · ")}</span>
      </span>
      {archivedAt && <span className="badge">Archived</span>}
    </>
  );
}

function JobLine({ job }: { job: SearchResult["jobs"][number] }) {
  const [first = "", ...more] = job.fileNames;
  return (
    <>
      <Tag name={first} />
      <span className="cell grow">
        <b className="clip">{job.customerName}</b>
        <span className="clip">
          {first}
          {more.length > 0 && ` +${more.length} more`}
        </span>
        {job.detail && <span className="search__why">{job.detail}</span>}
      </span>
      <span className="search__when">
        <Light word={job.light.word} />
        <span className="mute xs num">{dateTime(job.createdAt)}</span>
      </span>
    </>
  );
}
