import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useParams } from "react-router";
import { userPageQuery } from "../../../api/admin/users.ts";
import { NotLoadedCard } from "../../../ui/not-loaded.tsx";
import { usePageTitle } from "../../../ui/page-title.ts";
import { AdminFrame } from "../frame/admin-frame.tsx";
import { PortalLinks } from "../frame/admin-tabs.tsx";
import { BackToUsers } from "./back-to-users.tsx";
import { UserActions } from "./user-actions.tsx";
import { PersonFacts, PracticeFacts } from "./user-facts.tsx";
import { UserMoney } from "./user-money.tsx";
import { UserRefunds } from "./user-refunds.tsx";
import { UserJobs, UserMembers, UserSignIns } from "./user-tables.tsx";
import "./user.css";

/** One user and their practice: facts and actions for an operator, never the contents of a customer's document. */
export function AdminUserPage() {
  const { id = "" } = useParams();
  return (
    <AdminFrame tabs={<PortalLinks />}>
      <OneUser key={id} id={id} />
    </AdminFrame>
  );
}

function OneUser({ id }: { id: string }) {
  const page = useQuery(userPageQuery(id));
  const { data } = page;
  usePageTitle(data ? `${nameOf(data)}, Admin` : "User, Admin");
  return (
    <>
      <BackToUsers>
        <ArrowLeft className="i i--14" aria-hidden />
        Users
      </BackToUsers>
      {data ? <Sheet page={data} /> : <NotLoadedCard query={page} what="This user" rows={5} label="Loading the user" />}
    </>
  );
}

const nameOf = ({ user }: UserPage) => `${user.firstName} ${user.lastName}`;

const suspensions = { operator: "Suspended", plan: "Over the plan’s user limit" } as const;

function Sheet({ page }: { page: UserPage }) {
  const { user, practice } = page;
  return (
    <>
      <header className="uhead">
        <div className="grow">
          <h1>{nameOf(page)}</h1>
          <p className="mute sm">
            {user.username} · {user.role === "owner" ? "owner" : "member"} of {practice.name}
          </p>
        </div>
        <div className="row uhead__badges">
          {user.suspended && <span className="badge badge--bad">{suspensions[user.suspended]}</span>}
          {practice.suspended && <span className="badge badge--bad">Practice suspended</span>}
          {!user.emailVerified && <span className="badge badge--busy">Email not confirmed</span>}
        </div>
      </header>
      <UserActions page={page} />
      <UserRefunds page={page} />
      <div className="duo">
        <PersonFacts page={page} />
        <PracticeFacts page={page} />
      </div>
      <UserMoney page={page} />
      <UserJobs jobs={page.jobs} />
      <div className="duo">
        <UserMembers members={page.members} current={user.id} />
        <UserSignIns signIns={page.signIns} />
      </div>
    </>
  );
}
