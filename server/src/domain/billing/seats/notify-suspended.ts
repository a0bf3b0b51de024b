import { eq, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import type { AccountEmailServices } from "../../account-emails/send.ts";
import { markSuspensionNotified, notifyOwner, sendSecurityEmail } from "../../accounts/index.ts";
import { users } from "../../accounts/table.ts";
import { practices } from "../../practices/table.ts";

const atOnce = 500;

/**
 * Tells members, and their owner, that the plan suspended them or has room for them again. What suspends them has no
 * email at hand, so it is told here, once for each change.
 */
export async function notifySuspendedByPlan(services: AccountEmailServices & { db: Db }): Promise<void> {
  const { db } = services;
  const untold = sql`${users.suspendedAt} is distinct from ${users.suspensionNotifiedAt}`;
  await db.transaction(async (tx) => {
    const changed = await tx
      .select({ member: users, practiceName: practices.name, practiceSuspendedAt: practices.suspendedAt })
      .from(users)
      .innerJoin(practices, eq(practices.id, users.practiceId))
      .where(untold)
      .limit(atOnce)
      .for("update", { of: users, skipLocked: true });
    for (const { member, practiceName, practiceSuspendedAt } of changed) {
      const { practiceId, id, username, suspendedAt } = member;
      await markSuspensionNotified(tx, practiceId, id, suspendedAt);
      // An administrator's suspension stands, and was told.
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
