import { searchLength } from "@sheaf/contracts/admin/limits.ts";
import type { FoundUser } from "@sheaf/contracts/admin/users.ts";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useUserSearch } from "../../../api/admin/users.ts";
import { useOwnPractice } from "../../../api/installation.ts";
import { date } from "../../../ui/dates.ts";
import { useDebounced } from "../../../ui/debounced.ts";
import { NotLoaded } from "../../../ui/not-loaded.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { useSetParams } from "../../../ui/set-params.ts";
import { Empty } from "../../../ui/states.tsx";
import { count } from "../../../ui/words.ts";
import { WideRow, WideTable } from "../pieces/wide-table.tsx";

/** Search among all users. The query is in the address: Back from a user shows the results again. */
export function Users() {
  const [query] = useSearchParams();
  const setParams = useSetParams();
  const [typed, setTyped] = useState(query.get("q") ?? "");
  const words = useDebounced(typed.trim());
  const search = useUserSearch(words);
  const asked = words.length >= searchLength;

  const address = query.get("q") ?? "";
  useEffect(() => {
    if (words !== address) setParams({ q: words });
  }, [words, address, setParams]);

  return (
    <>
      <div className="filters">
        <SearchField
          label="Search users"
          placeholder="Search by name, email or username"
          typed={typed}
          onType={setTyped}
        />
        <span className="mute sm num" role="status">
          {asked && search.data && `${count(search.data.length, "user")}. `}
          Type at least {searchLength} characters.
        </span>
      </div>
      <section className="card" aria-label="Users found">
        {asked ? <Found search={search} /> : <NoQuery />}
      </section>
    </>
  );
}

function NoQuery() {
  return (
    <Empty title="Find a user">
      <p>Type part of a name, an email address or a username.</p>
    </Empty>
  );
}

function Found({ search }: { search: ReturnType<typeof useUserSearch> }) {
  const ownPractice = useOwnPractice();
  const { data, error } = search;
  if (error || !data) return <NotLoaded query={search} what="The users" rows={5} label="Searching" />;
  if (data.length === 0) {
    return (
      <Empty title="No users found matching search pattern">
        <p>Try fewer letters, or another part of the name.</p>
      </Empty>
    );
  }
  return (
    <WideTable label="Users found" heads={["User", "Email", "Joined", ...(ownPractice ? [] : ["Plan"])]}>
      {data.map((user) => (
        <FoundRow key={user.id} user={user} withPlan={!ownPractice} />
      ))}
    </WideTable>
  );
}

function FoundRow({ user, withPlan }: { user: FoundUser; withPlan: boolean }) {
  const name = `${user.firstName} ${user.lastName}`;
  const below = <span>{user.username}</span>;
  return (
    <WideRow name={name} below={below} activity={user} userId={user.id} state={{ fromSearch: true }}>
      <td className="dim sm c-address">{user.email}</td>
      <td className="num dim nowrap">{date(user.createdAt)}</td>
      {withPlan && <td>{user.subscription ? user.subscription.plan.name : <span className="badge">No plan</span>}</td>}
    </WideRow>
  );
}
