import { periodDays } from "@sheaf/contracts/limits.ts";
import type { Subscription } from "@sheaf/contracts/plans.ts";
import { useQuery } from "@tanstack/react-query";
import { CalendarX, Check, Minus } from "lucide-react";
import { Link, Navigate } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { subscriptionQuery, useAllowed, usePlans } from "../../api/billing.ts";
import { renewPath, renewsWith } from "../../components/plan/renew-path.ts";
import { PageHeader } from "../../shell/page/page-header.tsx";
import { date, period } from "../../ui/dates.ts";
import { Fact } from "../../ui/fact.tsx";
import { Empty } from "../../ui/states.tsx";
import { included, number, pounds, wholePounds } from "../../ui/words.ts";
import "./subscription-expired.css";

const stillThere = ["Signing in and the customer list", "Every past document, to view and download", "The audit trail"];
const waiting = ["New uploads", "Retrying a job", "Sending emails"];

/**
 * What the renewal costs, what still works and what is paused. With an active subscription it redirects to the
 * dashboard.
 */
export function SubscriptionExpiredPage() {
  const { data: subscription } = useQuery(subscriptionQuery);
  const { data: user } = useUser();
  if (subscription?.status === "active") return <Navigate to="/dashboard" replace />;
  return (
    <main className="main__in">
      <PageHeader
        title="Subscription"
        description={user?.practice.name ?? ""}
        {...(subscription ? { newUpload: "stepped-back" } : {})}
      />
      <div className="page exp">
        {subscription ? (
          <>
            <Expired subscription={subscription} pays={user?.role === "owner"} />
            <StillAvailable />
          </>
        ) : (
          <section className="card">
            <Empty title="No Active Subscription">
              <p>Choose a plan to begin: each payment gives {periodDays} days and does not renew automatically.</p>
              <Link className="btn btn--primary" to="/pricing">
                View All Plans
              </Link>
            </Empty>
          </section>
        )}
      </div>
    </main>
  );
}

function Expired({ subscription, pays }: { subscription: Subscription; pays: boolean }) {
  const { plan, currentPeriodStart, currentPeriodEnd, documentsUsedThisMonth } = subscription;
  const allowed = useAllowed(subscription);
  const next = renewsWith(plan.slug);
  return (
    <section className="card exp__card">
      <div className="exp__head">
        <span className="light light--bad">
          Expired
          <CalendarX className="i" aria-hidden />
        </span>
        <h2>
          Your {plan.name} subscription ended on {date(currentPeriodEnd)}
        </h2>
        <p className="dim">Uploading and processing are paused. Paying again starts them at once.</p>
      </div>
      <dl className="ledgerlist num">
        <Fact term="Plan">{plan.name}</Fact>
        <Fact term="Price">{wholePounds(plan.price)}/month</Fact>
        <Fact term="Documents used">
          {number(documentsUsedThisMonth)} of {included(allowed)}
        </Fact>
        <Fact term="Period">{period(currentPeriodStart, currentPeriodEnd)}</Fact>
        {next === plan.slug ? <Sum term="To renew" pence={plan.price} /> : <SumOf slug={next} />}
      </dl>
      <div className="row exp__act">
        <Link className="btn btn--primary btn--lg" to={renewPath(plan.slug)}>
          Renew
        </Link>
        <Link className="btn btn--lg" to="/pricing">
          View All Plans
        </Link>
      </div>
      {!pays && <p className="mute sm exp__note">The owner of the practice pays for the subscription.</p>}
    </section>
  );
}

function Sum({ term, pence }: { term: string; pence: number }) {
  return (
    <div className="sum">
      <dt>
        {term} for {periodDays} days
      </dt>
      <dd className="num">{pounds(pence)}</dd>
    </div>
  );
}

/** A granted plan cannot be bought: shows the plan that is offered instead. */
function SumOf({ slug }: { slug: string }) {
  const offered = usePlans().plans.find((plan) => plan.slug === slug);
  return offered ? <Sum term={`To continue with ${offered.name}`} pence={offered.price} /> : null;
}

function StillAvailable() {
  return (
    <section className="exp__still">
      <h3 className="sub">Still available</h3>
      <ul className="tick">
        {stillThere.map((what) => (
          <li key={what}>
            <Check className="i" aria-hidden />
            {what}
          </li>
        ))}
      </ul>
      <h3 className="sub exp__more">Available again after you renew</h3>
      <ul className="tick tick--off">
        {waiting.map((what) => (
          <li key={what}>
            <Minus className="i" aria-hidden />
            {what}
          </li>
        ))}
      </ul>
    </section>
  );
}
