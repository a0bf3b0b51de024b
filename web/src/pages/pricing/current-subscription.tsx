import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import type { Subscription } from "@sheaf/contracts/plans.ts";
import { CircleAlert, CircleCheck } from "lucide-react";
import { Link } from "react-router";
import { useAllowed } from "../../api/billing.ts";
import { date } from "../../ui/dates.ts";
import { included, number } from "../../ui/words.ts";

export function CurrentSubscription({ subscription }: { subscription: Subscription }) {
  const { plan, documentsUsedThisMonth, currentPeriodEnd } = subscription;
  const allowed = useAllowed(subscription);
  const active = subscription.status === "active";
  const unlimited = active && isUnlimited(allowed);
  const Icon = active ? CircleCheck : CircleAlert;
  return (
    <section className="current card" aria-label="Current Subscription">
      <div className="grow">
        <span className="k">Current Subscription</span>
        <div className="row row--3">
          <b>{plan.name}</b>
          <span className={active ? "badge badge--ok" : "badge badge--bad"}>
            <Icon className="i" aria-hidden />
            {active ? "Active" : "Expired"}
          </span>
        </div>
      </div>
      <div>
        <span className="k">{unlimited ? "Documents" : "Documents used"}</span>
        <b className="num">{unlimited ? "Unlimited" : `${number(documentsUsedThisMonth)} of ${included(allowed)}`}</b>
      </div>
      {!unlimited && (
        <div>
          <span className="k">{active ? "Until" : "Ended"}</span>
          <b className="num">{date(currentPeriodEnd)}</b>
        </div>
      )}
      <div className="row">
        {/* A plan that is only granted cannot be bought. */}
        {plan.price > 0 && (
          <Link className="btn" to={`/subscribe?plan=${plan.slug}`}>
            Renew
          </Link>
        )}
        <Link className="btn" to="/settings#payments">
          Change Plan
        </Link>
      </div>
    </section>
  );
}
