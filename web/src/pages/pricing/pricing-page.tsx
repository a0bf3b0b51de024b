import type { Plan, Subscription } from "@sheaf/contracts/plans.ts";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { Link } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { plansQuery, subscriptionQuery } from "../../api/billing.ts";
import { installationQuery } from "../../api/installation.ts";
import { useLeave } from "../../shell/sign-out.ts";
import { startPage } from "../../shell/start-page.ts";
import { Brand } from "../../ui/brand.tsx";
import { date } from "../../ui/dates.ts";
import { usePageTitle } from "../../ui/page-title.ts";
import { megabytes } from "../../ui/sizes.ts";
import { LoadError, Spinner } from "../../ui/states.tsx";
import { number, wholePounds } from "../../ui/words.ts";

const taglines: Record<string, string> = {
  solo: "Perfect for individual practitioners",
  "small-firm": "Ideal for growing practices",
  growth: "For established firms",
};
/** Granted by an administrator only: never shown, even when the server lists it. */
const hiddenSlug = "free-forever";

export function PricingPage() {
  const { data: user } = useUser();
  const { data: subscription } = useQuery({ ...subscriptionQuery, enabled: Boolean(user) });
  const plans = useQuery(plansQuery);
  usePageTitle("Pricing");
  return (
    <div className="public">
      <PublicHeader username={user?.username} subscribed={Boolean(subscription)} />
      <main className="wrap pricing">
        <h1>Professional Document Management for Accountants</h1>
        <p className="lead">One price for the practice. Each payment gives 30 days; nothing renews by itself.</p>
        {subscription && <Current subscription={subscription} />}
        {user && <HowToPay practice={user.practice.name} subscription={subscription} />}
        {plans.data ? (
          <section className="plans" aria-label="Plans">
            {plans.data
              .filter(({ slug }) => slug !== hiddenSlug)
              .map((plan) => (
                <PlanColumn key={plan.id} plan={plan} />
              ))}
          </section>
        ) : plans.error ? (
          <LoadError what="The plans" error={plans.error} retry={() => void plans.refetch()} />
        ) : (
          <Spinner />
        )}
        <p className="mute sm num pricing__note">Prices in pounds, for 30 days.</p>
      </main>
    </div>
  );
}

function PublicHeader({ username, subscribed }: { username: string | undefined; subscribed: boolean }) {
  const { leave, leaving } = useLeave();
  return (
    <header className="phead">
      <div className="wrap row">
        <Brand large />
        <span className="grow" />
        {username ? (
          <>
            <span className="dim sm nowrap hide-phone">Welcome {username}</span>
            {subscribed && (
              <Link className="btn" to={startPage}>
                Go to Audit Trail
              </Link>
            )}
            <button className="btn btn--quiet" type="button" disabled={leaving} onClick={leave}>
              {leaving ? "Signing out..." : "Sign Out"}
            </button>
          </>
        ) : (
          <Link className="btn" to="/auth">
            Log In
          </Link>
        )}
      </div>
    </header>
  );
}

function Current({ subscription }: { subscription: Subscription }) {
  const active = subscription.status === "active";
  const Icon = active ? CircleCheck : CircleAlert;
  return (
    <section className="current card" aria-label="Current Subscription">
      <div className="grow">
        <span className="k">Current Subscription</span>
        <div className="row row--3">
          <b>{subscription.plan.name}</b>
          <span className={active ? "badge badge--ok" : "badge badge--bad"}>
            <Icon className="i" aria-hidden />
            {active ? "Active" : "Expired"}
          </span>
        </div>
      </div>
      <div>
        <span className="k">Documents used</span>
        <b className="num">
          {number(subscription.documentsUsedThisMonth)} of {number(subscription.plan.documentsPerMonth)}
        </b>
      </div>
      <div>
        <span className="k">{active ? "Until" : "Ended"}</span>
        <b className="num">{date(subscription.currentPeriodEnd)}</b>
      </div>
    </section>
  );
}

/** There is no online payment on this installation: whom to ask, and what they need to know. */
function HowToPay({ practice, subscription }: { practice: string; subscription: Subscription | null | undefined }) {
  const { data: installation } = useQuery(installationQuery);
  return (
    <section className="callout pricing__pay" aria-label="How to pay">
      <CircleCheck className="i" aria-hidden />
      <div>
        <p>
          <b>
            {subscription
              ? "To renew or change the plan, contact sales."
              : "Choose a plan below, then contact sales to start."}
          </b>{" "}
          {installation && (
            <>
              Write to{" "}
              <a
                href={`mailto:${installation.salesEmail}?subject=${encodeURIComponent(`Subscription for ${practice}`)}`}
              >
                {installation.salesEmail}
              </a>{" "}
              and name the plan and your practice, <b>{practice}</b>.{" "}
            </>
          )}
          You pay by bank transfer; an operator records the payment, and this account is unlocked at once.
        </p>
      </div>
    </section>
  );
}

function PlanColumn({ plan }: { plan: Plan }) {
  return (
    <section className={plan.isPopular ? "plan pop" : "plan"}>
      <div className="row between">
        <h2>{plan.name}</h2>
        {plan.isPopular && <span className="badge badge--accent">Most Popular</span>}
      </div>
      <p className="dim">{taglines[plan.slug]}</p>
      <div className="price num">
        {wholePounds(plan.price)}
        <span>/month</span>
      </div>
      <dl>
        <Fact term="Documents a month">{number(plan.documentsPerMonth)}</Fact>
        <Fact term="Users">{number(plan.maxUsers)}</Fact>
        <Fact term="Size of one file">{megabytes(plan.maxFileBytes)} MB</Fact>
        <Fact term="Support">{plan.supportLevel}</Fact>
      </dl>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
