import { eq, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import type { AccountEmailServices } from "../../account-emails/send.ts";
import { markSuspensionNotified, notifyOwner, sendSecurityEmail } from "../../accounts/index.ts";
import { users } from "../../accounts/table.ts";
import { practices } from "../../practices/table.ts";

const batchSize = 500;

/**
 * Notifies members and their owner that the plan suspended them or has a seat for them again, once for each change. The
 * code that suspends members does not send emails, so this is done separately.
 */
export async function notifySuspendedByPlan(services: AccountEmailServices & { db: Db }): Promise<void> {
  const { db } = services;
  const unnotified = sql`${users.suspendedAt} is distinct from ${users.suspensionNotifiedAt}`;
  await db.transaction(async (tx) => {
    const changed = await tx
      .select({ member: users, practiceName: practices.name, practiceSuspendedAt: practices.suspendedAt })
      .from(users)
      .innerJoin(practices, eq(practices.id, users.practiceId))
      .where(unnotified)
      .limit(batchSize)
      .for("update", { of: users, skipLocked: true });
    for (const { member, practiceName, practiceSuspendedAt } of changed) {
      const { practiceId, id, username, suspendedAt } = member;
      await markSuspensionNotified(tx, practiceId, id, suspendedAt);
      // The member is still suspended by an administrator, and was notified of that.
      if (member.suspendedByOperatorAt ?? practiceSuspendedAt) continue;
      await sendSecurityEmail(
        tx,
        services,
        member,
        suspendedAt
          ? { template: "suspended-by-plan", facts: { username, practiceName } }
          : { template: "restored", facts: { username } },
      );
      await notifyOwner(tx, services, member, suspendedAt ? "suspended" : "restored");
    }
  });
}
