import { periodDays } from "@sheaf/contracts/limits.ts";
import type { PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import type { Subscription } from "@sheaf/contracts/plans.ts";
import { Link } from "react-router";
import { date } from "../../ui/dates.ts";
import { megabytes } from "../../ui/sizes.ts";
import { count, number, pounds, wholePounds } from "../../ui/words.ts";
import { planChange } from "./plan-change.ts";

interface PlanSummaryProps {
  plan: PlanFacts;
  /** What the practice has now, running or ended. */
  subscription: Subscription | undefined;
}

/** What is bought, added up as in a ledger. */
export function PlanSummary({ plan, subscription }: PlanSummaryProps) {
  return (
    <section className="card order__plan" aria-label="Plan summary">
      <h2>{plan.name}</h2>
      <dl className="ledgerlist num">
        <Fact term="Price">{wholePounds(plan.price)}/month</Fact>
        <Fact term="Documents a month">{number(plan.documentsPerMonth)}</Fact>
        <Fact term="Users">{number(plan.maxUsers)}</Fact>
        <Fact term="Size of one file">{megabytes(plan.maxFileBytes)} MB</Fact>
        <Fact term="Support">{plan.supportLevel}</Fact>
        <div className="sum">
          <dt>For {periodDays} days</dt>
          <dd>{pounds(plan.price)}</dd>
        </div>
      </dl>
      <p className="dim sm order__note">{noteOn(plan, subscription)}</p>
      <p className="mute sm order__note">
        No auto-renewal. The <Link to="/terms">terms</Link> and the <Link to="/refund">refund policy</Link> apply.
      </p>
    </section>
  );
}

/** What this payment changes for a practice that has, or had, a subscription. */
function noteOn(plan: PlanFacts, subscription: Subscription | undefined): string {
  const change = planChange(plan, subscription);
  if (!subscription || change === "start") return "The subscription starts as soon as the payment is recorded.";
  const { plan: now, currentPeriodEnd } = subscription;
  const until = date(currentPeriodEnd);
  if (change === "renewal") {
    return `Your ${now.name} subscription runs until ${until}. This payment adds ${periodDays} days after that, with an allowance of their own.`;
  }
  if (change === "upgrade") {
    return `An upgrade from ${now.name} takes effect at once. You pay only the difference for the days left until ${until}, by the day.`;
  }
  const fewer =
    plan.maxUsers < now.maxUsers
      ? ` It includes ${count(plan.maxUsers, "user")}: members above that number are then suspended, the newest first, never the owner.`
      : "";
  return `A change from ${now.name} to ${plan.name} starts with the next period, after ${until}.${fewer}`;
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
