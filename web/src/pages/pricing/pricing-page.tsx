import { refundTerms } from "@sheaf/contracts/business-facts.ts";
import { periodDays } from "@sheaf/contracts/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { subscriptionQuery, usePlans } from "../../api/billing.ts";
import { useInstallation } from "../../api/installation.ts";
import { LiveChanges } from "../../shell/public/live-changes.tsx";
import { PublicPage } from "../../shell/public/public-page.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { CurrentSubscription } from "./current-subscription.tsx";
import { Features } from "./features.tsx";
import { PlanColumns } from "./plan-columns.tsx";
import { SampleOffer } from "./sample-offer.tsx";
import "./pricing.css";

export function PricingPage() {
  const { data: user } = useUser();
  const { data: subscription } = useQuery({ ...subscriptionQuery, enabled: Boolean(user) });
  const { plans } = usePlans();
  return (
    <PublicPage title="Pricing" place="pricing" features="#features">
      <LiveChanges />
      <main className="wrap pricing">
        <div className="row between crumbs">
          <BackLink to="/">Back to Home</BackLink>
          {user === null && (
            <span className="sm">
              <span className="hide-phone">Have an account? </span>
              <Link to="/auth">Log In</Link>
            </span>
          )}
          {user && <span className="sm dim only-phone">Welcome {user.username}</span>}
        </div>
        <h1>Professional Document Management for Accountants</h1>
        <p className="lead">
          One price for the practice. Each payment gives {periodDays} days and does not renew automatically.
        </p>
        {subscription && <CurrentSubscription subscription={subscription} />}
        {user && subscription === null && <SampleOffer />}
        <PlanColumns plans={plans} />
        <p className="mute sm num pricing__note">
          Prices in pounds. Unused within {refundTerms.windowDays} days? Read the <Link to="/refund">refund terms</Link>
          .
        </p>
        <Features />
        <Enterprise users={Math.max(...plans.map(({ maxUsers }) => maxUsers))} />
      </main>
    </PublicPage>
  );
}

/** @param users limit of the largest plan for sale */
function Enterprise({ users }: { users: number }) {
  const installation = useInstallation();
  return (
    <section className="sec ent">
      <h2>More than {users} people?</h2>
      <p className="body">
        Custom enterprise plans:{" "}
        {installation && <a href={`mailto:${installation.salesEmail}`}>{installation.salesEmail}</a>}
      </p>
    </section>
  );
}
