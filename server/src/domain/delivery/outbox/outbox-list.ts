import type { OutboxMessage } from "@sheaf/contracts/mail.ts";
import { and, desc, eq, lt } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { outboxMessages } from "./table.ts";

/**
 * Returns the emails of the practice that were kept instead of sent, newest first.
 * @param page.cursor id of the last message of the previous page
 * @returns `total` of all pages; `next` is the cursor of the next one
 */
export async function listOutbox(
  db: Db,
  practiceId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ messages: OutboxMessage[]; total: number; next: string | undefined }> {
  const ofPractice = eq(outboxMessages.practiceId, practiceId);
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(and(ofPractice, cursor ? lt(outboxMessages.id, cursor) : undefined))
    .orderBy(desc(outboxMessages.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  return {
    messages: shown.map(({ id, createdAt, recipient, sender, subject, text, attachments }) => ({
      id,
      createdAt: createdAt.toISOString(),
      to: recipient,
      from: sender,
      subject,
      text,
      attachments,
    })),
    total: await db.$count(outboxMessages, ofPractice),
    next: rows.length > limit ? shown.at(-1)?.id : undefined,
  };
}
