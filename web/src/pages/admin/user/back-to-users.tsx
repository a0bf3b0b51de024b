import type { MouseEvent, ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { addressOf } from "../frame/admin-tabs.tsx";

/** Leads back to the search as it was, if the user came from it. */
export function BackToUsers({ children }: { children: ReactNode }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  function back(event: MouseEvent) {
    if (state?.fromSearch !== true) return;
    event.preventDefault();
    void navigate(-1);
  }
  return (
    <Link className="plain row sm dim uback" to={addressOf("users")} onClick={back}>
      {children}
    </Link>
  );
}
