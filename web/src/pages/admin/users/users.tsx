import { searchLength } from "@sheaf/contracts/admin/limits.ts";
import type { FoundUser } from "@sheaf/contracts/admin/users.ts";
import { Eye } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useUserSearch } from "../../../api/admin/users.ts";
import { useOwnPractice } from "../../../api/installation.ts";
import { date } from "../../../ui/dates.ts";
import { useDebounced } from "../../../ui/debounced.ts";
import { NotLoaded } from "../../../ui/not-loaded.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Empty } from "../../../ui/states.tsx";
import { count } from "../../../ui/words.ts";
import { WideTable } from "../pieces/wide-table.tsx";

/** Search among all users. What is searched stands in the address: Back from a user finds the results again. */
export function Users() {
  const [query, setQuery] = useSearchParams();
  const [typed, setTyped] = useState(query.get("q") ?? "");
  const words = useDebounced(typed.trim());
  const search = useUserSearch(words);
  const asked = words.length >= searchLength;

  const address = query.get("q") ?? "";
  useEffect(() => {
    if (words === address) return;
    setQuery(
      (now) => {
        if (words === "") now.delete("q");
        else now.set("q", words);
        return now;
      },
      { replace: true },
    );
  }, [words, address, setQuery]);

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
          Searches from {searchLength} characters.
        </span>
      </div>
      <section className="card" aria-label="Users found">
        {asked ? <Found search={search} /> : <NothingAsked />}
      </section>
    </>
  );
}

function NothingAsked() {
  return (
    <Empty title="Find a user">
      <p>Type a part of a name, an email address or a username.</p>
    </Empty>
  );
}

function Found({ search }: { search: ReturnType<typeof useUserSearch> }) {
  const ownPractice = useOwnPractice();
  const { data, error } = search;
  if (error || !data) return <NotLoaded query={search} what="The users" label="Searching" />;
  if (data.length === 0) {
    return (
      <Empty title="No users found matching search pattern">
        <p>Try fewer letters, or another part of the name.</p>
      </Empty>
    );
  }
  return (
    <WideTable label="Users found" heads={["User", "Email", "Joined", ...(ownPractice ? [] : ["Plan"]), "Activity"]}>
      {data.map((user) => (
        <FoundRow key={user.id} user={user} withPlan={!ownPractice} />
      ))}
    </WideTable>
  );
}

function FoundRow({ user, withPlan }: { user: FoundUser; withPlan: boolean }) {
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <tr>
      <td className="c-main">
        <div className="cell">
          <b>{name}</b>
          <span>{user.username}</span>
        </div>
      </td>
      <td className="dim sm c-address">{user.email}</td>
      <td className="num dim nowrap">{date(user.createdAt)}</td>
      {withPlan && <td>{user.subscription ? user.subscription.plan.name : <span className="badge">No plan</span>}</td>}
      <td>
        <div className="cell num">
          {count(user.customerCount, "customer")}, {count(user.documentCount, "document")}
          <span>{user.lastJobDate ? `last job ${date(user.lastJobDate)}` : "no jobs yet"}</span>
        </div>
      </td>
      <td className="r">
        <Link
          className="btn btn--sm"
          to={`/admin/users/${user.id}`}
          state={{ fromSearch: true }}
          aria-label={`View ${name}`}
        >
          <Eye className="i i--14" aria-hidden />
          View
        </Link>
      </td>
    </tr>
  );
}
