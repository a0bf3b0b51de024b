import type { LoginInput } from "@sheaf/contracts/accounts.ts";
import { and, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { record } from "../../audit/service.ts";
import { hashPassword, verifyPassword } from "../passwords/password-hash.ts";
import { type AccountServices, type SignedIn, toUser, withPractice } from "../service.ts";
import { isSuspended, suspendedError } from "../suspension.ts";
import { ofUser, users } from "../table.ts";
import { useSecondFactor, wrongCodeError } from "../two-factor/two-factor.ts";
import { accountOf, type Cookies, deviceCookie, originOf } from "./known-devices.ts";
import { endSession, forgetEndedSessions, startSession } from "./sessions.ts";
import {
  attemptOf,
  codeLimits,
  forgetOldFailures,
  type Origin,
  refuseWhenLimited,
  settleAttempt,
} from "./sign-in-limits.ts";
import { type ClientInfo, recordSignIn } from "./sign-ins.ts";

type Needs = Omit<AccountServices, "log">;
type UserRow = typeof users.$inferSelect;

/** The browser that sends a sign-in request. */
export interface Visitor extends ClientInfo {
  cookies: Cookies;
}

/**
 * Signs a user in by username or email address. Response and response time are the same whether or not the account
 * exists, and only a request with the right password finds out that a code is needed.
 * @throws AppError wrong-credentials, two-factor-needed, wrong-code, too-many-attempts, suspended
 */
export async function login(services: Needs, input: LoginInput, place: Visitor): Promise<SignedIn> {
  const { db, config } = services;
  const found = await findByName(db, input.username);
  const origin = await originOf(services, found && accountOf(found.user), place);
  const attempt = attemptOf("user", found?.user ?? { typed: input.username }, origin);
  await refuseWhenLimited(db, attempt);

  const { right, outdated } = await verifyPassword(input.password, found?.user.passwordHash ?? null, config);
  if (!found || !right) {
    await settleAttempt(db, attempt, false, async (tx) => {
      if (found) await recordSignIn(tx, found.user, place, false);
    });
    await forgetOldFailures(db);
    throw wrongCredentials();
  }
  const { user, practice } = found;
  await settleAttempt(db, attempt, true);
  await checkSecondFactor(services, user, input.code, { place, origin });
  if (user.suspendedAt) {
    throw new AppError("wrong-credentials", "Your access is suspended. Ask the owner of your practice.");
  }

  if (await isSuspended(db, user.id)) {
    await recordSignIn(db, user, place, false);
    throw suspendedError();
  }

  const rehashed = outdated ? await hashPassword(input.password, config) : undefined;
  const token = await db.transaction(async (tx) => {
    await requireSamePassword(tx, user, rehashed);
    const actor = { practiceId: user.practiceId, userId: user.id, address: place.address };
    await record(tx, { ...actor, action: "account.signed-in" });
    return startSession(tx, user, place);
  });
  await forgetEndedSessions(db);
  const device = await deviceCookie(services, accountOf(user), "device" in origin ? origin.device : undefined);
  return { user: toUser(user, practice), token, device };
}

/**
 * Checks the second factor after the right password. Wrong codes are counted separately from wrong passwords.
 * @throws AppError two-factor-needed, wrong-code, too-many-attempts
 */
async function checkSecondFactor(
  services: Needs,
  user: UserRow,
  code: string | undefined,
  { place, origin }: { place: ClientInfo; origin: Origin },
): Promise<void> {
  if (user.totpConfirmedAt === null) return;
  if (!code) throw new AppError("two-factor-needed", "Enter the six digits that your authenticator app shows.");
  const attempt = attemptOf("user-code", user, origin, codeLimits(code));
  const take = (tx: Tx) => useSecondFactor(tx, services, user, code);
  const right = await settleAttempt(services.db, attempt, take, async (tx) => {
    await recordSignIn(tx, user, place, false);
    const actor = { practiceId: user.practiceId, userId: user.id, address: place.address };
    await record(tx, { ...actor, action: "account.code-refused" });
  });
  if (!right) throw wrongCodeError();
}

/** Ends the session of a token. Does nothing when it has ended already. */
export async function logout(db: Db, token: string, address: string): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await endSession(tx, token);
    if (ended) await record(tx, { ...ended, address, action: "account.signed-out" });
  });
}

/** Finds a user by username or email address. A username never contains an @, so a name matches at most one account. */
export async function findByName(db: Db | Tx, name: string) {
  const column = name.includes("@") ? users.email : users.username;
  const [found] = await withPractice(db).where(sql`lower(${column}) = lower(${name})`);
  return found;
}

/**
 * Locks the user's row and checks that the password is still the verified one. A new password ends all sessions, so no
 * session may start with the old password at the same time.
 * @throws AppError wrong-credentials
 */
async function requireSamePassword(tx: Tx, user: UserRow, rehashed: string | undefined): Promise<void> {
  const same = and(ofUser(user.practiceId, user.id), eq(users.passwordHash, user.passwordHash));
  const held = await tx
    .select({ id: users.id })
    .from(users)
    .where(same)
    .for(rehashed ? "update" : "share");
  if (held.length === 0) throw wrongCredentials();
  if (rehashed) await tx.update(users).set({ passwordHash: rehashed }).where(same);
}

const wrongCredentials = () => new AppError("wrong-credentials", "Username or password is wrong.");
