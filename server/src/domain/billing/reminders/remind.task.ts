import { reminderDays } from "@sheaf/contracts/business-facts.ts";
import { sql } from "drizzle-orm";
import { databaseNow } from "../../../platform/db/clock.ts";
import { defineScheduledTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { lockPractice } from "../../practices/service.ts";
import { queueBillingEmail } from "../emails/queue-billing-email.ts";
import { daysLeft } from "../periods/arithmetic.ts";
import { endingPlan } from "./ending.ts";

type Needs = Pick<WorkerServices, "config" | "db">;

/**
 * Reminds owners before their paid time ends, once for each number of days and each end. Reminders missed while no
 * worker ran are not made up for: one day before the end there is one reminder, not two. Runs every hour.
 */
export const remindOwners = defineScheduledTask<Needs>({
  name: "billing.remind",
  timeoutMs: 30 * 60_000,
  async run({ config, db }, { signal }) {
    if (config.installation === "practice") return undefined;
    const first = Math.max(...reminderDays);
    const { rows } = await db.execute<{ id: string }>(sql`
      select practice_id as id from periods
      where ends_at > now() group by practice_id
      having max(ends_at) <= now() + make_interval(days => ${first})`);
    let looked = 0;
    for (const { id } of rows) {
      if (signal.aborted) break;
      await remind(db, id);
      looked += 1;
    }
    return { practices: looked };
  },
});

async function remind(db: Needs["db"], practiceId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPractice(tx, practiceId);
    const ending = await endingPlan(tx, practiceId);
    if (!ending) return;
    const left = daysLeft(await databaseNow(tx), ending.endsAt);
    const due = reminderDays.filter((days) => left <= days);
    if (due.length === 0) return;
    const endsAt = ending.endsAt.toISOString();
    const about = `${Math.min(...due)} days before ${endsAt}`;
    await queueBillingEmail(tx, { practiceId, template: "reminder", about, facts: { endsAt } });
  });
}
