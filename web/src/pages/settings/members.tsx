import type { User } from "@sheaf/contracts/accounts.ts";
import type { Member } from "@sheaf/contracts/members.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useOwnPractice } from "../../api/installation.ts";
import { membersQuery } from "../../api/members.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { date, dateTime } from "../../ui/dates.ts";
import { NotLoaded } from "../../ui/not-loaded.tsx";
import { Section } from "../../ui/section.tsx";
import { HandOver, RemoveMember } from "./change-member.tsx";
import { Invitations } from "./invitations.tsx";

/** All members see the list; the owner invites, removes, and transfers ownership. */
export function Members({ user }: { user: User }) {
  const owner = user.role === "owner";
  const ownPractice = useOwnPractice();
  return (
    <Section
      title="Members"
      about={
        owner
          ? `Everybody here sees the whole practice. Only you ${ownPractice ? "" : "pay, "}export, delete and manage members.`
          : "Your colleagues. The owner invites and removes them."
      }
    >
      <MemberList user={user} />
      {owner && <Invitations />}
    </Section>
  );
}

function MemberList({ user }: { user: User }) {
  const members = useQuery(membersQuery);
  if (!members.data) return <NotLoaded query={members} what="The members" rows={2} label="Loading members" />;
  return (
    <ul className="slist">
      {members.data.map((member) => (
        <MemberRow key={member.id} member={member} user={user} />
      ))}
    </ul>
  );
}

const nameOf = ({ firstName, lastName }: Pick<Member, "firstName" | "lastName">) => `${firstName} ${lastName}`;

function MemberRow({ member, user }: { member: Member; user: User }) {
  const [open, setOpen] = useState<"hand-over" | "remove" | null>(null);
  const name = nameOf(member);
  const manages = user.role === "owner" && member.role === "member";
  return (
    <li>
      <Avatar name={name} />
      <div className="grow">
        <b>{name}</b> {member.id === user.id && <span className="mute">(you)</span>}{" "}
        {member.role === "owner" && <span className="badge">Owner</span>}{" "}
        {member.twoFactor && <span className="badge badge--ok">Two-factor</span>}{" "}
        {member.suspendedAt && (
          <span className="badge badge--bad" title="The plan has fewer users than the practice">
            Suspended
          </span>
        )}
        <p className="mute sm">
          {member.username} · {member.email} ·{" "}
          <span className="num">
            {member.lastSeenAt ? `seen ${dateTime(member.lastSeenAt)}` : `joined ${date(member.createdAt)}`}
          </span>
        </p>
      </div>
      {manages && (
        <div className="row slist__acts">
          {!member.suspendedAt && (
            <button
              className="btn btn--sm"
              type="button"
              aria-label={`Make Owner: ${name}`}
              onClick={() => setOpen("hand-over")}
            >
              Make Owner
            </button>
          )}
          <button className="btn btn--sm" type="button" aria-label={`Remove ${name}`} onClick={() => setOpen("remove")}>
            Remove
          </button>
        </div>
      )}
      {open === "hand-over" && <HandOver id={member.id} name={name} onClose={() => setOpen(null)} />}
      {open === "remove" && <RemoveMember id={member.id} name={name} onClose={() => setOpen(null)} />}
    </li>
  );
}
