import type { User } from "@sheaf/contracts/accounts.ts";
import { periodDays } from "@sheaf/contracts/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { subscriptionQuery } from "../../../api/billing.ts";
import { Section } from "../../../ui/section.tsx";
import { Row } from "../rows.tsx";
import { CurrentPlan } from "./current-plan.tsx";
import { Ledger } from "./ledger.tsx";
import { RefundRequests } from "./refund-requests.tsx";
import "./plan.css";

/** What is paid, until when, what is left of it, and every payment. All members see the plan; the owner pays. */
export function PlanAndPayments({ user }: { user: User }) {
  const owner = user.role === "owner";
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "#payments") place.current?.scrollIntoView();
  }, [hash]);
  return (
    <div ref={place} id="payments">
      <Section
        title="Plan and payments"
        about={
          owner
            ? `A payment buys ${periodDays} days and does not renew automatically.`
            : "The owner of the practice pays."
        }
      >
        <Standing owner={owner} />
        {owner && (
          <>
            <RefundRequests />
            <Ledger />
          </>
        )}
      </Section>
    </div>
  );
}

function Standing({ owner }: { owner: boolean }) {
  const { data: subscription } = useQuery(subscriptionQuery);
  if (subscription) return <CurrentPlan subscription={subscription} owner={owner} />;
  return (
    <Row label="No Active Subscription" hint="Choose a plan to upload and send documents.">
      <Link className="btn" to="/pricing">
        View All Plans
      </Link>
    </Row>
  );
}
