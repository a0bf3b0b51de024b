import type { AdminLogin, AdminLoginInput } from "@sheaf/contracts/admin/session.ts";
import { and, eq, sql } from "drizzle-orm";
import type { AccountEmailServices } from "../../domain/account-emails/send.ts";
import {
  attemptOf,
  type ClientInfo,
  codeLimits,
  deviceCookie,
  forgetOldFailures,
  hashPassword,
  type Origin,
  originOf,
  refuseWhenLimited,
  settleAttempt,
  type Visitor,
  verifyPassword,
  wrongCodeError,
} from "../../domain/accounts/index.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import type { DeviceCookie } from "../../platform/http/cookies.ts";
import type { Services } from "../../platform/services.ts";
import { recordAdminAction } from "./admin-actions.ts";
import { adminAccount } from "./known-devices.ts";
import { startAdminSession } from "./sessions.ts";
import { admins } from "./table.ts";
import { useSecondFactor } from "./two-factor.ts";

type Needs = AccountEmailServices & Pick<Services, "config" | "db">;
type AdminRow = typeof admins.$inferSelect;

/**
 * Signs an administrator in. The response and its duration are the same whether or not the administrator exists.
 * Whether a code is needed is revealed only after the right password. Failures are counted and limited as for users,
 * but separately.
 * @throws AppError wrong-credentials, two-factor-needed, wrong-code, too-many-attempts
 */
export async function signInAdmin(
  services: Needs,
  input: AdminLoginInput,
  place: Visitor,
): Promise<{ login: AdminLogin; device: DeviceCookie }> {
  const { db, config } = services;
  const [admin] = await db.select().from(admins).where(sql`lower(${admins.email}) = lower(${input.email})`);
  const account = admin && adminAccount(admin);
  const origin = await originOf(services, account, place);
  const attempt = attemptOf("admin", admin ?? { typed: input.email }, origin);
  await refuseWhenLimited(db, attempt);

  const { right, outdated } = await verifyPassword(input.password, admin?.passwordHash ?? null, config);
  if (!admin || !account || !right) {
    await settleAttempt(db, attempt, false);
    await forgetOldFailures(db);
    throw new AppError("wrong-credentials", "Email or password is wrong.");
  }
  await settleAttempt(db, attempt, true);
  await checkCode(services, admin, input.code, { place, origin });

  const rehashed = outdated ? await hashPassword(input.password, config) : undefined;
  const token = await db.transaction(async (tx) => {
    if (rehashed) await replaceHash(tx, admin, rehashed);
    await recordAdminAction(tx, { adminId: admin.id, address: place.address }, { action: "admin.signed-in" });
    return startAdminSession(tx, admin.id, place);
  });
  const device = await deviceCookie(services, account, "device" in origin ? origin.device : undefined);
  return { login: { token, admin: { name: admin.name, role: admin.role } }, device };
}

/**
 * Checks the code of the second factor, after the right password. Wrong codes are counted separately from wrong
 * passwords.
 * @throws AppError two-factor-needed, wrong-code, too-many-attempts
 */
async function checkCode(
  services: Needs,
  admin: AdminRow,
  code: string | undefined,
  { place, origin }: { place: ClientInfo; origin: Origin },
): Promise<void> {
  if (admin.totpConfirmedAt === null) return;
  if (!code) throw new AppError("two-factor-needed", "Enter the six digits that your authenticator app shows.");
  const attempt = attemptOf("admin-code", admin, origin, codeLimits(code));
  const take = (tx: Tx) => useSecondFactor(tx, services, admin, code);
  const right = await settleAttempt(services.db, attempt, take, (tx) =>
    recordAdminAction(tx, { adminId: admin.id, address: place.address }, { action: "admin.code-refused" }),
  );
  if (!right) throw wrongCodeError();
}

/** Stores a new hash of the same password, unless the password was changed meanwhile. */
async function replaceHash(tx: Tx, { id, passwordHash: before }: AdminRow, passwordHash: string): Promise<void> {
  await tx
    .update(admins)
    .set({ passwordHash })
    .where(and(eq(admins.id, id), eq(admins.passwordHash, before)));
}
