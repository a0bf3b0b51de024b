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

/** Whoever has one of our emails may write to its address: more than this of it is no conversation. */
const repliesPerEmail = 50;
const shownCharacters = 400;
const forwardedCharacters = 100_000;

/**
 * Writes a reply to emails of ours into the timelines of their jobs and has it forwarded to whoever confirmed them:
 * once, however often it is brought here. What was sent to no address of ours, or to one with a wrong signature, is
 * passed over.
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
      if (!email || !(await writeDown(tx, provider, email, reply))) return;
      await leaveForForwarding(tx, { key, queue }, email, reply);
      await announce(tx, email.practiceId, { type: "job", id: email.jobId });
    });
  }
}

/** @returns false when it is there already, or one too many */
async function writeDown(tx: Tx, provider: string, email: DeliveryRow, reply: InboundEmail): Promise<boolean> {
  const { practiceId, id: deliveryId } = email;
  const replies = equals(deliveryEvents, { deliveryId, kind: "replied" });
  if ((await tx.$count(deliveryEvents, replies)) >= repliesPerEmail) return false;
  const added = await tx
    .insert(deliveryEvents)
    .values({
      id: newId(),
      practiceId,
      deliveryId,
      provider,
      kind: "replied",
      at: sql`now()`,
      // By email as well: one reply may go to several of our addresses.
      eventKey: `reply:${deliveryId}:${reply.name.replaceAll("\0", "").slice(0, 1_000)}`,
      words: firstOf(reply.gist, shownCharacters) || null,
    })
    .onConflictDoNothing()
    .returning();
  return added.length > 0;
}

async function leaveForForwarding(
  tx: Tx,
  { key, queue }: Pick<Services, "key" | "queue">,
  { practiceId, id: deliveryId }: DeliveryRow,
  reply: InboundEmail,
): Promise<void> {
  const id = newId();
  const { from, subject, attachments } = reply;
  const forwarded = { from, subject, attachments, text: firstOf(reply.text, forwardedCharacters) };
  const content = sealText(key, replySealContext(id), JSON.stringify(forwarded));
  await tx.insert(deliveryReplies).values({ id, practiceId, deliveryId, content });
  await queue.add(tx, forwardReply, { replyId: id }, { group: practiceId });
}

/** No text column takes a NUL, and no letter is cut in two. */
function firstOf(text: string, characters: number): string {
  return [
    ...text
      .replaceAll("\0", "")
      .trim()
      .slice(0, characters * 2),
  ]
    .slice(0, characters)
    .join("");
}
