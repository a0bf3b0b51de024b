import type { PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { quoteQuery, subscriptionQuery, usePlans } from "../../api/billing.ts";
import { LiveChanges } from "../../shell/public/live-changes.tsx";
import { PublicPage } from "../../shell/public/public-page.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { LoadError, Spinner } from "../../ui/states.tsx";
import { BankTransfer } from "./bank-transfer.tsx";
import { Payment } from "./payment.tsx";
import { PlanSummary } from "./plan-summary.tsx";
import "./subscribe.css";

/** The page of ?plan=SLUG. Prices come from the server: nobody pays by a built-in price. */
export function SubscribePage() {
  const [query] = useSearchParams();
  const { plans, isPending } = usePlans();
  const plan = plans.find(({ slug }) => slug === query.get("plan"));
  return (
    <PublicPage title={plan ? `Subscribe to ${plan.name}` : "Subscribe"}>
      <main className="wrap pricing subscribe">
        <div className="row crumbs">
          <BackLink to="/pricing">Back to Pricing</BackLink>
        </div>
        {isPending ? <Spinner /> : plan ? <Order plan={plan} /> : <PlanNotFound />}
      </main>
    </PublicPage>
  );
}

function Order({ plan }: { plan: PlanFacts }) {
  const { data: user, isPending } = useUser();
  const { data: subscription } = useQuery({ ...subscriptionQuery, enabled: Boolean(user) });
  const owner = user?.role === "owner";
  const { data: quote, error, refetch } = useQuery({ ...quoteQuery(plan.slug), enabled: owner });
  return (
    <>
      <LiveChanges />
      <h1>Subscribe to {plan.name}</h1>
      {isPending ? (
        <Spinner />
      ) : (
        <Payment
          plan={plan}
          user={user ?? null}
          quote={quote}
          summary={<PlanSummary plan={plan} subscription={subscription ?? undefined} quote={quote} />}
        >
          {error && <LoadError what="The price" error={error} retry={() => void refetch()} />}
          <BankTransfer plan={plan} user={user} quote={quote} />
        </Payment>
      )}
    </>
  );
}

function PlanNotFound() {
  return (
    <>
      <h1>Plan not found</h1>
      <p className="lead">This plan is no longer available. Choose another one on the pricing page.</p>
      <p className="subscribe__back">
        <Link className="btn btn--primary btn--lg" to="/pricing">
          See the plans
        </Link>
      </p>
    </>
  );
}
