import type { ListedPractice } from "@sheaf/contracts/admin/practices.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { practicesQuery } from "../../../api/admin/practices.ts";
import { useOwnPractice } from "../../../api/installation.ts";
import { date } from "../../../ui/dates.ts";
import { useDebounced } from "../../../ui/debounced.ts";
import { NotLoaded } from "../../../ui/not-loaded.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { ShowMore } from "../../../ui/show-more.tsx";
import { Empty } from "../../../ui/states.tsx";
import { count } from "../../../ui/words.ts";
import { WideRow, WideTable } from "../pieces/wide-table.tsx";

const usePractices = (words: string) => useInfiniteQuery(practicesQuery(words));
type List = ReturnType<typeof usePractices>;

/**
 * Lists all practices, newest first; each links to its owner's page. In an installation for an own practice there is
 * one.
 */
export function Practices() {
  const ownPractice = useOwnPractice();
  const [typed, setTyped] = useState("");
  const words = useDebounced(typed.trim());
  const list = usePractices(words);
  const total = list.data?.pages[0]?.total;
  return (
    <>
      <div className="filters">
        {!ownPractice && (
          <SearchField label="Search practices" placeholder="Search by practice name" typed={typed} onType={setTyped} />
        )}
        <span className="mute sm num" role="status">
          {ownPractice
            ? "This installation is for your own practice."
            : total !== undefined && count(total, "practice")}
        </span>
      </div>
      <section className="card" aria-label="Practices">
        <PracticeList list={list} searched={words !== ""} />
      </section>
      <ShowMore list={list} />
    </>
  );
}

function PracticeList({ list, searched }: { list: List; searched: boolean }) {
  const ownPractice = useOwnPractice();
  if (!list.data) return <NotLoaded query={list} what="The practices" rows={5} label="Loading the practices" />;
  const practices = list.data.pages.flatMap((page) => page.practices);
  if (practices.length === 0) {
    return searched ? (
      <Empty title="No practices found">
        <p>Try fewer letters, or another part of the name.</p>
      </Empty>
    ) : (
      <Empty title="No practices yet">
        <p>
          {ownPractice
            ? "Your practice is listed here once it is set up."
            : "A practice is listed here as soon as its owner has signed up."}
        </p>
      </Empty>
    );
  }
  return (
    <WideTable label="Practices" heads={["Practice", "Owner", "Joined", ownPractice ? "State" : "Plan"]}>
      {practices.map((practice) => (
        <PracticeRow key={practice.id} practice={practice} />
      ))}
    </WideTable>
  );
}

function PracticeRow({ practice }: { practice: ListedPractice }) {
  const { name, owner, memberCount } = practice;
  const members = <span className="num">{count(memberCount, "user")}</span>;
  return (
    <WideRow name={name} below={members} activity={practice} userId={owner.id}>
      <td className="c-address">
        <div className="cell">
          {owner.name}
          <span>{owner.email}</span>
        </div>
      </td>
      <td className="num dim nowrap">{date(practice.createdAt)}</td>
      <td>
        <Plan practice={practice} />
      </td>
    </WideRow>
  );
}

function Plan({ practice: { subscription, suspended } }: { practice: ListedPractice }) {
  const ownPractice = useOwnPractice();
  if (suspended) return <span className="badge badge--bad">Suspended</span>;
  if (ownPractice) return <span className="badge badge--ok">Active</span>;
  if (!subscription) return <span className="badge">No plan</span>;
  const { planName, status, currentPeriodEnd, unlimited } = subscription;
  return (
    <div className="cell num">
      {planName}
      <span>
        {unlimited ? "free, unlimited" : `${status === "active" ? "until" : "ended"} ${date(currentPeriodEnd)}`}
      </span>
    </div>
  );
}
