import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { useAdminSignOut } from "../../../api/admin/sign-in.ts";
import { Mark } from "../../../ui/brand.tsx";
import "../../../ui/styles/admin.css";
import "../../../ui/styles/settings.css";
import { useKeepFocus } from "../../../ui/keep-focus.ts";
import { SkipLink } from "../../../ui/skip-link.tsx";
import { AccountMenu } from "../account/account-menu.tsx";
import { useRestoredAdmin } from "../sign-in/restored-admin.ts";

interface AdminFrameProps {
  /** Below the welcome line. */
  tabs: ReactNode;
  children: ReactNode;
}

/** What stands around every page of the portal; without a stored sign-in it leads to /admin/login and shows nothing. */
export function AdminFrame({ tabs, children }: AdminFrameProps) {
  const session = useRestoredAdmin();
  const { pathname, search } = useLocation();
  const signOut = useAdminSignOut();
  useKeepFocus();
  if (!session) return <Navigate to="/admin/login" state={{ from: pathname + search }} replace />;
  return (
    <div>
      <header className="ahead">
        <SkipLink />
        <div className="ahead__in">
          <Link className="brand" to="/admin/dashboard">
            <Mark />
            Sheaf
          </Link>
          <span className="badge badge--line">Admin</span>
          <span className="grow" />
          <span className="sm dim ahead__who clip">
            <span className="hide-phone">Welcome, </span>
            <b>{session.admin.name}</b>
            <span className="hide-phone">, {session.admin.role}</span>
          </span>
          <AccountMenu />
          <button className="btn btn--sm" type="button" onClick={signOut}>
            <LogOut className="i i--14" aria-hidden />
            Exit
          </button>
        </div>
        {tabs}
      </header>
      <main className="apage">{children}</main>
    </div>
  );
}
