import { jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../../platform/db/columns.ts";
import { ofPractice } from "../../practices/table.ts";

/** Emails of a practice that this installation keeps instead of sending. Sign-in mail is never among them. */
export const outboxMessages = pgTable(
  "outbox_messages",
  {
    practiceId: ofPractice(),
    id: uuid().notNull(),
    sender: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    attachments: jsonb().$type<{ name: string; sizeBytes: number }[]>().notNull().default([]),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.practiceId, table.id] })],
);
