import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "../../platform/db/columns.ts";
import { practices } from "../practices/table.ts";
import type { AccountEmail } from "./account-emails.ts";

/**
 * Emails about accounts that wait to be sent. A row is added in the transaction of the event that causes the email, and
 * deleted once the email is sent or given up. The content, including any link, is encrypted at rest.
 */
export const accountEmails = pgTable(
  "account_emails",
  {
    id: uuid().primaryKey(),
    /** Null when the recipient has no practice yet, or when the email must survive the deletion of the practice. */
    practiceId: uuid().references(() => practices.id, { onDelete: "cascade" }),
    recipient: text().notNull(),
    template: text().$type<AccountEmail["template"]>().notNull(),
    /** Values of the template, including the link, as encrypted JSON. */
    facts: bytes().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [index("account_emails_created").on(table.createdAt)],
);
