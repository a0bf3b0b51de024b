import { Navigate, useLocation } from "react-router";
import { BackLink } from "../../../ui/back-link.tsx";
import { Mark } from "../../../ui/brand.tsx";
import { usePageTitle } from "../../../ui/page-title.ts";
import { AdminLoginForm } from "./admin-login-form.tsx";
import { useRestoredAdmin } from "./restored-admin.ts";
import "./admin-login.css";

export function AdminLoginPage() {
  const session = useRestoredAdmin();
  const { state } = useLocation();
  usePageTitle("Admin sign-in");
  if (session) return <Navigate to={cameFrom(state) ?? "/admin/dashboard"} replace />;
  return (
    <main className="alogin public">
      <BackLink to="/">Back to main application</BackLink>
      <div className="auth__box">
        <span className="brand brand--lg">
          <Mark />
          Sheaf
          <span className="badge badge--line">Admin</span>
        </span>
        <h1>Admin sign-in</h1>
        <AdminLoginForm />
      </div>
    </main>
  );
}

/** Returns the address of the portal at which the sign-in ended. */
function cameFrom(state: unknown): string | undefined {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return typeof from === "string" ? from : undefined;
}
