import type { Customer } from "@sheaf/contracts/customers.ts";
import type { PageHit } from "@sheaf/contracts/page-search.ts";
import type { SearchResult } from "@sheaf/contracts/search.ts";
import { ArrowRight } from "lucide-react";
import { Snippet } from "../../components/page-picture/snippet.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { date, dateTime } from "../../ui/dates.ts";
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

const groups: readonly { title: string; kinds: readonly Found["kind"][] }[] = [
  { title: "Customers", kinds: ["customer"] },
  { title: "Jobs", kinds: ["job"] },
  { title: "Pages", kinds: ["page", "all-pages"] },
];

/** Results in three groups, one of them selected. */
export function FoundList({ id, found, active, optionId, onPoint, onGo }: FoundListProps) {
  return (
    <div role="listbox" id={id} aria-label="Results">
      {groups.map(({ kinds, title }) => {
        const some = found.filter(({ kind }) => kinds.includes(kind));
        if (some.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
          <div role="group" aria-label={title} key={title}>
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
                <Line one={one} />
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Line({ one }: { one: Found }) {
  if (one.kind === "customer") return <CustomerLine customer={one.customer} />;
  if (one.kind === "job") return <JobLine job={one.job} />;
  return one.kind === "page" ? <PageLine hit={one.hit} /> : <AllPagesLine />;
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

function PageLine({ hit }: { hit: PageHit }) {
  return (
    <>
      <Tag name={hit.fileName} />
      <div className="cell grow">
        <p className="search__snippet">
          <Snippet snippet={hit.snippet} before={3} />
        </p>
        <span className="clip">{`${hit.customerName} · ${hit.fileName}, page ${hit.page}`}</span>
      </div>
      <span className="search__when mute xs num">{date(hit.createdAt)}</span>
    </>
  );
}

function AllPagesLine() {
  return (
    <>
      <span className="grow">See all pages found</span>
      <ArrowRight className="i i--14" aria-hidden />
    </>
  );
}
