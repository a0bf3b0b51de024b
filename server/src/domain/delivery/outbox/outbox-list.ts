import type { OutboxMessage } from "@sheaf/contracts/mail.ts";
import { and, desc, eq, lt } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { withIsoTimes } from "../../../platform/db/iso-times.ts";
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
  const { id, createdAt, recipient: to, sender: from, subject, text, attachments } = outboxMessages;
  const rows = await db
    .select({ id, createdAt, to, from, subject, text, attachments })
    .from(outboxMessages)
    .where(and(ofPractice, cursor ? lt(id, cursor) : undefined))
    .orderBy(desc(id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  return {
    messages: shown.map(withIsoTimes),
    total: await db.$count(outboxMessages, ofPractice),
    next: rows.length > limit ? shown.at(-1)?.id : undefined,
  };
}
