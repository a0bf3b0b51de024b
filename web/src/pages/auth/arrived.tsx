import { useEffect, useState } from "react";
import { type Location, Navigate, useLocation } from "react-router";
import { chosenPlan, forgetChosenPlan } from "../../api/billing.ts";
import { startPage } from "../../shell/start-page.ts";

/** Where somebody who is signed in goes on: to the plan chosen before, then to where they were going, then to the dashboard. */
export function Arrived() {
  const from = (useLocation().state as { from?: Location } | null)?.from;
  const [plan] = useState(chosenPlan);
  useEffect(forgetChosenPlan, []);
  if (plan) return <Navigate to={`/subscribe?plan=${encodeURIComponent(plan)}`} replace />;
  return <Navigate to={from ? `${from.pathname}${from.search}` : startPage} replace />;
}
