import { parseArgs } from "node:util";
import { linkLife } from "@sheaf/contracts/limits.ts";
import { type AccountEmailServices, accountLink } from "../domain/account-emails/send.ts";
import { findByName, forgetSecondFactor, makeLink } from "../domain/accounts/index.ts";
import { record } from "../domain/audit/service.ts";
import { claimLink, renewClaims } from "../domain/billing/index.ts";
import { renewInvitationTokens } from "../domain/members/invitations.ts";
import type { Config } from "../platform/config/config.ts";
import type { Db } from "../platform/db/connect.ts";
import { runCommand } from "../platform/process/command.ts";
import { StartError } from "../platform/process/start-error.ts";
import { confirmAddress } from "./sign-up/confirm-address.ts";
import { withDatabase } from "./start/with-database.ts";
import { withMail } from "./start/with-mail.ts";

const help = `./sheaf user link NAME [--kind reset|verify]
    Prints a link that you can give to somebody when this installation sends no email. NAME is a username or an email address.
    For an account: a link to choose a new password (reset, the default) or to confirm its email address (verify).
    For somebody invited: the invitation. For somebody who paid before signing up: also a link to claim the payment.
    Earlier links of the same kind stop working. Anyone with the link can use the account: give it only to its owner.
./sheaf user confirm-email NAME
    Confirms the email address of an account whose owner you know. Emails that were waiting for this go out within two minutes.
./sheaf user two-factor-off NAME
    Turns two-factor sign-in off for somebody who lost both the authenticator app and the recovery codes. They then sign in
    with their password alone.`;

await runCommand(help, async () => {
  const { positionals, values } = parseArgs({ options: { kind: { type: "string" } }, allowPositionals: true });
  const [command, name] = positionals;
  const { kind = "reset" } = values;
  if (kind !== "reset" && kind !== "verify") throw new StartError(`There is no kind "${kind}".\n${help}`);
  if (command === "link" && name) await withDatabase((db, config) => printLinks(db, config, name, kind));
  else if (command === "confirm-email" && name) await withDatabase((db) => confirmEmail(db, name));
  else if (command === "two-factor-off" && name) {
    await withDatabase((db, config, url, log) =>
      withMail({ db, config, url, log }, (services) => switchTwoFactorOff(db, services, name)),
    );
  } else throw new StartError(help);
});

async function printLinks(db: Db, config: Config, name: string, kind: "reset" | "verify"): Promise<void> {
  const found = await findByName(db, name);
  if (found && kind === "verify") return printAccountLink(db, config, found.user, kind);

  const invitations = found ? [] : await renewInvitationTokens(db, name);
  // Somebody who paid before signing up may have an account by now, while the payment still belongs to no practice.
  const claims = await renewClaims(db, found?.user.email ?? name);
  if (!found && invitations.length + claims.length === 0) {
    throw new StartError(`There is no user, open invitation or unclaimed payment for "${name}".`);
  }
  for (const { token, practiceName, expiresAt } of invitations) {
    console.log(accountLink(config, "invitation", token));
    console.log(`The invitation to ${practiceName}. Valid until ${until(expiresAt, config.timeZone)}.`);
  }
  for (const { token, planName } of claims) {
    console.log(claimLink(config, token));
    console.log(`To sign up or sign in with the payment for ${planName}. Valid once.`);
  }
  if (found) await printAccountLink(db, config, found.user, kind);
}

type User = NonNullable<Awaited<ReturnType<typeof findByName>>>["user"];

async function printAccountLink(db: Db, config: Config, user: User, kind: "reset" | "verify"): Promise<void> {
  const { practiceId, username, pendingEmail, email } = user;
  const address = kind === "verify" ? (pendingEmail ?? email) : email;
  const token = await db.transaction(async (tx) => {
    await record(tx, { practiceId, userId: null, action: "account.link-given", subjectId: user.id, detail: { kind } });
    return makeLink(tx, user, kind, address);
  });
  console.log(accountLink(config, kind, token));
  console.log(
    kind === "reset"
      ? `For ${username} to choose a new password. Valid once, for ${linkLife.resetMinutes} minutes.`
      : `For ${username} to confirm ${address}. Valid for ${linkLife.verifyDays} days.`,
  );
}

async function confirmEmail(db: Db, name: string): Promise<void> {
  const found = await findByName(db, name);
  if (!found) throw new StartError(`There is no user "${name}".`);
  const { practiceId, id: userId, email, pendingEmail, emailVerifiedAt } = found.user;
  const open = pendingEmail ?? email;
  if (!pendingEmail && emailVerifiedAt) throw new StartError(`${email} is already confirmed.`);
  await db.transaction(async (tx) => {
    const confirmed = await confirmAddress(tx, { practiceId, userId, email: open });
    if (!confirmed) throw new StartError(`The address of ${name} has just been changed. Try again.`);
    await record(tx, { practiceId, userId: null, action: "account.email-confirmed", subjectId: userId });
  });
  console.log(`${open} is now confirmed.`);
}

async function switchTwoFactorOff(db: Db, services: AccountEmailServices, name: string): Promise<void> {
  const found = await findByName(db, name);
  if (!found) throw new StartError(`There is no user "${name}".`);
  const { practiceId, id, username, email, totpConfirmedAt } = found.user;
  if (!totpConfirmedAt) throw new StartError(`Two-factor sign-in of ${username} is already off.`);
  await db.transaction(async (tx) => {
    await forgetSecondFactor(tx, services, { practiceId, userId: id, username, email });
    await record(tx, { practiceId, userId: null, action: "account.two-factor-off", subjectId: id });
  });
  console.log(`${username} now signs in with the password only.`);
}

function until(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone }).format(instant);
}
