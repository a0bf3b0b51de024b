import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import type { Usage } from "@sheaf/contracts/plans.ts";
import { useQuery } from "@tanstack/react-query";
import { CalendarX, CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { billingQuery, subscriptionQuery, usageQuery } from "../../api/billing.ts";
import { isStatus } from "../../api/client.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { renewPath } from "../../components/plan/renew-path.ts";
import { date } from "../../ui/dates.ts";
import { LoadError, SkeletonFigure } from "../../ui/states.tsx";
import { number } from "../../ui/words.ts";
import { type UsageState, usageState } from "./usage-state.ts";

const StartNext = lazy(async () => ({ default: (await import("../../components/plan/start-next.tsx")).StartNext }));

const looks: Record<UsageState, { badge: string; bar: string; icon: LucideIcon }> = {
  Good: { badge: "badge--ok", bar: "", icon: CircleCheck },
  "Near Limit": { badge: "badge--busy", bar: " progress--warn", icon: TriangleAlert },
  "Limit Reached": { badge: "badge--bad", bar: " progress--bad", icon: CircleAlert },
  Expired: { badge: "badge--bad", bar: " progress--bad", icon: CalendarX },
};

/** Documents used, allowed and left in the paid period, and what to do when they run out. */
export function UsageCard() {
  const { data: usage, error, refetch } = useQuery(usageQuery);
  const { data: subscription } = useQuery(subscriptionQuery);
  const ownPractice = useOwnPractice();
  if (!usage) {
    if (error && !isStatus(error, 404)) {
      return (
        <div className="strip__use strip__fail">
          <LoadError what="The usage" error={error} retry={() => void refetch()} />
        </div>
      );
    }
    return (
      <div className="strip__use">
        <span className="k">{ownPractice ? "Documents this month" : "Documents this period"}</span>
        {error ? <p className="mute sm">No Active Subscription</p> : <SkeletonUsage />}
      </div>
    );
  }

  if (isUnlimited(usage.documentsAllowed)) return <Unlimited usage={usage} />;

  const state = usageState(usage, subscription);
  const { badge, bar, icon: Icon } = looks[state];
  const share = Math.min(1, usage.documentsUsedThisMonth / Math.max(1, usage.documentsAllowed));
  return (
    <div className="strip__use">
      <div className="row between">
        <span className="k">Documents this period</span>
        <span className={`badge ${badge}`}>
          <Icon className="i" aria-hidden />
          {state}
        </span>
      </div>
      <div className="fig num">
        {number(usage.documentsUsedThisMonth)} <small>of {number(usage.documentsAllowed)}</small>
      </div>
      <div className={`progress${bar}`} aria-hidden>
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <p className="mute sm num">
        {state === "Expired"
          ? `Ended on ${date(usage.currentPeriodEnd)}. `
          : `${number(usage.documentsRemaining)} left until ${date(usage.periodEndsAt)}`}
        {state === "Expired" && <Link to={renewPath(subscription?.plan.slug)}>Renew</Link>}
        {state === "Limit Reached" && <MoreDocuments />}
      </p>
    </div>
  );
}

/** Without a limit, the card shows the documents made this month. */
function Unlimited({ usage }: { usage: Usage }) {
  const ownPractice = useOwnPractice();
  return (
    <div className="strip__use">
      <div className="row between">
        <span className="k">Documents this month</span>
        {!ownPractice && (
          <span className="badge badge--ok">
            <CircleCheck className="i" aria-hidden />
            Unlimited
          </span>
        )}
      </div>
      <div className="fig num">{number(usage.documentsUsedThisMonth)}</div>
      <p className="mute sm">uploaded by everybody in the practice</p>
    </div>
  );
}

/** Ways to continue when the allowance is used up: a dearer plan, or the period paid ahead. */
function MoreDocuments() {
  const { data: user } = useUser();
  const { data: billing } = useQuery(billingQuery);
  return (
    <>
      . <Link to="/pricing">Upgrade your plan</Link> to make more
      {user?.role === "owner" && billing?.canStartNext && (
        <Suspense fallback={null}>
          {" or "}
          <StartNext billing={billing} className="link" />
        </Suspense>
      )}
      .
    </>
  );
}

/** Placeholder of the final height, so that nothing below moves. */
function SkeletonUsage() {
  return (
    <>
      <SkeletonFigure label="Loading the usage" />
      <div className="progress" aria-hidden />
      <p className="mute sm" />
    </>
  );
}
