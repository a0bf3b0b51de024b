import type { Db } from "../../../platform/db/connect.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import type { MailTransport } from "../../../platform/mail/transport.ts";
import { outboxMessages } from "./table.ts";

/** The limit of most mail servers, so that a practice has the same limit before and after one is configured. */
const maxBytes = 25 * 1_048_576;

/** Opens the transport that sends nothing: it stores emails for the practice's outbox page and notifies its members. */
export function openOutbox(db: Db): MailTransport {
  return {
    name: "outbox",
    maxBytes,
    async send({ practiceId, deliveryId, from, to, subject, text, html = "", attachments = [] }) {
      if (practiceId === null) throw new Error("Emails about accounts are never kept in a practice's outbox");
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
        // An email that is handed over twice is stored once, so that a delivery is never in doubt.
        await tx.insert(outboxMessages).values(message).onConflictDoNothing();
        await announce(tx, practiceId, { type: "outbox" });
      });
      return { answer: null };
    },
    async close() {},
  };
}
