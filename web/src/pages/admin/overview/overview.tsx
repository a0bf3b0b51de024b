import type { OverviewSubscriptions } from "@sheaf/contracts/admin/overview.ts";
import { useOverview } from "../../../api/admin/overview.ts";
import { count, dollars, number, pounds } from "../../../ui/words.ts";
import { Figure } from "../pieces/figure.tsx";
import { LoadingNumbers } from "../pieces/loading-numbers.tsx";
import { OperatorSteps } from "./operator-steps.tsx";
import { PlanCard } from "./plan-card.tsx";
import { TrendCard } from "./trend-card.tsx";
import "./overview.css";

/** Four figures and three charts of the whole installation. */
export function Overview() {
  const overview = useOverview();
  if (!overview) return <LoadingNumbers figures={4} cards={2} />;
  const { signups, usage, subscriptions, system } = overview.numbers;
  const signupTrend = signups.signupTrend.map(({ date, count }) => ({ date, values: [count] }));
  const usageTrend = usage.usageTrend.map(({ date, documents, activeUsers }) => ({
    date,
    values: [documents, activeUsers],
  }));
  const allSignups = signups.signupTrend.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <OperatorSteps />
      <section className={`card strip strip--${subscriptions ? 4 : 3}`} aria-label="Figures">
        <Figure
          label="Total users"
          definition="Everyone who has an account, in every practice."
          figure={number(signups.totalUsers)}
          note={`+${number(signups.newUsersThisMonth)} this month`}
        />
        <Figure
          label="Documents processed"
          definition="Files converted for all practices since the service started."
          figure={number(usage.totalDocumentsProcessed)}
          note={`${number(usage.documentsProcessedThisMonth)} this month`}
        />
        {subscriptions && (
          <Figure
            label="Monthly recurring revenue"
            definition="The monthly prices of all active subscriptions, in US dollars at the rate below. Free subscriptions do not count."
            figure={dollars(subscriptions.monthlyRecurringRevenue)}
            note={revenueNote(subscriptions)}
          />
        )}
        <Figure
          label="System success rate"
          definition="Completed jobs as a share of completed and failed jobs. 100% when there are none."
          figure={`${number(system.successRate)}%`}
          note={`${count(system.processingJobs, "job")} processing`}
        />
      </section>
      <div className="duo">
        <TrendCard
          title="Sign-ups, 30 days"
          lines={[{ label: "Sign-ups", colour: "var(--c1)" }]}
          rows={signupTrend}
          note={`${number(allSignups)} in total`}
        />
        <TrendCard
          title="Documents and active users"
          lines={[
            { label: "Documents", colour: "var(--c1)" },
            { label: "Active users", colour: "var(--c2)", dashed: true },
          ]}
          rows={usageTrend}
        />
      </div>
      {subscriptions && <PlanCard plans={subscriptions.subscriptionsByPlan} at={overview.at} />}
    </>
  );
}

/** Describes the revenue in pounds, which the figure shows in dollars. */
function revenueNote({ totalSubscriptions, usdPerGbp, subscriptionsByPlan }: OverviewSubscriptions): string {
  const subscriptions = count(totalSubscriptions, "subscription");
  if (usdPerGbp === 0) return subscriptions;
  const pence = subscriptionsByPlan.reduce((sum, plan) => sum + plan.count * plan.pricePence, 0);
  return `${pounds(pence)} from ${subscriptions}, at ${usdPerGbp} USD per GBP`;
}
