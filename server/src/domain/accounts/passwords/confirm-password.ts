import { and, eq } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Member } from "../../access/member.ts";
import type { Actor } from "../../audit/service.ts";
import { attemptOf, refuseWhenLimited, settleAttempt } from "../sign-in/sign-in-limits.ts";
import { ofUser, users } from "../table.ts";
import { type HashCost, verifyPassword } from "./password-hash.ts";

/**
 * Before something that only the person themselves should do. Wrong ones count per session, so that a borrowed browser
 * is no place to guess, and nobody who fails to sign in elsewhere keeps the person from it.
 * @returns what `requirePasswordUnchanged` wants to see again once it is done
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
 * The password that was confirmed is still the account's, and stays it until the transaction ends: who has reset it
 * means to keep out whoever knew the one before, also where that one's request was under way already.
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
