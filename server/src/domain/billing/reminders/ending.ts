import { and, desc, eq, exists, isNotNull, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import type { EndingPlan } from "../emails/texts.ts";
import { cancellations, periods, plans } from "../table.ts";

/**
 * Returns the plan that the practice should be reminded of: the last paid one, running or in the future.
 * @returns null when nothing is paid any more, after a cancellation, and for plans that are not for sale
 */
export async function endingPlan(db: Db | Tx, practiceId: string): Promise<EndingPlan | null> {
  const cancelled = db
    .select({ one: sql`1` })
    .from(cancellations)
    .where(eq(cancellations.practiceId, periods.practiceId));
  const [last] = await db
    .select({
      name: plans.name,
      slug: plans.slug,
      pricePence: plans.pricePence,
      endsAt: periods.endsAt,
      isSold: isNotNull(plans.position).mapWith(Boolean),
      isCancelled: exists(cancelled).mapWith(Boolean),
      isPaid: sql<boolean>`${periods.endsAt} > clock_timestamp()`,
    })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(and(eq(periods.practiceId, practiceId), sql`${periods.endsAt} > ${periods.startsAt}`))
    .orderBy(desc(periods.endsAt))
    .limit(1);
  if (!last) return null;
  const { isSold, isCancelled, isPaid, ...plan } = last;
  return isPaid && isSold && !isCancelled ? plan : null;
}
