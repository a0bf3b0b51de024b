import { useEffect, useState } from "react";
import { type Location, Navigate, useLocation } from "react-router";
import { chosenPlan, forgetChosenPlan } from "../../api/billing.ts";
import { forgetHeldPayment, heldPayment, useKeptClaim } from "../../api/claims.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { PageSpinner } from "../../shell/page/page-spinner.tsx";
import { startPage } from "../../shell/session/start-page.ts";

const subscribe = (slug: string) => `/subscribe?plan=${encodeURIComponent(slug)}`;

/**
 * Redirects a signed-in user: to a payment that waits for them, then to the plan chosen before, then to the requested
 * page, otherwise to the dashboard. An own practice has no payments.
 */
export function RedirectAfterSignIn() {
  const from = (useLocation().state as { from?: Location } | null)?.from;
  const [plan] = useState(chosenPlan);
  const [held] = useState(heldPayment);
  const { claim, isPending } = useKeptClaim();
  const ownPractice = useOwnPractice();
  useEffect(() => {
    if (isPending) return;
    forgetChosenPlan();
    forgetHeldPayment();
  }, [isPending]);
  if (isPending) return <PageSpinner />;
  if (!ownPractice) {
    if (held) return <Navigate to={`${subscribe(held)}&payment=waiting`} replace />;
    if (claim) return <Navigate to={subscribe(claim.planSlug)} replace />;
    if (plan) return <Navigate to={subscribe(plan)} replace />;
  }
  return <Navigate to={from ? `${from.pathname}${from.search}` : startPage} replace />;
}
