import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { accountLink, sendAccountEmail } from "../../../domain/account-emails/send.ts";
import {
  endSessionsOf,
  makeLink,
  notifyOwner,
  sendSecurityEmail,
  sendVerification,
  setSuspendedByOperator,
} from "../../../domain/accounts/index.ts";
import { sessions, users } from "../../../domain/accounts/table.ts";
import { record } from "../../../domain/audit/service.ts";
import { lockPractice, setPracticeSuspended } from "../../../domain/practices/service.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import { recordAdminAction } from "../admin-actions.ts";
import { findUser } from "../users/page.ts";
import type { ActionServices, AdminActionHandler } from "./action.ts";

type Found = Awaited<ReturnType<typeof findUser>>;

/** Ends all sessions of a user. @throws AppError user-not-found */
export const endSessions: AdminActionHandler = async ({ db }, administrator, userId, { reason }) => {
  await db.transaction(async (tx) => {
    const { practiceId } = (await findUser(tx, userId)).user;
    const own = and(eq(sessions.practiceId, practiceId), eq(sessions.userId, userId));
    const open = await tx.$count(sessions, and(own, gt(sessions.expiresAt, sql`now()`)));
    await endSessionsOf(tx, { practiceId, userId }, "signed-out-by-operator");
    await record(tx, { practiceId, userId: null, action: "operator.sessions-ended", subjectId: userId });
    const detail = { sessions: open };
    await recordAdminAction(tx, administrator, { action: "user.sessions-ended", practiceId, userId, reason, detail });
  });
};

/**
 * Sends the email with the verification link again. The link sent before stops working.
 * @throws AppError user-not-found; bad-request when the address is already confirmed; email-not-sent when this
 *   installation sends no email
 */
export const resendVerification: AdminActionHandler = async (services, administrator, userId, { reason }) => {
  await services.db.transaction(async (tx) => {
    const { user } = await findUser(tx, userId);
    const { practiceId, username, pendingEmail, emailVerifiedAt, email } = user;
    const open = pendingEmail ?? (emailVerifiedAt ? undefined : email);
    if (open === undefined) throw new AppError("bad-request", "This user’s email address is already confirmed.");
    refuseWithoutMail(services, username);
    await sendVerification(tx, services, user, open);
    await record(tx, { practiceId, userId: null, action: "operator.verification-sent", subjectId: userId });
    await recordAdminAction(tx, administrator, { action: "user.verification-sent", practiceId, userId, reason });
  });
};

/**
 * Sends the user a link to choose a new password, only to the address that the user has confirmed. The password and the
 * second factor stay valid until the link is used.
 * @throws AppError user-not-found; bad-request when no address is confirmed; email-not-sent when this installation
 *   sends no email
 */
export const sendResetLink: AdminActionHandler = async (services, administrator, userId, { reason }) => {
  await services.db.transaction(async (tx) => {
    const { user } = await findUser(tx, userId);
    const { practiceId, username, emailVerifiedAt, email } = user;
    refuseWithoutMail(services, username);
    if (!emailVerifiedAt) {
      throw new AppError(
        "bad-request",
        "This user’s email address is not confirmed, so it may belong to somebody else.",
      );
    }
    const link = accountLink(services.config, "reset", await makeLink(tx, user, "reset", email));
    await sendAccountEmail(tx, services, {
      practiceId,
      recipient: email,
      template: "reset-by-operator",
      facts: { link, username },
    });
    await record(tx, { practiceId, userId: null, action: "operator.reset-sent", subjectId: userId });
    await recordAdminAction(tx, administrator, { action: "user.reset-sent", practiceId, userId, reason });
  });
};

/** @throws AppError email-not-sent */
function refuseWithoutMail({ mail }: ActionServices, username: string): void {
  if (mail.name !== "outbox") return;
  const command = `./sheaf user link ${username}`;
  throw new AppError("email-not-sent", `This installation sends no email. Give them a link by ${command}.`);
}

/**
 * Suspends a user: ends all sessions and refuses further sign-ins. Suspending the owner suspends the whole practice.
 * Files that were uploaded before are still converted and sent.
 * @throws AppError user-not-found; bad-request when the user is already suspended
 */
export const suspend: AdminActionHandler = (...given) => setAccess("suspended", ...given);

/** Reverses `suspend`. @throws AppError user-not-found, not-suspended */
export const restore: AdminActionHandler = (...given) => setAccess("restored", ...given);

async function setAccess(
  access: "suspended" | "restored",
  ...[services, administrator, userId, { reason }]: Parameters<AdminActionHandler>
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { practiceId } = (await findUser(tx, userId)).user;
    await lockPractice(tx, practiceId);
    // Read again under the lock: now no other request can change the practice's members.
    const found = await findUser(tx, userId);
    if (access === "suspended") {
      if (isSuspended(found)) throw new AppError("bad-request", "This user is already suspended.");
      await setSuspended(tx, found, sql`now()`);
      for (const { id: each } of await affectedUsers(tx, found)) {
        await endSessionsOf(tx, { practiceId, userId: each }, "suspended-by-operator");
      }
    } else {
      if (!isSuspended(found)) throw new AppError("not-suspended", notSuspendedReason(found));
      await setSuspended(tx, found, sql`null`);
    }
    await record(tx, { practiceId, userId: null, action: `operator.${access}`, subjectId: userId });
    const action = `${found.user.role === "owner" ? "practice" : "user"}.${access}` as const;
    await recordAdminAction(tx, administrator, { action, practiceId, userId, reason });
    await emailAffected(tx, services, found, access);
    await announce(tx, practiceId, { type: "members" });
  });
}

const isSuspended = ({ user, practice }: Found) =>
  user.suspendedByOperatorAt !== null || (user.role === "owner" && practice.suspendedAt !== null);

function notSuspendedReason({ user, practice }: Found): string {
  if (practice.suspendedAt) return "The whole practice is suspended: restore its owner.";
  if (user.suspendedAt) return "The plan is for fewer users: they come back with a larger plan.";
  return "They can sign in already.";
}

/** An owner may also be suspended as a user: they may have been a member when they were suspended. */
async function setSuspended(tx: Tx, { user, practice }: Found, suspendedAt: SQL): Promise<void> {
  if (user.role === "owner") await setPracticeSuspended(tx, practice.id, suspendedAt);
  if (user.role === "owner" && !user.suspendedByOperatorAt) return;
  await setSuspendedByOperator(tx, practice.id, user.id, suspendedAt);
}

/** Returns the user; for an owner, all users of the practice. */
async function affectedUsers(tx: Tx, { user, practice }: Found): Promise<Found["user"][]> {
  if (user.role !== "owner") return [user];
  return tx.select().from(users).where(eq(users.practiceId, practice.id));
}

/**
 * Emails the users whose access has just changed and, for a member, also the owner. Users who are suspended for another
 * reason stay suspended and get no email.
 */
async function emailAffected(
  tx: Tx,
  services: ActionServices,
  found: Found,
  template: "suspended" | "restored",
): Promise<void> {
  const recipients = (await affectedUsers(tx, found)).filter(
    ({ id, suspendedAt, suspendedByOperatorAt }) =>
      id === found.user.id || (suspendedAt === null && suspendedByOperatorAt === null),
  );
  for (const person of recipients) {
    await sendSecurityEmail(tx, services, person, { template, facts: { username: person.username } });
  }
  await notifyOwner(tx, services, found.user, template);
}
