import type { User } from "@sheaf/contracts/accounts.ts";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { announce } from "../../platform/events/events.ts";
import type { Member } from "../access/member.ts";
import { accountLink, sendAccountEmail } from "../account-emails/send.ts";
import { limitPerHour } from "../audit/limit-per-hour.ts";
import { record } from "../audit/service.ts";
import { forgetResets, makeLink, wasLinkJustSent } from "./links.ts";
import { confirmPassword, requirePasswordUnchanged } from "./passwords/confirm-password.ts";
import { type AccountServices, getUser, taken } from "./service.ts";
import { ofUser, users } from "./table.ts";

const changesAtMost = { perHour: 10, what: "changes of an email address" };

/** Asks the address whether it is the person's. Where nothing is sent, no link is made: the operator gives one out. */
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
 * Once more, for the new address or the one not verified yet; nothing happens when all are.
 * @throws AppError too-many-requests a moment after the last one; email-not-sent where nothing is sent
 */
export async function resendVerification(services: AccountServices, { practiceId, userId: id }: Member): Promise<void> {
  if (services.mail.name === "outbox") {
    throw new AppError("email-not-sent", "This installation sends no email. Ask its operator for a link.");
  }
  await services.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(ofUser(practiceId, id)).for("update");
    const open = user?.pendingEmail ?? (user?.emailVerifiedAt ? undefined : user?.email);
    if (!user || open === undefined) return;
    if (await wasLinkJustSent(tx, user, "verify")) {
      throw new AppError(
        "too-many-requests",
        "A link was sent a moment ago. Check your inbox, or try again in a minute.",
        {
          retryAfterSeconds: 60,
        },
      );
    }
    await sendVerification(tx, services, user, open);
  });
}

/**
 * The address is the person's, and the account's from now on. The emails that wait for this are let go by whoever calls
 * it (app/sign-up/confirm-address.ts).
 * @param user.email the new address, or the one that is not confirmed yet
 * @returns false when the address was changed again meanwhile
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
  // One may lie in the inbox of the address before.
  await forgetResets(tx, { practiceId, userId });
  await announce(tx, practiceId, { type: "members" });
  return true;
}

/**
 * The new address is the account's once its link was followed; until then the old one goes on, and is told. Giving the
 * old address again takes a change back.
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
    const back = input.email === member.email;
    // Before anything is told of an address, so that nobody asks about many.
    if (!back) await limitPerHour(tx, practiceId, "account.email-changing", changesAtMost);
    const sameEmail = eq(sql`lower(${users.email})`, input.email.toLowerCase());
    if ((await tx.$count(users, and(sameEmail, ne(users.id, userId)))) > 0) throw taken.email();
    await tx
      .update(users)
      .set({ pendingEmail: back ? null : input.email })
      .where(ofUser(practiceId, userId));
    if (back) return;
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
