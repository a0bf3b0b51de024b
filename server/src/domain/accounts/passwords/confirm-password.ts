import { and, eq } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Member } from "../../access/member.ts";
import type { Actor } from "../../audit/service.ts";
import { attemptOf, refuseWhenLimited, settleAttempt } from "../sign-in/sign-in-limits.ts";
import { ofUser, users } from "../table.ts";
import { type HashCost, verifyPassword } from "./password-hash.ts";

/**
 * Checks the current password before an action that only the account's own user may take. Failed attempts are counted
 * per session: nobody can guess without limit in a borrowed browser, and failed sign-ins elsewhere do not block the
 * user.
 * @returns the password hash to pass to `requirePasswordUnchanged` in the transaction of the action
 * @throws AppError wrong-password, too-many-attempts
 */
export async function confirmPassword(db: Db, cost: HashCost, member: Member, password: string): Promise<string> {
  const attempt = attemptOf("user", { id: member.userId }, { session: member.sessionId });
  await refuseWhenLimited(db, attempt);
  const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, member.userId));
  const { right } = await verifyPassword(password, user?.hash ?? null, cost);
  await settleAttempt(db, attempt, right);
  if (!user || !right) throw wrongPassword();
  return user.hash;
}

/**
 * Locks the user's row and checks that the password is still the confirmed one. Somebody who resets the password wants
 * to exclude everybody who knows the old one, including a request that had already passed `confirmPassword`.
 * @throws AppError wrong-password
 */
export async function requirePasswordUnchanged(
  tx: Tx,
  { practiceId, userId }: Pick<Actor, "practiceId" | "userId">,
  confirmed: string,
): Promise<void> {
  const same = and(ofUser(practiceId, userId), eq(users.passwordHash, confirmed));
  const held = await tx.select({ id: users.id }).from(users).where(same).for("no key update");
  if (held.length === 0) throw wrongPassword();
}

const wrongPassword = () => new AppError("wrong-password", "The current password is wrong.");
