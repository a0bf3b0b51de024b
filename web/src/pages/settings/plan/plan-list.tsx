import type { Quote } from "@sheaf/contracts/billing.ts";
import type { PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import type { Subscription } from "@sheaf/contracts/plans.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { quoteQuery, usePlans } from "../../../api/billing.ts";
import { planChange } from "../../../components/plan/plan-change.ts";
import { date } from "../../../ui/dates.ts";
import { included, pounds, wholePounds } from "../../../ui/words.ts";
import { Row } from "../rows.tsx";

/**
 * Every plan beside the current one: what a change costs today, or when it starts. For the owner of a running
 * subscription.
 */
export function PlanList({ current }: { current: Subscription }) {
  const others = usePlans().plans.filter(({ slug }) => slug !== current.plan.slug);
  const plans = [current.plan, ...others].sort((a, b) => a.price - b.price);
  return plans.map((plan) => (
    <Row key={plan.slug} label={plan.name} hint={<PlanFactsLine plan={plan} />}>
      {plan.slug === current.plan.slug ? (
        <span className="badge badge--accent">Current</span>
      ) : (
        <ChangeTo plan={plan} current={current} />
      )}
    </Row>
  ));
}

export function PlanFactsLine({ plan }: { plan: PlanFacts }) {
  return (
    <span className="num">
      {wholePounds(plan.price)}/month · {included(plan.documentsPerMonth)} documents · {included(plan.maxUsers)}{" "}
      {plan.maxUsers === 1 ? "user" : "users"} · {plan.supportLevel}
    </span>
  );
}

/**
 * Link to a change of plan. It has no price while the quote is loading or cannot be read: the next page shows the price
 * before anything is paid.
 */
function ChangeTo({ plan, current }: { plan: PlanFacts; current: Subscription }) {
  const { data: quote } = useQuery(quoteQuery(plan.slug));
  return (
    <Link
      className="btn num"
      to={`/subscribe?plan=${plan.slug}`}
      aria-label={`${plan.name}: ${changeWords(plan, current, quote)}`}
    >
      {changeWords(plan, current, quote)}
    </Link>
  );
}

function changeWords(plan: PlanFacts, current: Subscription, quote: Quote | undefined): string {
  const change = planChange(plan, current);
  if (change === "upgrade") return quote ? `Upgrade (${pounds(quote.duePence)} today)` : "Upgrade";
  if (change === "downgrade") return quote ? `Downgrade (from ${date(quote.startsAt)})` : "Downgrade";
  return quote ? `Choose (${pounds(quote.duePence)} today)` : "Choose";
}
