import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../../platform/db/columns.ts";
import { ofPractice } from "../../practices/table.ts";

/**
 * Emails about money to the owner of a practice, each sent at most once. Contains no name and no address: they are
 * looked up when the email is sent.
 */
export const billingEmails = pgTable(
  "billing_emails",
  {
    id: uuid().primaryKey(),
    practiceId: ofPractice(),
    template: text({ enum: ["receipt", "refund-requested", "refund-decided", "reminder"] }).notNull(),
    /** Key of the event: one email for each template and key. */
    about: text().notNull(),
    facts: jsonb().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Null until a worker starts to send it. */
    sentAt: instant("sent_at"),
  },
  (table) => [
    uniqueIndex("billing_emails_once").on(table.practiceId, table.template, table.about),
    index("billing_emails_waiting").on(table.createdAt).where(sql`${table.sentAt} is null`),
  ],
);
