import { ownPracticePlan } from "@sheaf/contracts/plan-facts.ts";
import { sql } from "drizzle-orm";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { lockPractice } from "../../practices/service.ts";
import { notifySuspendedByPlan } from "./notify-suspended.ts";
import { fitMembers } from "./seats.ts";

const batchSize = 500;

/**
 * Suspends members when a plan with fewer seats begins, restores them when there are enough seats again, and notifies
 * them. Runs every minute.
 */
export const fitMembersToPlans = defineScheduledTask<Pick<WorkerServices, "db" | "key" | "mail" | "queue">>({
  name: "billing.fit-members",
  timeoutMs: 50_000,
  async run(services, { signal }) {
    const { db } = services;
    const { rows } = await db.execute<{ id: string }>(sql`
      select periods.practice_id as id
      from periods
      join plans on plans.id = periods.plan_id
      join lateral (
        select count(*) as all_of_them, count(*) filter (where suspended_at is null) as working
        from users where users.practice_id = periods.practice_id
      ) members on members.working <> least(plans.max_users, members.all_of_them)
      where periods.starts_at <= now() and periods.ends_at > now()
        and (plans.slug = ${ownPracticePlan.slug} or not exists (
          select from periods own join plans unlimited on unlimited.id = own.plan_id
          where own.practice_id = periods.practice_id and unlimited.slug = ${ownPracticePlan.slug}
            and own.starts_at <= now() and own.ends_at > now()))
      limit ${batchSize}`);
    let fitted = 0;
    for (const { id } of rows) {
      if (signal.aborted) break;
      await db.transaction(async (tx) => {
        await lockPractice(tx, id);
        await fitMembers(tx, id);
      });
      fitted += 1;
    }
    await notifySuspendedByPlan(services);
    return { practices: fitted };
  },
});
