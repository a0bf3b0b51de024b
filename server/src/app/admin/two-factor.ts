import type { TwoFactorStart } from "@sheaf/contracts/accounts.ts";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { type AccountEmailServices, sendAccountEmail } from "../../domain/account-emails/send.ts";
import {
  attemptOf,
  newRecoveryCodes,
  newTotpSecret,
  recoveryCodeHash,
  refuseWhenLimited,
  settleAttempt,
  totpStep,
  totpUri,
  verifyPassword,
} from "../../domain/accounts/index.ts";
import { openText, sealText } from "../../platform/crypto/sealed-text.ts";
import { databaseNow } from "../../platform/db/clock.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { operatorCommand, recordAdminAction } from "./admin-actions.ts";
import type { Administrator } from "./administrator.ts";
import { forgetAdminDevices } from "./known-devices.ts";
import { adminRecoveryCodes, adminSessions, admins } from "./table.ts";

type Needs = AccountEmailServices & Pick<Services, "config" | "db">;
type AdminRow = typeof admins.$inferSelect;

/**
 * Creates a secret for the authenticator app. Two-factor sign-in is not on until a code of the app is confirmed.
 * @throws AppError wrong-password, too-many-attempts, two-factor-on
 */
export async function startAdminTwoFactor(
  services: Needs,
  administrator: Administrator,
  currentPassword: string,
): Promise<TwoFactorStart> {
  const { adminId, email } = administrator;
  await confirmAdminPassword(services, administrator, currentPassword);
  const secret = newTotpSecret();
  const started = await services.db
    .update(admins)
    .set({ totpSecret: sealText(services.key, sealContext(adminId), secret), totpLastStep: null })
    .where(and(eq(admins.id, adminId), isNull(admins.totpConfirmedAt)))
    .returning({ id: admins.id });
  if (started.length === 0) {
    throw new AppError("two-factor-on", "Two-factor sign-in is already on. Turn it off before you set it up again.");
  }
  return { secret, uri: totpUri(secret, { issuer: services.config.companyName, username: email }) };
}

/**
 * Turns two-factor sign-in on after a code has shown that the app has the secret. A wrong code returns bad-request
 * instead of an authentication error, because the session continues.
 * @returns ten recovery codes, which are shown only this once
 * @throws AppError two-factor-off when set-up was not started; two-factor-on; bad-request; too-many-attempts
 */
export async function confirmAdminTwoFactor(
  services: Needs,
  administrator: Administrator,
  code: string,
): Promise<string[]> {
  const { db, key } = services;
  const { adminId, sessionId } = administrator;
  const attempt = attemptOf("admin-code", { id: adminId }, { session: sessionId });
  const [admin] = await db.select().from(admins).where(eq(admins.id, adminId));
  if (!admin?.totpSecret) throw new AppError("two-factor-off", "There is no set-up to confirm. Start again.");
  if (admin.totpConfirmedAt) throw new AppError("two-factor-on", "Two-factor sign-in is already on.");
  const right = await settleAttempt(db, attempt, (tx) => useTotpCode(tx, key, admin, code));
  if (!right) throw new AppError("bad-request", "That code is wrong. Wait for the next one and try again.");

  return db.transaction(async (tx) => {
    await tx.update(admins).set({ totpConfirmedAt: sql`now()` }).where(eq(admins.id, adminId));
    await recordAdminAction(tx, administrator, { action: "admin.two-factor-on" });
    await emailAdmin(tx, services, admin, "two-factor-on");
    await tx.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId));
    const codes = newRecoveryCodes();
    await tx.insert(adminRecoveryCodes).values(codes.map((each) => ({ adminId, codeHash: recoveryCodeHash(each) })));
    return codes;
  });
}

/**
 * Turns two-factor sign-in off: from now on the password is enough.
 * @throws AppError wrong-password, too-many-attempts, two-factor-off
 */
export async function endAdminTwoFactor(
  services: Needs,
  administrator: Administrator,
  currentPassword: string,
): Promise<void> {
  await confirmAdminPassword(services, administrator, currentPassword);
  await services.db.transaction(async (tx) => {
    if (!(await removeSecondFactor(tx, administrator.adminId))) {
      throw new AppError("two-factor-off", "Two-factor sign-in is already off.");
    }
    await recordAdminAction(tx, administrator, { action: "admin.two-factor-off" });
    await emailAdmin(tx, services, administrator, "two-factor-off");
  });
}

/**
 * Removes the second factor of an administrator who lost the authenticator app and the recovery codes, and ends their
 * sessions. Only called by a command.
 * @throws AppError bad-request when there is no such administrator; two-factor-off
 */
export async function resetAdminFactor(
  db: Db,
  services: AccountEmailServices,
  email: string,
): Promise<{ name: string }> {
  return db.transaction(async (tx) => {
    const [admin] = await tx.select().from(admins).where(sql`lower(${admins.email}) = lower(${email})`);
    if (!admin) throw new AppError("bad-request", `There is no administrator with the address ${email}.`);
    if (!(await removeSecondFactor(tx, admin.id))) {
      throw new AppError("two-factor-off", `${admin.name} has not turned on two-factor sign-in.`);
    }
    await tx.delete(adminSessions).where(eq(adminSessions.adminId, admin.id));
    await forgetAdminDevices(tx, admin.id);
    await recordAdminAction(tx, operatorCommand, { action: "admin.two-factor-reset", detail: { admin: admin.id } });
    await emailAdmin(tx, services, admin, "two-factor-off");
    return { name: admin.name };
  });
}

/** @returns false when two-factor sign-in was not on */
async function removeSecondFactor(tx: Tx, adminId: string): Promise<boolean> {
  const off = await tx
    .update(admins)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(and(eq(admins.id, adminId), sql`${admins.totpConfirmedAt} is not null`))
    .returning({ id: admins.id });
  await tx.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId));
  return off.length > 0;
}

/** Returns whether a code is valid: a code of the app or a recovery code, each usable once. */
export async function useSecondFactor(
  tx: Tx,
  services: AccountEmailServices,
  admin: AdminRow,
  code: string,
): Promise<boolean> {
  if (await useTotpCode(tx, services.key, admin, code)) return true;
  const codes = adminRecoveryCodes;
  const taken = await tx
    .update(codes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(codes.adminId, admin.id), eq(codes.codeHash, recoveryCodeHash(code)), isNull(codes.usedAt)))
    .returning({ adminId: codes.adminId });
  if (taken.length === 0) return false;
  await emailAdmin(tx, services, admin, "recovery-code-used");
  return true;
}

async function emailAdmin(
  tx: Tx,
  services: AccountEmailServices,
  { email }: { email: string },
  template: "two-factor-on" | "two-factor-off" | "recovery-code-used",
): Promise<void> {
  await sendAccountEmail(tx, services, { template, facts: { username: email }, practiceId: null, recipient: email });
}

/**
 * Returns whether this code of the app is valid and unused. When two requests use the same code at the same time, the
 * update of the row accepts only one of them.
 */
async function useTotpCode(tx: Tx, key: Buffer, admin: AdminRow, code: string): Promise<boolean> {
  if (!admin.totpSecret) return false;
  const secret = openText(key, sealContext(admin.id), admin.totpSecret);
  if (secret === undefined) return false;
  const step = totpStep(secret, code, admin.totpLastStep, await databaseNow(tx));
  if (step === undefined) return false;
  const fresh = or(isNull(admins.totpLastStep), lt(admins.totpLastStep, step));
  const taken = await tx
    .update(admins)
    .set({ totpLastStep: step })
    .where(and(eq(admins.id, admin.id), eq(admins.totpSecret, admin.totpSecret), fresh))
    .returning({ id: admins.id });
  return taken.length > 0;
}

/**
 * Checks the current password. Wrong passwords are counted per session.
 * @throws AppError wrong-password, too-many-attempts
 */
async function confirmAdminPassword(
  { config, db }: Needs,
  { adminId, sessionId }: Administrator,
  password: string,
): Promise<void> {
  const attempt = attemptOf("admin", { id: adminId }, { session: sessionId });
  await refuseWhenLimited(db, attempt);
  const [admin] = await db.select({ hash: admins.passwordHash }).from(admins).where(eq(admins.id, adminId));
  const { right } = await verifyPassword(password, admin?.hash ?? null, config);
  await settleAttempt(db, attempt, right);
  if (!right) throw new AppError("wrong-password", "The current password is wrong.");
}

const sealContext = (adminId: string) => `admin-totp:${adminId}`;
