import { LogOut } from "lucide-react";
import { NavLink } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { useJobCounts } from "../../api/job-list.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Brand } from "../../ui/brand.tsx";
import { Tip } from "../../ui/tip.tsx";
import { useSignOutAndForget } from "../session/sign-out.ts";
import { type Entry, useEntries } from "./navigation.ts";

export function Sidebar() {
  const entries = useEntries();
  return (
    <aside className="side">
      <Brand />
      <nav className="nav" aria-label="Main">
        {entries.filter(({ group }) => group === "main").map(NavEntry)}
      </nav>
      <nav className="nav" aria-label="Account">
        {entries.filter(({ group }) => group === "account").map(NavEntry)}
      </nav>
      <SignedInUser />
    </aside>
  );
}

function NavEntry({ to, label, icon: Icon }: Entry) {
  return (
    <NavLink key={to} to={to} title={label}>
      <Icon className="i" aria-hidden />
      {label}
      {to === "/audit-trail" && <NeedsYouCount />}
    </NavLink>
  );
}

function NeedsYouCount() {
  const red = useJobCounts({}).data?.["needs-you"] ?? 0;
  if (red === 0) return null;
  const words = red === 1 ? "1 job needs you" : `${red} jobs need you`;
  return (
    <span className="end pip" title={words}>
      <span aria-hidden>{red}</span>
      <span className="sr">, {words}</span>
    </span>
  );
}

function SignedInUser() {
  const { data: user } = useUser();
  const { leave, leaving } = useSignOutAndForget();
  if (!user) return null;
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <div className="me">
      <Avatar name={name} />
      <div className="grow">
        <b className="clip">{name}</b>
        <span className="clip">{leaving ? "Signing out..." : user.username}</span>
      </div>
      <Tip text="Sign Out">
        <button
          className="btn btn--quiet btn--icon btn--sm me__out"
          type="button"
          aria-label={leaving ? "Signing out..." : "Sign Out"}
          disabled={leaving}
          onClick={leave}
        >
          <LogOut className="i" aria-hidden />
        </button>
      </Tip>
    </div>
  );
}
