import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { practices } from "../practices/table.ts";
import { ofUser, users } from "./table.ts";

/** Whether an administrator keeps the person, or the whole practice, from signing in. */
export async function isSuspended(db: Db | Tx, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ own: users.suspendedByOperatorAt, practice: practices.suspendedAt })
    .from(users)
    .innerJoin(practices, eq(practices.id, users.practiceId))
    .where(eq(users.id, userId));
  return Boolean(row?.own ?? row?.practice);
}

export const suspendedError = () =>
  new AppError("suspended", "This account is suspended. Write to the support of this service to have it restored.");

/** @param at when an administrator suspends the person, or null to restore them */
export async function setSuspendedByOperator(tx: Tx, practiceId: string, userId: string, at: SQL): Promise<void> {
  await tx.update(users).set({ suspendedByOperatorAt: at }).where(ofUser(practiceId, userId));
}

/** @param suspendedAt when the plan has no place for these people any more, or null where it has one again */
export async function setSuspendedByPlan(
  tx: Tx,
  practiceId: string,
  userIds: string[],
  suspendedAt: SQL,
): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .update(users)
    .set({ suspendedAt })
    .where(and(eq(users.practiceId, practiceId), inArray(users.id, userIds)));
}

/** The person is told of this suspension by the plan, or by null that it is over. */
export async function markSuspensionNotified(
  tx: Tx,
  practiceId: string,
  userId: string,
  at: Date | null,
): Promise<void> {
  await tx.update(users).set({ suspensionNotifiedAt: at }).where(ofUser(practiceId, userId));
}
