import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { practices } from "../practices/table.ts";
import { ofUser, users } from "./table.ts";

/** Tells whether an administrator has suspended the user or the whole practice. */
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

/** @param at the time of the suspension by an administrator, or null to restore the user */
export async function setSuspendedByOperator(tx: Tx, practiceId: string, userId: string, at: SQL): Promise<void> {
  await tx.update(users).set({ suspendedByOperatorAt: at }).where(ofUser(practiceId, userId));
}

/**
 * @param suspendedAt the time when the plan had no seat for these users any more, or null when it has seats for them
 *   again
 */
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

/** Records that the user was notified of the suspension that began at this time, or, with null, of its end. */
export async function markSuspensionNotified(
  tx: Tx,
  practiceId: string,
  userId: string,
  at: Date | null,
): Promise<void> {
  await tx.update(users).set({ suspensionNotifiedAt: at }).where(ofUser(practiceId, userId));
}
