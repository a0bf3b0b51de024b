import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { Link } from "react-router";
import { Avatar } from "../../../ui/avatar.tsx";
import { dateTime } from "../../../ui/dates.ts";
import { size } from "../../../ui/sizes.ts";
import { number } from "../../../ui/words.ts";
import { reasonWords } from "../pieces/reasons.ts";
import { CardTable } from "../pieces/slim-table.tsx";
import { TableCard } from "../pieces/table-card.tsx";

const statuses = { pending: "Pending", processing: "Processing", completed: "Completed", failed: "Failed" } as const;

/** Jobs by status and size: never a file's name, a customer or contents. */
export function UserJobs({ jobs }: { jobs: UserPage["jobs"] }) {
  return (
    <CardTable
      title="Jobs"
      note="of the practice, without file names or contents"
      empty="Nothing has been uploaded."
      rows={jobs}
      keyOf={({ id }) => id}
      words={4}
      columns={{
        Uploaded: ({ createdAt }) => dateTime(createdAt),
        Status: ({ status }) => <span className={status === "failed" ? "bad" : undefined}>{statuses[status]}</span>,
        "Files refused": ({ refusals }) => refusals.map(reasonWords).join(", ") || "–",
        Completed: ({ completedAt }) => (completedAt ? dateTime(completedAt) : "–"),
        Files: ({ files }) => number(files),
        Size: ({ bytes }) => size(bytes),
        Emails: ({ emails }) => number(emails),
      }}
    />
  );
}

/** All members of the practice, each with a link to their page. */
export function UserMembers({ members, current }: { members: UserPage["members"]; current: string }) {
  return (
    <TableCard title="Members">
      <ul className="slist">
        {members.map(({ id, firstName, lastName, username, email, role, suspended }) => {
          const name = `${firstName} ${lastName}`;
          return (
            <li key={id}>
              <Avatar name={name} />
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

/** Attempts to sign in as this user: from where, and whether they succeeded. */
export function UserSignIns({ signIns }: { signIns: UserPage["signIns"] }) {
  return (
    <CardTable
      title="Sign-ins"
      note="newest first"
      empty="Nobody has signed in."
      rows={signIns}
      keyOf={({ at }, index) => `${at} ${index}`}
      words={4}
      columns={{
        When: ({ at }) => dateTime(at),
        Outcome: ({ ok }) => <span className={ok ? undefined : "bad"}>{ok ? "Signed in" : "Refused"}</span>,
        Device: ({ device }) => device ?? "–",
        Address: ({ address }) => address ?? "–",
      }}
    />
  );
}
