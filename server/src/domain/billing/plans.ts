import { fallbackPlans, hiddenPlan, ownPracticePlan } from "@sheaf/contracts/plan-facts.ts";
import type { Plan } from "@sheaf/contracts/plans.ts";
import { and, asc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { newId } from "../../platform/ids.ts";
import { plans } from "./table.ts";

type PlanRow = typeof plans.$inferSelect;

/**
 * Updates the table to the plans in the contracts, so that a changed price or limit applies everywhere at once. Runs
 * after every migration; running it again changes nothing. Paid periods keep the allowance they were bought with.
 */
export async function seedPlans(db: Db | Tx): Promise<void> {
  const facts = [
    ...fallbackPlans.map((plan, position) => ({ ...plan, position })),
    ...[hiddenPlan, ownPracticePlan].map((plan) => ({ ...plan, position: null })),
  ];
  await db
    .insert(plans)
    .values(facts.map(({ price, ...plan }) => ({ id: newId(), ...plan, pricePence: price })))
    .onConflictDoUpdate({
      target: plans.slug,
      set: {
        name: sql`excluded.name`,
        pricePence: sql`excluded.price_pence`,
        documentsPerMonth: sql`excluded.documents_per_month`,
        maxUsers: sql`excluded.max_users`,
        supportLevel: sql`excluded.support_level`,
        isPopular: sql`excluded.is_popular`,
        maxFileBytes: sql`excluded.max_file_bytes`,
        position: sql`excluded.position`,
      },
    });
}

/** Lists the plans for sale, in the order of the pricing page. */
export async function listPlans(db: Db): Promise<Plan[]> {
  const rows = await db.select().from(plans).where(isNotNull(plans.position)).orderBy(asc(plans.position));
  return rows.map(describePlan);
}

/** Finds a plan that can be sold or granted: also a hidden one, but not the plan of unlimited use. */
export async function findPlan(db: Db | Tx, slug: string): Promise<PlanRow | undefined> {
  const [row] = await db
    .select()
    .from(plans)
    .where(and(eq(plans.slug, slug), ne(plans.slug, ownPracticePlan.slug)));
  return row;
}

export function describePlan({ id, name, slug, pricePence, ...row }: PlanRow): Plan {
  const { documentsPerMonth, maxUsers, supportLevel, isPopular, maxFileBytes } = row;
  return { id, name, slug, price: pricePence, documentsPerMonth, maxUsers, supportLevel, isPopular, maxFileBytes };
}
