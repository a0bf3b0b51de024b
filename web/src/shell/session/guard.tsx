import type { User } from "@sheaf/contracts/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { subscriptionQuery } from "../../api/billing.ts";
import { useWaitingForSignIn } from "../../api/ended-session.ts";
import { installationQuery } from "../../api/installation.ts";
import { LoadError } from "../../ui/states.tsx";
import { useWorkWatch } from "../../ui/unsaved-work.ts";
import { PageSpinner } from "../page/page-spinner.tsx";
import { ReloadForNewUser } from "./reload-for-new-user.tsx";

const SessionEndedDialog = lazy(async () => ({
  default: (await import("./session-ended-dialog.tsx")).SessionEndedDialog,
}));

/** Guarded, but open to a user without a subscription as well. */
const withoutSubscription = new Set(["/sample", "/settings", "/subscription-expired"]);

/**
 * Shows only a spinner until it is known who is signed in and whether the practice has a subscription. Only a practice
 * that never had one is redirected to /pricing; a failed call shows an error. An own practice needs no subscription.
 */
export function Guard() {
  const user = useUser();
  const location = useLocation();
  if (user.isPending) return <PageSpinner />;
  if (user.data === undefined) return <LoadFailure what="Your account" error={user.error} retry={user.refetch} />;
  if (user.data === null) return <Navigate to="/auth" state={{ from: location }} replace />;
  return <SignedInArea user={user.data} />;
}

/** The pages of the signed-in user. When the session ends in the middle of unsaved work, the page stays as it is. */
function SignedInArea({ user }: { user: User }) {
  const [owner] = useState(user.id);
  const waiting = useWaitingForSignIn();
  useWorkWatch();
  if (user.id !== owner) return <ReloadForNewUser />;
  return (
    <>
      <KindCheck />
      <Suspense fallback={null}>{waiting && <SessionEndedDialog user={user} />}</Suspense>
    </>
  );
}

function KindCheck() {
  const { data: installation, isPending, error, refetch } = useQuery(installationQuery);
  if (isPending) return <PageSpinner />;
  if (!installation) return <LoadFailure what="This installation" error={error} retry={refetch} />;
  return installation.kind === "practice" ? <Outlet /> : <SubscriptionCheck />;
}

function SubscriptionCheck() {
  const subscription = useQuery(subscriptionQuery);
  const { pathname } = useLocation();
  if (subscription.isPending) return <PageSpinner />;
  if (subscription.data === undefined) {
    return <LoadFailure what="Your subscription" error={subscription.error} retry={subscription.refetch} />;
  }
  if (subscription.data === null && !withoutSubscription.has(pathname)) return <Navigate to="/pricing" replace />;
  return <Outlet />;
}

function LoadFailure({ what, error, retry }: { what: string; error: unknown; retry: () => unknown }) {
  return (
    <main className="wait wait--page">
      <h1 className="sr">Sheaf</h1>
      <div className="card">
        <LoadError what={what} error={error} retry={() => void retry()} />
      </div>
    </main>
  );
}
