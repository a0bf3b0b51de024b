import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { Link } from "react-router";
import { initials } from "../../../ui/words.ts";
import { TableCard } from "../pieces/table-card.tsx";

/** Everybody of the practice; the others are a link away. */
export function UserMembers({ members, current }: { members: UserPage["members"]; current: string }) {
  return (
    <TableCard title="Members">
      <ul className="slist">
        {members.map(({ id, firstName, lastName, username, email, role, suspended }) => {
          const name = `${firstName} ${lastName}`;
          return (
            <li key={id}>
              <span className="avatar" aria-hidden>
                {initials(name)}
              </span>
              <div className="grow">
                {id === current ? <b>{name}</b> : <Link to={`/admin/users/${id}`}>{name}</Link>}{" "}
                {role === "owner" && <span className="badge">Owner</span>}{" "}
                {suspended && <span className="badge badge--bad">Suspended</span>}
                <p className="mute sm">
                  {username} · {email}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </TableCard>
  );
}
