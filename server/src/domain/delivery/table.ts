import { deliveryStates } from "@sheaf/contracts/delivery-states.ts";
import type { DestinationKind } from "@sheaf/contracts/destination-kinds.ts";
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, instant, version } from "../../platform/db/columns.ts";
import { ofOneJob } from "../jobs/table.ts";
import { ofPractice, practices } from "../practices/table.ts";

/** One hand-over of a job to one recipient, with the outputs it carries. Sending again makes a new row. */
export const deliveries = pgTable(
  "deliveries",
  {
    practiceId: uuid().notNull(),
    jobId: uuid().notNull(),
    id: uuid().notNull(),
    position: integer().notNull(),
    destination: text().$type<DestinationKind>().notNull().default("email"),
    recipient: text().notNull(),
    subject: text().notNull(),
    isCopy: boolean().notNull(),
    outputIds: uuid().array().notNull(),
    part: integer().notNull().default(1),
    parts: integer().notNull().default(1),
    /** Whether its PDFs are sent with the words of their scans as text: all of them, unless it was erased before. */
    withText: boolean().notNull().default(false),
    state: text({ enum: deliveryStates }).notNull(),
    /** The user who confirmed that this email is sent. Their address is its Reply-To. */
    confirmedById: uuid(),
    /** With state "failed": not sent because that user's own address is not confirmed; sent once it is. */
    awaitsSender: boolean().notNull().default(false),
    /** End of the time in which it can be undone. */
    sendAfter: instant("send_after"),
    nextTryAt: instant("next_try_at"),
    firstTriedAt: instant("first_tried_at"),
    tries: integer().notNull().default(0),
    /** End of the claim of the process that hands it over. */
    sendingUntil: instant("sending_until"),
    /** Claimed, and certainly not handed over yet: if its process dies now, the email is not in doubt. */
    notStarted: boolean().notNull().default(false),
    /** "outbox", "smtp", "sendgrid" … and its id of the message, by which its events are matched to the row. */
    provider: text(),
    providerMessageId: text(),
    sentAt: instant("sent_at"),
    deliveredAt: instant("delivered_at"),
    message: text(),
    replacedById: uuid(),
    createdAt: instant("created_at").notNull().defaultNow(),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.jobId, table.id] }),
    ofOneJob(table),
    index("deliveries_job").on(table.practiceId, table.jobId),
    index("deliveries_created").on(table.createdAt),
    uniqueIndex("deliveries_id").on(table.id),
    index("deliveries_provider_message").on(table.provider, table.providerMessageId),
    index("deliveries_due")
      .on(table.state, table.nextTryAt)
      .where(sql`${table.state} in ('held', 'waiting', 'sending')`),
    index("deliveries_in_trouble")
      .on(table.practiceId, table.jobId)
      .where(
        sql`${table.state} in ('unconfirmed', 'failed', 'bounced', 'complained') and ${table.replacedById} is null`,
      ),
    index("deliveries_undone")
      .on(table.practiceId, table.jobId)
      .where(sql`${table.state} = 'undone' and ${table.replacedById} is null`),
  ],
);

/** Kinds of events of an email: recorded by Sheaf for its own attempts, reported by a provider, or a reply. */
export const deliveryEventKinds = [
  "kept",
  "accepted",
  "delivered",
  "deferred",
  "bounced",
  "dropped",
  "returned",
  "complained",
  "replied",
  "refused",
  "unconfirmed",
] as const;

/** Events of emails, each stored once. */
export const deliveryEvents = pgTable(
  "delivery_events",
  {
    id: uuid().primaryKey(),
    /** Null only in rows of earlier versions, which stored events before their email was known. */
    practiceId: uuid().references(() => practices.id, { onDelete: "cascade" }),
    deliveryId: uuid(),
    provider: text().notNull(),
    /** The provider's id of the event, or a hash of the event, so that a repeated event is stored once. */
    eventKey: text().notNull(),
    providerMessageId: text(),
    kind: text({ enum: deliveryEventKinds }).notNull(),
    /** Words of the mail server, or of the reply. */
    words: text(),
    /** Time of the event according to the provider. */
    at: instant("at").notNull(),
    receivedAt: instant("received_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("delivery_events_key").on(table.provider, table.eventKey),
    index("delivery_events_delivery").on(table.deliveryId),
    index("delivery_events_message").on(table.provider, table.providerMessageId),
  ],
);

/**
 * Replies that wait to be forwarded to the member who confirmed the email. Deleted when they have been forwarded or can
 * no longer be.
 */
export const deliveryReplies = pgTable(
  "delivery_replies",
  {
    id: uuid().primaryKey(),
    practiceId: ofPractice(),
    deliveryId: uuid().notNull(),
    /** Sender, subject, text and names of attachments; encrypted JSON. */
    content: bytes().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [index("delivery_replies_created").on(table.createdAt)],
);

/** Addresses that refused permanently: nothing is sent to them until a member corrects or releases them. */
export const suppressions = pgTable(
  "suppressions",
  {
    practiceId: ofPractice(),
    id: uuid().notNull(),
    address: text().notNull(),
    reason: text({ enum: ["bounced", "complained"] }).notNull(),
    message: text().notNull(),
    since: instant("since").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    uniqueIndex("suppressions_address").on(table.practiceId, sql`lower(${table.address})`),
  ],
);
