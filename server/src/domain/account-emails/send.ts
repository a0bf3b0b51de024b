import type { LinkKind } from "@sheaf/contracts/accounts.ts";
import { eq, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Config } from "../../platform/config/config.ts";
import { openText, sealText } from "../../platform/crypto/sealed-text.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { siteOf } from "../../platform/http/site.ts";
import { newId } from "../../platform/ids.ts";
import { renderHtmlEmail, renderTextEmail } from "../../platform/mail/layout.ts";
import { MailError } from "../../platform/mail/transport.ts";
import { defineScheduledTask, defineTask } from "../../platform/queue/task.ts";
import type { Services, WorkerServices } from "../../platform/services.ts";
import { type AccountEmail, renderAccountEmail } from "./account-emails.ts";
import { accountEmails } from "./table.ts";

/** Returns the address of the page that a link in an email opens. */
export function accountLink(config: Pick<Config, "publicUrl" | "port">, kind: LinkKind, token: string): string {
  return `${siteOf(config)}/auth/${kind}?token=${token}`;
}

/** The services needed to send an email about an account. */
export type AccountEmailServices = Pick<Services, "key" | "mail" | "queue">;

/**
 * Queues an email about an account, to be sent once the transaction commits. If the installation sends no email,
 * nothing is stored either: a stored link would let everybody who can read the practice's outbox use it.
 * @param mail.practiceId null when the recipient has no practice yet
 * @param mail.facts values of the template, with links made by `accountLink` or `claimLink`
 * @returns false when this installation sends no email; the operator then hands out links with `./sheaf user link`
 */
export async function sendAccountEmail(
  tx: Tx,
  services: AccountEmailServices,
  mail: AccountEmail & { practiceId: string | null; recipient: string },
): Promise<boolean> {
  if (services.mail.name === "outbox") return false;
  const { practiceId, recipient, template } = mail;
  const id = newId();
  const facts = sealText(services.key, sealContext(id), JSON.stringify(mail.facts));
  await tx.insert(accountEmails).values({ id, practiceId, recipient, template, facts });
  await services.queue.add(tx, sendAccountEmailTask, { mailId: id }, { group: practiceId ?? id });
  return true;
}

const sealContext = (mailId: string) => `account-email:${mailId}`;

type Needs = Pick<WorkerServices, "config" | "db" | "key" | "liveConfig" | "log" | "mail">;

/** Sends one email about an account. If the task runs twice, the recipient gets the same email twice. */
export const sendAccountEmailTask = defineTask<{ mailId: string }, Needs>({
  name: "account-emails.send",
  payload: z.object({ mailId: z.uuid() }),
  // Mail servers that use greylisting accept the email within half an hour.
  attempts: 14,
  timeoutMs: 2 * 60_000,
  async run({ mailId }, { config, db, key, liveConfig, log, mail }) {
    // The process that queued the email may use newer mail settings than this one has loaded.
    await liveConfig.refresh();
    const [row] = await db.select().from(accountEmails).where(eq(accountEmails.id, mailId));
    if (!row) return;
    const facts = openText(key, sealContext(mailId), row.facts);
    if (facts === undefined) {
      log.error(
        { template: row.template },
        "An email could not be decrypted. Check whether the installation's key was changed",
      );
    } else if (mail.name === "outbox") {
      log.warn(
        { template: row.template },
        "No mail transport is configured any more: an email about an account was not sent",
      );
    } else {
      const email = renderAccountEmail({ template: row.template, facts: JSON.parse(facts) }, config);
      const { recipient: to } = row;
      const content = { subject: email.subject, text: renderTextEmail(email), html: renderHtmlEmail(email) };
      await attemptSend(() => mail.send({ practiceId: null, from: config.mailFrom, to, ...content }), log);
    }
    await forget(db, mailId);
  },
  async onFinalFailure({ mailId }, _reason, { db }) {
    await forget(db, mailId);
  },
});

/** @throws Error when the task should be retried */
async function attemptSend(send: () => Promise<unknown>, log: Needs["log"]): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    // The server's reply often contains the recipient's address, so only the code is logged.
    if (error.failure !== "permanent") throw new Error(`The mail server did not accept an email (${error.code})`);
    log.warn({ code: error.code }, "The mail server refused an email about an account");
  }
}

async function forget(db: Needs["db"], mailId: string): Promise<void> {
  await db.delete(accountEmails).where(eq(accountEmails.id, mailId));
}

/**
 * Deletes the waiting emails of a closed practice. Emails about the closing have no practice id, so they are still
 * sent.
 */
export async function forgetPractice(tx: Tx, practiceId: string): Promise<void> {
  await tx.delete(accountEmails).where(eq(accountEmails.practiceId, practiceId));
}

/**
 * Deletes emails older than a day, whatever happened to their task, so that no link is stored for longer than needed.
 * Runs every hour.
 */
export const sweepAccountEmails = defineScheduledTask<Pick<WorkerServices, "db">>({
  name: "account-emails.sweep",
  timeoutMs: 60_000,
  async run({ db }) {
    const old = await db.delete(accountEmails).where(lt(accountEmails.createdAt, sql`now() - interval '1 day'`));
    return { emails: old.rowCount ?? 0 };
  },
});
