import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { users } from "../../accounts/table.ts";
import { withWorkFolder } from "../../jobs/converting/work-folder.ts";
import { htmlLetter, textLetter } from "../../mail/layout.ts";
import { MailError } from "../../mail/transport.ts";
import { practices } from "../../practices/table.ts";
import { defineTask } from "../../queue/task.ts";
import type { WorkerServices } from "../../services.ts";
import { billingMails } from "./table.ts";
import { type WrittenMail, writeMail } from "./write.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "log" | "mail">;
type MailRow = typeof billingMails.$inferSelect;

const atOnce = 200;
/** What could not be handed over for so long is news no more. */
const triedFor = sql`interval '2 days'`;

/**
 * Hands emails about money over, each at most once: one that may have left is never sent again. A mail server that takes nothing
 * now is tried again by the next run. Every minute.
 */
export const sendBillingMails = defineTask<Record<string, never>, Needs>({
  name: "billing.send-mails",
  payload: z.object({}),
  attempts: 1,
  timeoutMs: 5 * 60_000,
  async run(_payload, services, { signal }) {
    const waiting = await services.db
      .select()
      .from(billingMails)
      .where(and(isNull(billingMails.handedAt), gt(billingMails.createdAt, sql`now() - ${triedFor}`)))
      .orderBy(asc(billingMails.createdAt), asc(billingMails.id))
      .limit(atOnce);
    let tried = 0;
    for (const row of waiting) {
      if (signal.aborted) break;
      const isAway = await handOver(services, row).catch((error: unknown) => {
        // One that cannot be written leaves the others their turn.
        services.log.error({ err: error, mailId: row.id }, "An email about money could not be written");
        return false;
      });
      if (isAway) break;
      tried += 1;
    }
    return { emails: tried };
  },
  async givenUp() {
    // The next minute brings the next one.
  },
});

/** @returns whether the mail server takes nothing now */
async function handOver(services: Needs, row: MailRow): Promise<boolean> {
  const { db, log, mail } = services;
  const owner = await ownerOf(services, row.practiceId);
  const written = await writeMail(services, row);
  if (!(await claim(services, row)) || !owner || !written) return false;
  try {
    await send(services, row, owner, written);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    // The server's words often name the recipient, so the log gets the code alone.
    log.warn({ code: error.code, failure: error.failure, transport: mail.name }, "An email about money was not taken");
    if (error.failure !== "temporary") return false;
    await db.update(billingMails).set({ handedAt: null }).where(itself(row));
    return true;
  }
  return false;
}

const itself = ({ practiceId, id }: MailRow) => and(eq(billingMails.practiceId, practiceId), eq(billingMails.id, id));

/** Of two workers exactly one gets it. */
async function claim({ db }: Needs, row: MailRow): Promise<boolean> {
  const claimed = await db
    .update(billingMails)
    .set({ handedAt: sql`now()` })
    .where(and(itself(row), isNull(billingMails.handedAt)))
    .returning({ id: billingMails.id });
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
    .where(and(eq(users.practiceId, practiceId), eq(users.role, "owner")));
  return owner;
}

async function send({ config, mail }: Needs, row: MailRow, owner: Owner, written: WrittenMail): Promise<void> {
  const { subject, ...words } = written.words;
  const footer = `Sent by ${config.companyName} to the owner of ${owner.practiceName}. Questions: ${config.supportEmail}`;
  const letter = { ...words, sender: config.companyName, footer };
  await withWorkFolder(config.dataDir, async (folder) =>
    mail.send({
      ...{ practiceId: row.practiceId, from: config.mailFrom, to: owner.email, subject },
      ...{ text: textLetter(letter), html: htmlLetter(letter) },
      messageId: `${row.id}@${config.mailFrom.address.split("@")[1] ?? "localhost"}`,
      attachments: await filesOf(written, folder),
    }),
  );
}

async function filesOf({ attachment }: WrittenMail, folder: string) {
  if (!attachment) return [];
  const path = join(folder, "receipt.pdf");
  await writeFile(path, attachment.pdf);
  return [{ name: attachment.name, type: "application/pdf", sizeBytes: attachment.pdf.length, path }];
}
