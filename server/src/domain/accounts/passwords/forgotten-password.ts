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

/** Longer than the work takes, so that the time tells nothing of whether there is such an account. */
const answerMs = 400;

/**
 * Sends a link to choose a new password to the account's email address, if there is such an account. Answer and time
 * are the same if not.
 * @param name username or email address of the account
 * @param place.address of the request
 * @throws AppError too-many-attempts: every call counts
 */
export async function forgotPassword(
  services: AccountServices,
  name: string,
  place: { address: string },
): Promise<void> {
  await settleAttempt(services.db, attemptOf("reset", { typed: name }, place), false);
  await Promise.all([delay(answerMs), sendReset(services, name)]);
}

/** Where nothing is sent, no link is made either: it would replace the one that the operator gave out. */
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
 * The holder of the link has a new password. Whoever was signed in with the old one no longer is, what they began to
 * change of the address is taken back, and failed tries are forgiven.
 * @returns what makes the browser known to the account: whoever opened the link is not kept out by the tries of others
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
