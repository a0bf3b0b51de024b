import type { Billing } from "@sheaf/contracts/billing.ts";
import type { Plan } from "@sheaf/contracts/plans.ts";
import { Link } from "react-router";
import { Row } from "../rows.tsx";
import { Periods } from "./periods.tsx";

interface UnlimitedPlanProps {
  plan: Plan;
  /** Undefined while it is not known yet. */
  billing: Billing | undefined;
}

/** Free use without limits, of a practice that used to be the operator's own one. Its paid periods stay as they are. */
export function UnlimitedPlan({ plan, billing }: UnlimitedPlanProps) {
  return (
    <>
      <Row label="Unlimited" hint={`Free · Unlimited documents · Unlimited users · ${plan.supportLevel}`}>
        <Link className="sm" to="/pricing">
          View All Plans
        </Link>
      </Row>
      {billing && billing.periods.length > 0 && (
        <Row label="Paid as well" hint={<Periods periods={billing.periods} />}>
          {null}
        </Row>
      )}
    </>
  );
}
