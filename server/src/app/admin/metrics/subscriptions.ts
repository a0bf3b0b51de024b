import { ownPracticePlan } from "@sheaf/contracts/plan-facts.ts";
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";

const monthAgo = sql.raw("now() - interval '30 days'");

export interface Subscriptions {
  /** In whole pence: the sum of the monthly prices of all subscriptions that run now. The free plan counts as 0. */
  revenuePence: number;
  totalSubscriptions: number;
  /** In percent, to two decimals: a rate just above a threshold must not be rounded down to it. */
  churnRate: number;
  subscriptionsByPlan: { planName: string; count: number; pricePence: number }[];
}

/**
 * Counts the running subscriptions by plan. The unlimited use of an own practice is not a subscription. Periods of
 * other plans never overlap, so each practice counts once.
 */
export async function readSubscriptions(tx: Tx): Promise<Subscriptions> {
  const { rows: plans } = await tx.execute<{ planName: string; count: number; pricePence: number }>(sql`
    select plans.name as "planName", running.count, plans.price_pence as "pricePence"
    from (
      select plan_id, count(*)::int as count from periods where starts_at <= now() and ends_at > now() group by plan_id
    ) running
    join plans on plans.id = running.plan_id and plans.slug <> ${ownPracticePlan.slug}
    order by plans.position nulls last, plans.name`);
  return {
    revenuePence: plans.reduce((sum, { count, pricePence }) => sum + count * pricePence, 0),
    totalSubscriptions: plans.reduce((sum, { count }) => sum + count, 0),
    churnRate: await readChurn(tx),
    subscriptionsByPlan: plans,
  };
}

/**
 * Returns the churn rate: of the subscriptions that ran 30 days ago, the share that has ended since without renewal; 0
 * when none ran.
 */
async function readChurn(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ ended: number; ran: number }>(sql`
    select count(*) filter (where paid_until <= now() and ran > 0)::int as ended, coalesce(sum(ran), 0)::int as ran
    from (
      select max(ends_at) as paid_until, count(*) filter (where starts_at <= ${monthAgo}) as ran
      from periods join plans on plans.id = periods.plan_id and plans.slug <> ${ownPracticePlan.slug}
      where ends_at > ${monthAgo} and ends_at > starts_at group by practice_id
    ) recent`);
  const { ended, ran } = rows[0] ?? { ended: 0, ran: 0 };
  return ran === 0 ? 0 : Math.round((10_000 * ended) / ran) / 100;
}
