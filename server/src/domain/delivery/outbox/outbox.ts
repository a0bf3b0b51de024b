import type { Db } from "../../../platform/db/connect.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import type { MailTransport } from "../../../platform/mail/transport.ts";
import { outboxMessages } from "./table.ts";

/** What most mail servers take, so that a practice meets the same limit before and after a real transport is set. */
const maxBytes = 25 * 1_048_576;

/** Nothing leaves: the practice's emails are kept, and its own pages show them. Its members hear of each at once. */
export function openOutbox(db: Db): MailTransport {
  return {
    name: "outbox",
    maxBytes,
    async send({ practiceId, deliveryId, from, to, subject, text, html = "", attachments = [] }) {
      if (practiceId === null) throw new Error("What concerns signing in is never kept in a practice's outbox");
      await db.transaction(async (tx) => {
        const message = {
          practiceId,
          id: deliveryId ?? newId(),
          sender: `${from.name} <${from.address}>`,
          recipient: to,
          subject,
          text,
          html,
          attachments: attachments.map(({ name, sizeBytes }) => ({ name, sizeBytes })),
        };
        // Handed over twice it is kept once: nothing here is ever in doubt.
        await tx.insert(outboxMessages).values(message).onConflictDoNothing();
        await announce(tx, practiceId, { type: "outbox" });
      });
      return { answer: null };
    },
    async close() {},
  };
}
