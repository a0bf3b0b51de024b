import { eq, sql } from "drizzle-orm";
import { sealText } from "../../../platform/crypto/sealed-text.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import type { Answer } from "../../../platform/mail/inbound/inbound-email.ts";
import type { Services } from "../../../platform/services.ts";
import type { DeliveryRow } from "../service.ts";
import { deliveries, deliveryAnswers, deliveryEvents } from "../table.ts";
import { deliveryOfAddress } from "./answer-address.ts";
import { answerSealContext, forwardAnswer } from "./forward-answer.task.ts";

/** Whoever has one of our emails may write to its address: more than this of it is no conversation. */
const answersPerEmail = 50;
const shownCharacters = 400;
const forwardedCharacters = 100_000;

/**
 * Writes an answer to emails of ours into the timelines of their jobs and has it forwarded to whoever confirmed them: once,
 * however often it is brought here. What was sent to no address of ours, or to one with a wrong signature, is passed over.
 */
export async function takeAnswer(
  { db, key, queue }: Pick<Services, "db" | "key" | "queue">,
  provider: string,
  domain: string,
  answer: Answer,
): Promise<void> {
  const ids = answer.recipients.flatMap((address) => deliveryOfAddress(key, domain, address) ?? []);
  for (const id of new Set(ids)) {
    await db.transaction(async (tx) => {
      const [email] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).for("update");
      if (!email || !(await writeDown(tx, provider, email, answer))) return;
      await leaveForForwarding(tx, { key, queue }, email, answer);
      await announce(tx, email.practiceId, { type: "job", id: email.jobId });
    });
  }
}

/** @returns false when it is there already, or one too many */
async function writeDown(tx: Tx, provider: string, email: DeliveryRow, answer: Answer): Promise<boolean> {
  const { practiceId, id: deliveryId } = email;
  const replies = equals(deliveryEvents, { deliveryId, kind: "replied" });
  if ((await tx.$count(deliveryEvents, replies)) >= answersPerEmail) return false;
  const added = await tx
    .insert(deliveryEvents)
    .values({
      id: newId(),
      practiceId,
      deliveryId,
      provider,
      kind: "replied",
      at: sql`now()`,
      // By email as well: one answer may go to several of our addresses.
      eventKey: `answer:${deliveryId}:${answer.name.replaceAll("\0", "").slice(0, 1_000)}`,
      words: firstOf(answer.gist, shownCharacters) || null,
    })
    .onConflictDoNothing()
    .returning();
  return added.length > 0;
}

async function leaveForForwarding(
  tx: Tx,
  { key, queue }: Pick<Services, "key" | "queue">,
  { practiceId, id: deliveryId }: DeliveryRow,
  answer: Answer,
): Promise<void> {
  const id = newId();
  const { from, subject, attachments } = answer;
  const forwarded = { from, subject, attachments, text: firstOf(answer.text, forwardedCharacters) };
  const content = sealText(key, answerSealContext(id), JSON.stringify(forwarded));
  await tx.insert(deliveryAnswers).values({ id, practiceId, deliveryId, content });
  await queue.add(tx, forwardAnswer, { answerId: id }, { group: practiceId });
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
