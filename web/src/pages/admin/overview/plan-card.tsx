import type { OverviewSubscriptions } from "@sheaf/contracts/admin/overview.ts";
import { lazy, Suspense } from "react";
import { Card } from "../../../ui/card.tsx";
import { time } from "../../../ui/dates.ts";
import { TableHead } from "../../../ui/table-head.tsx";
import { number, percent, pounds, wholePounds } from "../../../ui/words.ts";
import { coloured, cyclingColour } from "./trend.ts";

const PlanPie = lazy(async () => ({ default: (await import("./charts.tsx")).PlanPie }));

type Plans = OverviewSubscriptions["subscriptionsByPlan"];

/** Active subscriptions by plan: a pie chart, and a table of the same numbers with their revenue. */
export function PlanCard({ plans, at }: { plans: Plans; at: string | null }) {
  const total = plans.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card
      title="Subscriptions by plan"
      region
      head={at && <span className="mute sm num">Updated {time(at)}, refreshed every 30 seconds</span>}
    >
      <div className="card__body piebox">
        <div className="pie">
          <Suspense fallback={null}>
            <PlanPie plans={plans} total={total} />
          </Suspense>
        </div>
        <PlanTable plans={plans} total={total} />
      </div>
    </Card>
  );
}

function PlanTable({ plans, total }: { plans: Plans; total: number }) {
  const revenue = plans.reduce((sum, { count, pricePence }) => sum + count * pricePence, 0);
  return (
    <table className="table table--pie" aria-label="Subscriptions by plan">
      <TableHead heads={["Plan", "Price", "Subscriptions", "Share", "Monthly revenue"]} words={1} />
      <tbody>
        {plans.map(({ planName, count, pricePence }, index) => (
          <tr key={planName}>
            <td>
              <span className="sw" style={coloured(cyclingColour(index))} />
              {planName}
            </td>
            <td className="r num">{wholePounds(pricePence)}</td>
            <td className="r num">{number(count)}</td>
            <td className="r num">{percent(total > 0 ? count / total : 0)}</td>
            <td className="r num">{pounds(count * pricePence)}</td>
          </tr>
        ))}
        <tr className="sumrow">
          <td>Total</td>
          <td />
          <td className="r num">
            <span className="total">{number(total)}</span>
          </td>
          <td />
          <td className="r num">
            <span className="total">{pounds(revenue)}</span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
