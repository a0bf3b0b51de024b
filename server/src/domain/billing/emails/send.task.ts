import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { equals } from "../../../platform/db/equals.ts";
import { renderHtmlEmail, renderTextEmail } from "../../../platform/mail/layout.ts";
import { MailError, type MailMessage } from "../../../platform/mail/transport.ts";
import { defineScheduledTask, TryLater } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { withWorkFolder } from "../../../platform/storage/work-folder.ts";
import { users } from "../../accounts/table.ts";
import { practices } from "../../practices/table.ts";
import { type RenderedEmail, renderBillingEmail } from "./render.ts";
import { billingEmails } from "./table.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "liveConfig" | "log" | "mail">;
type MailRow = typeof billingEmails.$inferSelect;

const batchSize = 200;
/** An email that could not be sent for this long is dropped as outdated. */
const maxAge = sql`interval '2 days'`;

/**
 * Sends emails about money, each at most once: one that may have been sent is never sent again. If the mail server
 * accepts nothing at the moment, or the disk is full, the next run tries again. A refusal for a single mailbox does not
 * hold up the other emails. Runs every minute.
 */
export const sendBillingEmails = defineScheduledTask<Needs>({
  name: "billing.send-emails",
  timeoutMs: 5 * 60_000,
  async run(services, { signal }) {
    await services.liveConfig.refresh();
    if (services.config.installation === "practice") return undefined;
    const waiting = await services.db
      .select()
      .from(billingEmails)
      .where(and(isNull(billingEmails.sentAt), gt(billingEmails.createdAt, sql`now() - ${maxAge}`)))
      .orderBy(asc(billingEmails.createdAt), asc(billingEmails.id))
      .limit(batchSize);
    let tried = 0;
    for (const row of waiting) {
      if (signal.aborted) break;
      const mustStop = await attemptSend(services, row).catch((error: unknown) => {
        if (error instanceof TryLater) {
          services.log.warn({ err: error, mailId: row.id }, "Emails about payments wait for free space on the disk");
          return true;
        }
        // An email that cannot be rendered does not hold up the others.
        services.log.error({ err: error, mailId: row.id }, "An email about a payment could not be written");
        return false;
      });
      if (mustStop) break;
      tried += 1;
    }
    return { emails: tried };
  },
});

/**
 * Matches the error code of an SMTP reply about the sender, recipient or content of one email. 421 is excluded: it ends
 * the whole connection.
 */
const aboutOneEmail = /^(EENVELOPE|EMESSAGE) (?!421)\d{3}$/;

/**
 * Renders and sends one email.
 * @returns whether the mail server accepts nothing at the moment
 * @throws TryLater when the disk is full; the email stays queued
 */
async function attemptSend(services: Needs, row: MailRow): Promise<boolean> {
  const owner = await ownerOf(services, row.practiceId);
  const written = await renderBillingEmail(services, row);
  if (!owner || !written) {
    await claim(services, row);
    return false;
  }
  return withWorkFolder(services.config.dataDir, async (folder) => {
    const attachments = await filesOf(written, folder);
    if (!(await claim(services, row))) return false;
    return send(services, row, { ...toMessage(services, row, owner, written), attachments });
  });
}

const itself = ({ practiceId, id }: MailRow) => equals(billingEmails, { practiceId, id });

/** Of two workers exactly one gets it. */
async function claim({ db }: Needs, row: MailRow): Promise<boolean> {
  const claimed = await db
    .update(billingEmails)
    .set({ sentAt: sql`now()` })
    .where(and(itself(row), isNull(billingEmails.sentAt)))
    .returning({ id: billingEmails.id });
  return claimed.length === 1;
}

interface Owner {
  email: string;
  practiceName: string;
}

async function ownerOf({ db }: Needs, practiceId: string): Promise<Owner | undefined> {
  const [owner] = await db
    .select({ email: users.email, practiceName: practices.name })
    .from(users)
    .innerJoin(practices, eq(practices.id, users.practiceId))
    .where(equals(users, { practiceId, role: "owner" }));
  return owner;
}

/** @returns whether the mail server accepts nothing at the moment */
async function send({ db, log, mail }: Needs, row: MailRow, message: MailMessage): Promise<boolean> {
  try {
    await mail.send(message);
    return false;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    // The server's words often name the recipient, so the log gets the code alone.
    log.warn(
      { code: error.code, failure: error.failure, transport: mail.name },
      "An email about a payment was not accepted",
    );
    if (error.failure !== "temporary") return false;
    await db.update(billingEmails).set({ sentAt: null }).where(itself(row));
    return !aboutOneEmail.test(error.code);
  }
}

function toMessage({ config }: Needs, row: MailRow, owner: Owner, written: RenderedEmail): MailMessage {
  const { subject, ...words } = written.words;
  const footer = `Sent by ${config.companyName} to the owner of ${owner.practiceName}. Questions: ${config.supportEmail}`;
  const email = { ...words, sender: config.companyName, footer };
  return {
    practiceId: row.practiceId,
    from: config.mailFrom,
    to: owner.email,
    subject,
    text: renderTextEmail(email),
    html: renderHtmlEmail(email),
    messageId: `${row.id}@${config.mailFrom.address.split("@")[1] ?? "localhost"}`,
  };
}

async function filesOf({ attachment }: RenderedEmail, folder: string) {
  if (!attachment) return [];
  const path = join(folder, "receipt.pdf");
  await writeFile(path, attachment.pdf);
  return [{ name: attachment.name, type: "application/pdf", sizeBytes: attachment.pdf.length, path }];
}
