import type { User } from "@sheaf/contracts/accounts.ts";
import { periodDays } from "@sheaf/contracts/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { subscriptionQuery, usageQuery } from "../../api/billing.ts";
import { renewPath } from "../../shell/renew-path.ts";
import { date } from "../../ui/dates.ts";
import { number, wholePounds } from "../../ui/words.ts";
import { Row, Section } from "./rows.tsx";

/** What is paid, until when, and what is left of it. Everybody sees it; the owner pays. */
export function PlanAndPayments({ user }: { user: User }) {
  const owner = user.role === "owner";
  return (
    <Section
      title="Plan and payments"
      about={
        owner ? `A payment buys ${periodDays} days and renews nothing by itself.` : "The owner of the practice pays."
      }
    >
      <Standing owner={owner} />
    </Section>
  );
}

function Standing({ owner }: { owner: boolean }) {
  const { data: subscription } = useQuery(subscriptionQuery);
  const { data: usage } = useQuery({ ...usageQuery, enabled: Boolean(subscription) });
  if (!subscription) {
    return (
      <Row label="No Active Subscription" hint="Choose a plan to upload and send documents.">
        <Link className="btn" to="/pricing">
          View All Plans
        </Link>
      </Row>
    );
  }
  const { plan, status, currentPeriodEnd } = subscription;
  const active = status === "active";
  return (
    <>
      <Row
        label={plan.name}
        hint={
          <span className="num">
            {wholePounds(plan.price)} for {periodDays} days · {number(plan.documentsPerMonth)} documents ·{" "}
            {plan.maxUsers} {plan.maxUsers === 1 ? "user" : "users"} · {plan.supportLevel}
          </span>
        }
      >
        <Link className="btn" to="/pricing">
          {owner ? "Change Plan" : "View All Plans"}
        </Link>
      </Row>
      <Row
        label={active ? `Paid until ${date(currentPeriodEnd)}` : `Ended on ${date(currentPeriodEnd)}`}
        hint={
          usage &&
          active && (
            <span className="num">
              {number(usage.documentsUsedThisMonth)} of {number(usage.documentsAllowed)} documents used in this period.
            </span>
          )
        }
      >
        {owner && (
          <Link className={active ? "btn" : "btn btn--primary"} to={renewPath(plan.slug)}>
            {active ? "Pay for the Next Period" : "Renew"}
          </Link>
        )}
      </Row>
    </>
  );
}
