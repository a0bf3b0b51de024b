import { eq } from "drizzle-orm";
import { z } from "zod";
import { openText } from "../../../platform/crypto/sealed-text.ts";
import { equals } from "../../../platform/db/equals.ts";
import { MailError, type MailMessage } from "../../../platform/mail/transport.ts";
import { defineTask } from "../../../platform/queue/task.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { practices } from "../../practices/table.ts";
import { partSubject } from "../destinations/email/subject.ts";
import { confirmerOf } from "../sending/confirmer.ts";
import { deliveries, deliveryReplies } from "../table.ts";

type Needs = Pick<WorkerServices, "config" | "db" | "key" | "liveConfig" | "log" | "mail">;
type ReplyRow = typeof deliveryReplies.$inferSelect;

/** The context to which a reply's sealed content is bound; see sealed-text.ts. */
export const replySealContext = (id: string) => `delivery-reply:${id}`;

const forwarded = z.object({
  from: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  attachments: z.array(z.string()),
});

/**
 * Forwards a reply to the member who confirmed the email, at most once: its row is deleted before sending and inserted
 * again only when the mail server certainly did not accept the forwarded email.
 */
export const forwardReply = defineTask<{ replyId: string }, Needs>({
  name: "delivery.forward-reply",
  payload: z.object({ replyId: z.uuid() }),
  // Servers that defer unknown senders ("greylisting") accept the email within half an hour.
  attempts: 14,
  timeoutMs: 11 * 60_000,
  async run({ replyId }, services) {
    const { db, liveConfig, log, mail } = services;
    await liveConfig.refresh();
    const [row] = await db.delete(deliveryReplies).where(eq(deliveryReplies.id, replyId)).returning();
    const message = row && (await messageOf(row, services));
    if (!message) return;
    try {
      await mail.send(message);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      log.warn({ code: error.code, failure: error.failure, deliveryId: row.deliveryId }, "A reply was not forwarded");
      if (error.failure !== "temporary") return;
      await db.insert(deliveryReplies).values(row);
      throw new Error(`The mail server did not accept a reply (${error.code})`);
    }
  },
  async onFinalFailure({ replyId }, _reason, { db }) {
    await db.delete(deliveryReplies).where(eq(deliveryReplies.id, replyId));
  },
});

/** @returns null when the reply cannot be read or nobody can receive it */
async function messageOf(row: ReplyRow, { config, db, key, log }: Needs): Promise<MailMessage | null> {
  const { practiceId, deliveryId } = row;
  const content = openText(key, replySealContext(row.id), row.content);
  if (content === undefined) {
    log.error({ deliveryId }, "A reply could not be decrypted. Check whether the installation's key was changed");
    return null;
  }
  const [email] = await db
    .select()
    .from(deliveries)
    .where(equals(deliveries, { practiceId, id: deliveryId }));
  const [practice] = await db.select().from(practices).where(eq(practices.id, practiceId));
  const person = email && (await confirmerOf(db, email));
  if (!practice || !person) return null;
  // An address within the inbound domain would have the reply forwarded in an endless loop.
  if (isWithin(person.address, config.mail.inboundDomain)) return null;

  const { from, subject, text, attachments } = forwarded.parse(JSON.parse(content));
  const who = from.name ? `${from.name} (${from.address})` : from.address;
  const about = partSubject(email.subject, email);
  const left =
    attachments.length > 0
      ? [`Attached to the reply and not forwarded: ${attachments.join(", ")}. Ask ${who} for what you need.`]
      : [];
  const said = text || "The reply contains no plain text, so there is nothing to show here.";
  return {
    practiceId,
    to: person.address,
    from: { name: config.companyName, address: config.mailFrom.address },
    ...(z.email().safeParse(from.address).success ? { replyTo: from } : {}),
    subject: `Fwd: ${subject || about}`.slice(0, 250),
    text: [
      `${who} replied to the email “${about}” to ${email.recipient}. If you reply, it goes to ${from.address}.`,
      `----- What was written -----\n\n${said}\n\n----- End -----`,
      ...left,
      `-- \nSent by ${config.companyName} for ${practice.name}.\n`,
    ].join("\n\n"),
  };
}

function isWithin(address: string, domain: string | undefined): boolean {
  return domain !== undefined && address.toLowerCase().endsWith(`@${domain.toLowerCase()}`);
}
