import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useLocation } from "react-router";
import { useUser } from "../api/accounts.ts";
import { subscriptionQuery } from "../api/billing.ts";
import { LoadError } from "../ui/states.tsx";
import { PageSpinner } from "./page-spinner.tsx";

/**
 * Nothing of a guarded page and no redirect shows before it is known who asks and whether the practice has a
 * subscription. Only "never had one" leads to /pricing; a call that failed says so and goes nowhere.
 */
export function Guard() {
  const user = useUser();
  const location = useLocation();
  if (user.isPending) return <PageSpinner />;
  if (user.data === undefined) return <Stuck what="Your account" error={user.error} retry={user.refetch} />;
  if (user.data === null) return <Navigate to="/auth" state={{ from: location }} replace />;
  return <SubscriptionCheck />;
}

function SubscriptionCheck() {
  const subscription = useQuery(subscriptionQuery);
  if (subscription.isPending) return <PageSpinner />;
  if (subscription.data === undefined) {
    return <Stuck what="Your subscription" error={subscription.error} retry={subscription.refetch} />;
  }
  if (subscription.data === null) return <Navigate to="/pricing" replace />;
  return <Outlet />;
}

function Stuck({ what, error, retry }: { what: string; error: unknown; retry: () => unknown }) {
  return (
    <main className="wait wait--page">
      <h1 className="sr">Sheaf</h1>
      <div className="card">
        <LoadError what={what} error={error} retry={() => void retry()} />
      </div>
    </main>
  );
}
