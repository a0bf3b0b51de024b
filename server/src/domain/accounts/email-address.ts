import type { User } from "@sheaf/contracts/accounts.ts";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { announce } from "../../platform/events/events.ts";
import type { Member } from "../access/member.ts";
import { accountLink, sendAccountEmail } from "../account-emails/send.ts";
import { limitPerHour } from "../audit/limit-per-hour.ts";
import { record } from "../audit/service.ts";
import { makeLink, revokeResetLinks, wasLinkJustSent } from "./links.ts";
import { confirmPassword, requirePasswordUnchanged } from "./passwords/confirm-password.ts";
import { type AccountServices, getUser, taken } from "./service.ts";
import { ofUser, users } from "./table.ts";

const changeLimit = { perHour: 10, what: "changes of an email address" };

/**
 * Sends a link that confirms the address. If the installation sends no email, no link is made: the operator hands one
 * out.
 */
export async function sendVerification(
  tx: Tx,
  services: Omit<AccountServices, "db">,
  user: { practiceId: string; id: string; username: string },
  email: string,
): Promise<void> {
  if (services.mail.name === "outbox") return;
  const { practiceId, username } = user;
  const link = accountLink(services.config, "verify", await makeLink(tx, user, "verify", email));
  await sendAccountEmail(tx, services, {
    practiceId,
    recipient: email,
    template: "verify",
    facts: { link, username },
  });
}

/**
 * Sends the confirmation link again, to the new address or to the account's unconfirmed one. Does nothing when there is
 * no unconfirmed address.
 * @throws AppError too-many-requests within a minute of the last link; email-not-sent when this installation sends no
 *   email
 */
export async function resendVerification(services: AccountServices, { practiceId, userId: id }: Member): Promise<void> {
  if (services.mail.name === "outbox") {
    throw new AppError("email-not-sent", "This installation sends no email. Ask its operator for a link.");
  }
  await services.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(ofUser(practiceId, id)).for("update");
    const unconfirmed = user?.pendingEmail ?? (user?.emailVerifiedAt ? undefined : user?.email);
    if (!user || unconfirmed === undefined) return;
    if (await wasLinkJustSent(tx, user, "verify")) {
      throw new AppError(
        "too-many-requests",
        "A link was sent a moment ago. Check your inbox, or try again in a minute.",
        {
          retryAfterSeconds: 60,
        },
      );
    }
    await sendVerification(tx, services, user, unconfirmed);
  });
}

/**
 * Marks the address as confirmed and makes it the account's email address. The caller releases the emails that wait for
 * the confirmation (app/sign-up/confirm-address.ts).
 * @param user.email the new address, or the one that is not confirmed yet
 * @returns false when the address was changed again in the meantime
 */
export async function confirmEmailAddress(
  tx: Tx,
  { practiceId, userId, email }: { practiceId: string; userId: string; email: string },
): Promise<boolean> {
  const confirmed = await tx
    .update(users)
    .set({ email, pendingEmail: null, emailVerifiedAt: sql`now()` })
    .where(and(ofUser(practiceId, userId), eq(sql`coalesce(${users.pendingEmail}, ${users.email})`, email)))
    .returning({ id: users.id });
  if (confirmed.length === 0) return false;
  // A link to choose a new password may still be in the inbox of the previous address.
  await revokeResetLinks(tx, { practiceId, userId });
  await announce(tx, practiceId, { type: "members" });
  return true;
}

/**
 * Starts a change of email address. The account gets the new address once its confirmation link is opened; until then
 * the old address stays valid and gets a notice. Entering the current address again cancels a pending change.
 * @throws AppError wrong-password, too-many-attempts, email-taken, too-many-requests
 */
export async function changeEmail(
  services: AccountServices,
  member: Member,
  input: { currentPassword: string; email: string },
): Promise<User> {
  const { db, config } = services;
  const { practiceId, userId, username } = member;
  const confirmed = await confirmPassword(db, config, member, input.currentPassword);
  await db.transaction(async (tx) => {
    await requirePasswordUnchanged(tx, member, confirmed);
    const cancelsChange = input.email === member.email;
    // Checked before the lookup, so that nobody can find out about many addresses which ones have an account.
    if (!cancelsChange) await limitPerHour(tx, practiceId, "account.email-changing", changeLimit);
    const sameEmail = eq(sql`lower(${users.email})`, input.email.toLowerCase());
    if ((await tx.$count(users, and(sameEmail, ne(users.id, userId)))) > 0) throw taken.email();
    await tx
      .update(users)
      .set({ pendingEmail: cancelsChange ? null : input.email })
      .where(ofUser(practiceId, userId));
    if (cancelsChange) return;
    await record(tx, { ...member, action: "account.email-changing" });
    await sendVerification(tx, services, { practiceId, id: userId, username }, input.email);
    await sendAccountEmail(tx, services, {
      practiceId,
      recipient: member.email,
      template: "email-changed",
      facts: { username, newEmail: input.email },
    });
  });
  return getUser(db, practiceId, userId);
}
