import { eq } from "drizzle-orm";
import type { Actor } from "../../audit/service.ts";
import type { Db } from "../../db/connect.ts";
import { AppError } from "../../errors.ts";
import { attemptOf, refuseWhenLimited, settleAttempt } from "../sign-in/sign-in-limits.ts";
import { users } from "../table.ts";
import { type HashCost, verifyPassword } from "./password-hash.ts";

/**
 * Before something that only the person themselves should do. Wrong ones count like failed sign-ins, so that a borrowed
 * browser is no place to guess.
 * @throws AppError wrong-password, too-many-attempts
 */
export async function confirmPassword(db: Db, cost: HashCost, actor: Actor, password: string): Promise<void> {
  const attempt = attemptOf("user", { id: actor.userId }, actor.address);
  await refuseWhenLimited(db, attempt);
  const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, actor.userId));
  const { right } = await verifyPassword(password, user?.hash ?? null, cost);
  await settleAttempt(db, attempt, right);
  if (!right) throw new AppError("wrong-password", "The current password is wrong.");
}
