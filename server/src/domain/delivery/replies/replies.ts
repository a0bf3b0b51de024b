import { eq, sql } from "drizzle-orm";
import { sealText } from "../../../platform/crypto/sealed-text.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import type { InboundEmail } from "../../../platform/mail/inbound/inbound-email.ts";
import type { Services } from "../../../platform/services.ts";
import type { DeliveryRow } from "../service.ts";
import { deliveries, deliveryEvents, deliveryReplies } from "../table.ts";
import { forwardReply, replySealContext } from "./forward-reply.task.ts";
import { deliveryOfAddress } from "./reply-address.ts";

/** Replies stored per email at most: anyone who has the email can write to its reply address. */
const maxRepliesPerEmail = 50;
const maxShownCharacters = 400;
const maxForwardedCharacters = 100_000;

/**
 * Adds a reply to the timelines of the jobs whose emails it answers, and queues it for forwarding to the members who
 * confirmed them: once, even when the provider reports it repeatedly. Replies to unknown addresses, or to addresses
 * with a wrong signature, are ignored.
 */
export async function takeReply(
  { db, key, queue }: Pick<Services, "db" | "key" | "queue">,
  provider: string,
  domain: string,
  reply: InboundEmail,
): Promise<void> {
  const ids = reply.recipients.flatMap((address) => deliveryOfAddress(key, domain, address) ?? []);
  for (const id of new Set(ids)) {
    await db.transaction(async (tx) => {
      const [email] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).for("update");
      if (!email || !(await storeReply(tx, provider, email, reply))) return;
      await queueForForwarding(tx, { key, queue }, email, reply);
      // Changes nothing but the row's version: the job's timeline has changed, and pages that know its version read it.
      await tx.update(deliveries).set({ state: email.state }).where(eq(deliveries.id, id));
      await announce(tx, email.practiceId, { type: "job", id: email.jobId });
    });
  }
}

/** @returns false when the reply is stored already, or the email has too many */
async function storeReply(tx: Tx, provider: string, email: DeliveryRow, reply: InboundEmail): Promise<boolean> {
  const { practiceId, id: deliveryId } = email;
  const replies = equals(deliveryEvents, { deliveryId, kind: "replied" });
  if ((await tx.$count(deliveryEvents, replies)) >= maxRepliesPerEmail) return false;
  const added = await tx
    .insert(deliveryEvents)
    .values({
      id: newId(),
      practiceId,
      deliveryId,
      provider,
      kind: "replied",
      at: sql`now()`,
      // With the delivery's id: one reply may be addressed to several emails of Sheaf.
      eventKey: `reply:${deliveryId}:${reply.name.replaceAll("\0", "").slice(0, 1_000)}`,
      words: truncate(reply.unquotedText, maxShownCharacters) || null,
    })
    .onConflictDoNothing()
    .returning();
  return added.length > 0;
}

async function queueForForwarding(
  tx: Tx,
  { key, queue }: Pick<Services, "key" | "queue">,
  { practiceId, id: deliveryId }: DeliveryRow,
  reply: InboundEmail,
): Promise<void> {
  const id = newId();
  const { from, subject, attachments } = reply;
  const forwarded = { from, subject, attachments, text: truncate(reply.text, maxForwardedCharacters) };
  const content = sealText(key, replySealContext(id), JSON.stringify(forwarded));
  await tx.insert(deliveryReplies).values({ id, practiceId, deliveryId, content });
  await queue.add(tx, forwardReply, { replyId: id }, { group: practiceId });
}

/** Returns the first characters of a text, without NUL (text columns reject it) and without half a surrogate pair. */
function truncate(text: string, characters: number): string {
  return [
    ...text
      .replaceAll("\0", "")
      .trim()
      .slice(0, characters * 2),
  ]
    .slice(0, characters)
    .join("");
}
