import type { TwoFactorStart } from "@sheaf/contracts/accounts.ts";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { openText, sealText } from "../../../platform/crypto/sealed-text.ts";
import { databaseNow } from "../../../platform/db/clock.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Services } from "../../../platform/services.ts";
import type { Member } from "../../access/member.ts";
import type { AccountEmailServices } from "../../account-emails/send.ts";
import { record } from "../../audit/service.ts";
import { confirmPassword, requirePasswordUnchanged } from "../passwords/confirm-password.ts";
import { sendSecurityEmail } from "../security-emails.ts";
import type { AccountServices } from "../service.ts";
import { attemptOf, settleAttempt } from "../sign-in/sign-in-limits.ts";
import { ofUser, users } from "../table.ts";
import { deleteRecoveryCodes, replaceRecoveryCodes, useRecoveryCode } from "./recovery-codes.ts";
import { newTotpSecret, totpStep, totpUri } from "./totp.ts";

type Needs = Pick<Services, "config" | "db" | "key">;
type UserRow = typeof users.$inferSelect;

/**
 * Creates a secret for the authenticator app. Two-factor sign-in stays off until a code made with it is confirmed.
 * @throws AppError wrong-password, too-many-attempts, two-factor-on
 */
export async function startTwoFactor(
  { config, db, key }: Needs,
  member: Member,
  currentPassword: string,
): Promise<TwoFactorStart> {
  await confirmPassword(db, config, member, currentPassword);
  const secret = newTotpSecret();
  const started = await db
    .update(users)
    .set({ totpSecret: sealText(key, sealContext(member.userId), secret), totpLastStep: null })
    .where(and(ofUser(member.practiceId, member.userId), isNull(users.totpConfirmedAt)))
    .returning({ id: users.id });
  if (started.length === 0) throw isOn();
  return { secret, uri: totpUri(secret, { issuer: config.companyName, username: member.username }) };
}

/**
 * Turns two-factor sign-in on after the authenticator app has produced a valid code.
 * @returns ten recovery codes, shown only this once
 * @throws AppError two-factor-on; two-factor-off when the set-up was not started; wrong-code, too-many-attempts
 */
export async function confirmTwoFactor(services: AccountServices, member: Member, code: string): Promise<string[]> {
  const { practiceId, userId, sessionId } = member;
  const { db, key } = services;
  const attempt = attemptOf("user-code", { id: userId }, { session: sessionId });
  const user = await userOf(db, member);
  if (user.totpConfirmedAt) throw isOn();
  if (!user.totpSecret) throw new AppError("two-factor-off", "There is no set-up to confirm. Start again.");
  const right = await settleAttempt(db, attempt, (tx) => useTotpCode(tx, key, user, code));
  if (!right) throw wrongCodeError();

  return db.transaction(async (tx) => {
    await tx.update(users).set({ totpConfirmedAt: sql`now()` }).where(ofUser(practiceId, userId));
    await record(tx, { ...member, action: "account.two-factor-on" });
    await sendSecurityEmail(tx, services, user, { template: "two-factor-on", facts: { username: user.username } });
    return replaceRecoveryCodes(tx, practiceId, userId);
  });
}

/** @throws AppError wrong-password, too-many-attempts, two-factor-off */
export async function disableTwoFactor(
  services: AccountServices,
  member: Member,
  currentPassword: string,
): Promise<void> {
  const { config, db } = services;
  const confirmed = await confirmPassword(db, config, member, currentPassword);
  await db.transaction(async (tx) => {
    await requirePasswordUnchanged(tx, member, confirmed);
    await requireOn(tx, member);
    await forgetSecondFactor(tx, services, member);
    await record(tx, { ...member, action: "account.two-factor-off" });
  });
}

/** Turns two-factor sign-in off and notifies the user. */
export async function forgetSecondFactor(
  tx: Tx,
  services: AccountEmailServices,
  person: { practiceId: string; userId: string; username: string; email: string },
): Promise<void> {
  const { practiceId, userId, username } = person;
  await tx
    .update(users)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(ofUser(practiceId, userId));
  await deleteRecoveryCodes(tx, practiceId, userId);
  await sendSecurityEmail(tx, services, person, { template: "two-factor-off", facts: { username } });
}

/**
 * Creates ten new recovery codes; the earlier ones stop working.
 * @throws AppError wrong-password, too-many-attempts, two-factor-off
 */
export async function renewRecoveryCodes(
  services: AccountServices,
  member: Member,
  currentPassword: string,
): Promise<string[]> {
  const { config, db } = services;
  const { practiceId, userId, username } = member;
  const confirmed = await confirmPassword(db, config, member, currentPassword);
  return db.transaction(async (tx) => {
    await requirePasswordUnchanged(tx, member, confirmed);
    await requireOn(tx, member);
    await record(tx, { ...member, action: "account.recovery-codes-renewed" });
    await sendSecurityEmail(tx, services, member, { template: "recovery-codes-renewed", facts: { username } });
    return replaceRecoveryCodes(tx, practiceId, userId);
  });
}

/**
 * Checks and uses up a code of the authenticator app or a recovery code. The user is notified of the use of a recovery
 * code.
 * @returns whether the code is valid
 */
export async function useSecondFactor(
  tx: Tx,
  services: AccountEmailServices,
  user: UserRow,
  code: string,
): Promise<boolean> {
  if (await useTotpCode(tx, services.key, user, code)) return true;
  if (!(await useRecoveryCode(tx, user, code))) return false;
  await sendSecurityEmail(tx, services, user, { template: "recovery-code-used", facts: { username: user.username } });
  return true;
}

/**
 * Checks and uses up a code of the authenticator app. If two requests use the same code at once, the condition on the
 * row lets one of them succeed.
 */
async function useTotpCode(tx: Tx, key: Buffer, user: UserRow, code: string): Promise<boolean> {
  const secret = user.totpSecret ? openText(key, sealContext(user.id), user.totpSecret) : undefined;
  if (secret === undefined) return false;
  const step = totpStep(secret, code, user.totpLastStep, await databaseNow(tx));
  if (step === undefined) return false;
  const fresh = or(isNull(users.totpLastStep), lt(users.totpLastStep, step));
  const taken = await tx
    .update(users)
    .set({ totpLastStep: step })
    .where(and(ofUser(user.practiceId, user.id), eq(users.totpSecret, user.totpSecret ?? Buffer.alloc(0)), fresh))
    .returning({ id: users.id });
  return taken.length > 0;
}

async function userOf(db: Db | Tx, { practiceId, userId }: Member): Promise<UserRow> {
  const [user] = await db.select().from(users).where(ofUser(practiceId, userId));
  if (!user) throw new AppError("not-signed-in", "Your account no longer exists.");
  return user;
}

async function requireOn(tx: Tx, member: Member): Promise<void> {
  const user = await userOf(tx, member);
  if (!user.totpConfirmedAt) throw new AppError("two-factor-off", "Two-factor sign-in is already off.");
}

const sealContext = (userId: string) => `totp:${userId}`;
const isOn = () =>
  new AppError("two-factor-on", "Two-factor sign-in is already on. Turn it off before you set it up again.");
export const wrongCodeError = () =>
  new AppError("wrong-code", "That code is wrong or was used already. Wait for the next one and try again.");
