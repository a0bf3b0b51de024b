import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { adminProfileQuery } from "../../../api/admin/account.ts";
import { useAdminSignOut } from "../../../api/admin/sign-in.ts";
import { Mark } from "../../../ui/brand.tsx";
import { useKeepFocus } from "../../../ui/keep-focus.ts";
import { SkipLink } from "../../../ui/skip-link.tsx";
import { Spinner } from "../../../ui/states.tsx";
import { AccountMenu } from "../account/account-menu.tsx";
import { useRestoredAdmin } from "../sign-in/restored-admin.ts";
import { SecondFactorFirst } from "./second-factor-first.tsx";
import "./admin-frame.css";
import "../pieces/pieces.css";

interface AdminFrameProps {
  /** Shown below the welcome line. */
  tabs: ReactNode;
  children: ReactNode;
}

/** Frame of every page of the portal; without a stored sign-in it redirects to /admin/login and shows nothing. */
export function AdminFrame({ tabs, children }: AdminFrameProps) {
  const session = useRestoredAdmin();
  const { pathname, search } = useLocation();
  const signOut = useAdminSignOut();
  const { data: profile, error } = useQuery({ ...adminProfileQuery, enabled: session !== null });
  const [settingUp, setSettingUp] = useState(false);
  useKeepFocus();
  if (!session) return <Navigate to="/admin/login" state={{ from: pathname + search }} replace />;
  const missing = profile?.twoFactorRequired && !profile.twoFactor;
  const closed = missing || settingUp;
  // When the profile cannot be read, the page's own requests show the reason.
  const open = !closed && (profile !== undefined || error !== null);
  return (
    <div>
      <header className="admin-head">
        <SkipLink />
        <div className="admin-head__in">
          <Link className="brand" to="/admin/dashboard">
            <Mark />
            Sheaf
          </Link>
          <span className="badge badge--line">Admin</span>
          <span className="grow" />
          <span className="sm dim admin-head__who clip">
            <span className="hide-phone">Welcome, </span>
            <b>{session.admin.name}</b>
            <span className="hide-phone">, {session.admin.role}</span>
          </span>
          {open && <AccountMenu />}
          <button className="btn btn--sm" type="button" onClick={signOut}>
            <LogOut className="i i--14" aria-hidden />
            Exit
          </button>
        </div>
        {open && tabs}
      </header>
      <main className="apage">
        {closed && <SecondFactorFirst settingUp={settingUp} onSetUp={setSettingUp} />}
        {!closed && !open && <Spinner label="Loading the portal" />}
        {open && profile?.twoFactorRequired === false && !profile.twoFactor && (
          <p className="mute sm">This is a demonstration, so two-factor sign-in is not required.</p>
        )}
        {open && children}
      </main>
    </div>
  );
}
