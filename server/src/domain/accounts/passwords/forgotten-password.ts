import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../../platform/errors.ts";
import type { DeviceCookie } from "../../../platform/http/cookies.ts";
import { accountLink, sendAccountEmail } from "../../account-emails/send.ts";
import { record } from "../../audit/service.ts";
import { findLink, linkInvalidError, makeLink, takeLink, wasLinkJustSent } from "../links.ts";
import type { AccountServices } from "../service.ts";
import { accountOf, deviceCookie } from "../sign-in/known-devices.ts";
import { endSessionsOf } from "../sign-in/sessions.ts";
import { findByName } from "../sign-in/sign-in.ts";
import { attemptOf, clearFailures, settleAttempt } from "../sign-in/sign-in-limits.ts";
import { ofUser, users } from "../table.ts";
import { hashPassword } from "./password-hash.ts";
import { passwordWeakness } from "./password-rules.ts";

/** Longer than the work takes, so that the response time does not reveal whether the account exists. */
const minResponseMs = 400;

/**
 * Sends a link to choose a new password to the account's email address, if the account exists. Response and response
 * time are the same if it does not.
 * @param name username or email address of the account
 * @param place.address the IP address of the request
 * @throws AppError too-many-attempts: every call counts as an attempt
 */
export async function forgotPassword(
  services: AccountServices,
  name: string,
  place: { address: string },
): Promise<void> {
  await settleAttempt(services.db, attemptOf("reset", { typed: name }, place), false);
  await Promise.all([delay(minResponseMs), sendReset(services, name)]);
}

/**
 * Sends the link. If the installation sends no email, no link is made either: it would replace the one that the
 * operator handed out.
 */
async function sendReset(services: AccountServices, name: string): Promise<void> {
  if (services.mail.name === "outbox") return;
  await services.db.transaction(async (tx) => {
    const user = (await findByName(tx, name))?.user;
    if (!user || (await wasLinkJustSent(tx, user, "reset"))) return;
    const { practiceId, username } = user;
    const link = accountLink(services.config, "reset", await makeLink(tx, user, "reset", user.email));
    await sendAccountEmail(tx, services, {
      practiceId,
      recipient: user.email,
      template: "reset",
      facts: { link, username },
    });
  });
}

/**
 * Sets a new password with a link from an email. Ends all sessions of the user, cancels a pending change of the email
 * address, and clears the failed sign-ins.
 * @returns the cookie that makes this browser known to the account, so that other people's failed attempts do not lock
 *   it out
 * @throws AppError link-invalid, weak-password
 */
export async function resetPassword(
  services: AccountServices,
  input: { token: string; password: string },
  place: { address: string },
): Promise<DeviceCookie> {
  const { db, config, key } = services;
  const found = await findLink(db, input.token);
  if (found?.kind !== "reset") throw linkInvalidError();
  const { username, email, firstName, lastName } = found.user;
  const weakness = passwordWeakness(input.password, { username, email, names: [firstName, lastName] });
  if (weakness) throw new AppError("weak-password", weakness);

  const passwordHash = await hashPassword(input.password, config);
  return db.transaction(async (tx) => {
    const { practiceId, userId } = await takeLink(tx, input.token, "reset");
    await tx.update(users).set({ passwordHash, pendingEmail: null }).where(ofUser(practiceId, userId));
    await endSessionsOf(tx, { practiceId, userId }, "password-changed");
    await clearFailures(tx, userId);
    await record(tx, { practiceId, userId, address: place.address, action: "account.password-reset" });
    await sendAccountEmail(tx, services, {
      practiceId,
      recipient: email,
      template: "password-changed",
      facts: { username },
    });
    const [user] = await tx.select().from(users).where(ofUser(practiceId, userId));
    if (!user) throw linkInvalidError();
    return deviceCookie({ db: tx, key }, accountOf(user));
  });
}
