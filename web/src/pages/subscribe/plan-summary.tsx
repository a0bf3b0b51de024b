import type { Quote } from "@sheaf/contracts/billing.ts";
import { periodDays } from "@sheaf/contracts/limits.ts";
import type { PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import type { Subscription } from "@sheaf/contracts/plans.ts";
import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { planChange } from "../../components/plan/plan-change.ts";
import { date, period } from "../../ui/dates.ts";
import { Fact } from "../../ui/fact.tsx";
import { megabytes } from "../../ui/sizes.ts";
import { count, listed, number, pounds, wholePounds } from "../../ui/words.ts";

interface PlanSummaryProps {
  plan: PlanFacts;
  /** The practice's subscription, running or ended. */
  subscription: Subscription | undefined;
  /** What choosing the plan now costs and does; for the owner only. */
  quote: Quote | undefined;
}

/** What is bought, added up as in a ledger. */
export function PlanSummary({ plan, subscription, quote }: PlanSummaryProps) {
  return (
    <section className="card order__plan" aria-label="Plan summary">
      <h2>{plan.name}</h2>
      <dl className="ledgerlist num">
        <Fact term="Price">{wholePounds(plan.price)}/month</Fact>
        <Fact term="Documents a month">{number(plan.documentsPerMonth)}</Fact>
        <Fact term="Users">{number(plan.maxUsers)}</Fact>
        <Fact term="Size of one file">{megabytes(plan.maxFileBytes)} MB</Fact>
        <Fact term="Support">{plan.supportLevel}</Fact>
        {quote && quote.creditPence > 0 && (
          <>
            <Fact term={priced(quote)}>{pounds(quote.pricePence)}</Fact>
            <Fact term="Your credit">−{pounds(quote.creditPence)}</Fact>
          </>
        )}
        <div className="sum">
          <dt>{quote ? (quote.creditPence > 0 ? "To pay" : priced(quote)) : `For ${periodDays} days`}</dt>
          <dd>{pounds(quote?.duePence ?? plan.price)}</dd>
        </div>
      </dl>
      <p className="dim sm order__note">{noteOn(plan, subscription, quote)}</p>
      {quote && <p className="dim sm num order__note">{until(quote)}</p>}
      {quote && quote.suspends.length > 0 && (
        <div className="order__note">
          <div className="callout callout--busy sm">
            <TriangleAlert className="i" aria-hidden />
            <p>
              {plan.name} is for {count(plan.maxUsers, "user")}: {listed(quote.suspends)}{" "}
              {quote.suspends.length === 1 ? "is" : "are"} suspended when it starts. A larger plan restores them.
            </p>
          </div>
        </div>
      )}
      <p className="mute sm order__note">
        No auto-renewal. The <Link to="/terms">terms</Link> and the <Link to="/refund">refund policy</Link> apply.
      </p>
    </section>
  );
}

const priced = ({ buys }: Quote) => (buys === "upgrade" ? "The difference" : `For ${periodDays} days`);

function until({ buys, startsAt, endsAt }: Quote): string {
  if (buys === "upgrade") return `Paid until ${date(endsAt)}, as before.`;
  return `Pays for ${period(startsAt, endsAt)}.`;
}

/** Free days may follow the paid periods, and the next paid period goes before them. */
const paidUntil = ({ buys, startsAt, endsAt }: Quote) => (buys === "upgrade" ? endsAt : startsAt);

/** Describes what this payment changes for a practice that has, or had, a subscription. */
function noteOn(plan: PlanFacts, subscription: Subscription | undefined, quote: Quote | undefined): string {
  const change = planChange(plan, subscription);
  if (!subscription || change === "start") return "The subscription starts as soon as the payment is recorded.";
  const { plan: now, currentPeriodEnd } = subscription;
  const until = date(quote ? paidUntil(quote) : currentPeriodEnd);
  if (change === "renewal") {
    return `Your ${now.name} subscription runs until ${until}. This payment adds ${periodDays} days after that, with an allowance of their own.`;
  }
  if (change === "upgrade") {
    return `An upgrade from ${now.name} takes effect at once. You pay only the difference for the days left until ${until}, by the day.`;
  }
  const fewer =
    !quote && plan.maxUsers < now.maxUsers
      ? ` It includes ${count(plan.maxUsers, "user")}: members above that number are then suspended, the newest first, never the owner.`
      : "";
  return `A change from ${now.name} to ${plan.name} starts with the next period, after ${until}.${fewer}`;
}
