import type { Billing } from "@sheaf/contracts/billing.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import type { Subscription } from "@sheaf/contracts/plans.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { billingQuery, useCancelSubscription, useResumeSubscription } from "../../../api/billing.ts";
import { renewPath } from "../../../components/plan/renew-path.ts";
import { StartNext } from "../../../components/plan/start-next.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { date } from "../../../ui/dates.ts";
import { pounds } from "../../../ui/words.ts";
import { Row } from "../rows.tsx";
import { Periods } from "./periods.tsx";
import { PlanFactsLine, PlanList } from "./plan-list.tsx";
import { UnlimitedPlan } from "./unlimited-plan.tsx";

interface CurrentPlanProps {
  subscription: Subscription;
  /** Whether the user may change the plan. */
  owner: boolean;
}

export function CurrentPlan({ subscription, owner }: CurrentPlanProps) {
  const { data: billing } = useQuery(billingQuery);
  const { plan, status, currentPeriodEnd } = subscription;
  const active = status === "active";
  const unlimited = active && isUnlimited(plan.documentsPerMonth);
  return (
    <>
      {unlimited ? (
        <UnlimitedPlan plan={plan} billing={billing} />
      ) : (
        <PaidPlan subscription={subscription} owner={owner} billing={billing} />
      )}
      {billing && billing.creditPence > 0 && (
        <Row label={`Credit of ${pounds(billing.creditPence)}`} hint="The next payment uses it first.">
          {null}
        </Row>
      )}
      {owner && active && billing && plan.price > 0 && <Reminders billing={billing} until={currentPeriodEnd} />}
    </>
  );
}

function PaidPlan({ subscription, owner, billing }: CurrentPlanProps & { billing: Billing | undefined }) {
  const { plan, status, currentPeriodEnd } = subscription;
  const active = status === "active";
  return (
    <>
      {owner && active ? (
        <PlanList current={subscription} />
      ) : (
        <Row label={plan.name} hint={<PlanFactsLine plan={plan} />}>
          <Link className="btn" to="/pricing">
            View All Plans
          </Link>
        </Row>
      )}
      <Row
        label={active ? `Paid until ${date(currentPeriodEnd)}` : `Ended on ${date(currentPeriodEnd)}`}
        hint={billing && active && <Periods periods={billing.periods} />}
      >
        {owner && (
          <div className="row srow__acts">
            {billing?.canStartNext && <StartNext billing={billing} className="btn" />}
            <Link className={active ? "btn" : "btn btn--primary"} to={renewPath(plan.slug)}>
              {active ? "Pay for the Next Period" : "Renew"}
            </Link>
          </div>
        )}
      </Row>
    </>
  );
}

/** Nothing is charged automatically: cancelling only stops the reminders. */
function Reminders({ billing, until }: { billing: Billing; until: string }) {
  const [asks, setAsks] = useState(false);
  const cancel = useCancelSubscription();
  const resume = useResumeSubscription();
  const close = () => setAsks(false);
  if (billing.cancelled) {
    return (
      <Row label="Cancelled" hint={`No reminders are sent. Everything works until ${date(until)}.`}>
        <button className="btn" type="button" disabled={resume.isPending} onClick={() => resume.mutate()}>
          {resume.isPending ? "Resuming..." : "Resume"}
        </button>
      </Row>
    );
  }
  return (
    <Row label="Reminders" hint="By email before the paid time ends. Nothing is ever charged automatically.">
      <button className="btn" type="button" onClick={() => setAsks(true)}>
        Cancel subscription
      </button>
      {asks && (
        <ConfirmDialog
          title="Cancel the subscription"
          keep="Keep subscription"
          action={{
            label: "Cancel subscription",
            doing: "Cancelling...",
            pending: cancel.isPending,
            run: () => cancel.mutate(undefined, { onSettled: close }),
          }}
          onClose={close}
        >
          <p>
            Everything works until {date(until)}, and no reminders are sent. After that, uploading and sending stop;
            your documents can still be read.
          </p>
          <p className="dim">Cancelling refunds nothing. To ask for a refund, use Refund beside the payment below.</p>
        </ConfirmDialog>
      )}
    </Row>
  );
}
