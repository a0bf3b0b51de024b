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
    state: text({ enum: deliveryStates }).notNull(),
    /** The person whose confirmation this email is. Their address is its Reply-To. */
    confirmedById: uuid(),
    /** Of a failed one: not sent because that person's own address is not confirmed; goes out once it is. */
    awaitsSender: boolean().notNull().default(false),
    /** End of the time in which it can be undone. */
    sendAfter: instant("send_after"),
    nextTryAt: instant("next_try_at"),
    firstTriedAt: instant("first_tried_at"),
    tries: integer().notNull().default(0),
    /** Until when the process that hands it over is believed to live. */
    sendingUntil: instant("sending_until"),
    /** Claimed, and certainly not handed over yet: if its process dies now, nothing is in doubt. */
    notStarted: boolean().notNull().default(false),
    /** "outbox", "smtp", "sendgrid" … and the name it gave the message, by which its events find the row. */
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

/** What may be said about an email: by Sheaf itself of its tries, by a provider, by whoever replies. */
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

/** What was said about emails, each statement once. */
export const deliveryEvents = pgTable(
  "delivery_events",
  {
    id: uuid().primaryKey(),
    /** Null while no email of ours is known by its names: an event may come before its email is written down. */
    practiceId: uuid().references(() => practices.id, { onDelete: "cascade" }),
    deliveryId: uuid(),
    provider: text().notNull(),
    /** The provider's own name of the event, or a hash of it: what comes twice counts once. */
    eventKey: text().notNull(),
    providerMessageId: text(),
    kind: text({ enum: deliveryEventKinds }).notNull(),
    /** The server's own words. */
    words: text(),
    /** As the provider dates it. */
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
 * Replies to emails on their way to whoever confirmed them: gone as soon as they are handed over or can no longer be.
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

/** Addresses that refused for good: nothing goes there until somebody edits or releases them. */
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
