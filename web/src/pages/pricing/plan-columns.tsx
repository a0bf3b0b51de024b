import type { PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import { Link } from "react-router";
import { rememberChosenPlan } from "../../api/billing.ts";
import { Fact } from "../../ui/fact.tsx";
import { megabytes } from "../../ui/sizes.ts";
import { number, wholePounds } from "../../ui/words.ts";

const taglines: Record<string, string> = {
  solo: "Perfect for individual practitioners",
  "small-firm": "Ideal for growing practices",
  growth: "For established firms",
};

export function PlanColumns({ plans }: { plans: readonly PlanFacts[] }) {
  return (
    <section className="plans" aria-label="Plans">
      {plans.map((plan) => (
        <PlanColumn key={plan.slug} plan={plan} />
      ))}
    </section>
  );
}

function PlanColumn({ plan }: { plan: PlanFacts }) {
  return (
    <section className={plan.isPopular ? "plan plan--popular" : "plan"} aria-label={plan.name}>
      <div className="row between">
        <h2>{plan.name}</h2>
        {plan.isPopular && <span className="badge badge--accent">Most Popular</span>}
      </div>
      <p className="dim">{taglines[plan.slug]}</p>
      <div className="price num">
        {wholePounds(plan.price)}
        <span>/month</span>
      </div>
      <Link
        className={plan.isPopular ? "btn btn--lg btn--wide btn--primary" : "btn btn--lg btn--wide"}
        to={`/subscribe?plan=${plan.slug}`}
        aria-label={`Get Started with ${plan.name}`}
        onClick={() => rememberChosenPlan(plan.slug)}
      >
        Get Started
      </Link>
      <dl className="num">
        <Fact term="Documents a month">{number(plan.documentsPerMonth)}</Fact>
        <Fact term="Users">{number(plan.maxUsers)}</Fact>
        <Fact term="Size of one file">{megabytes(plan.maxFileBytes)} MB</Fact>
        <Fact term="Support">{plan.supportLevel}</Fact>
      </dl>
    </section>
  );
}
