import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "../../platform/db/columns.ts";
import { practices } from "../practices/table.ts";
import type { AccountEmail } from "./account-emails.ts";

/**
 * Emails about accounts that wait to be sent: added in the transaction of what caused them, and deleted once they are
 * sent or given up. What they say, a link included, is encrypted at rest.
 */
export const accountEmails = pgTable(
  "account_emails",
  {
    id: uuid().primaryKey(),
    /** Null for who has none yet. */
    practiceId: uuid().references(() => practices.id, { onDelete: "cascade" }),
    recipient: text().notNull(),
    template: text().$type<AccountEmail["template"]>().notNull(),
    /** What the template needs, the link included; encrypted JSON. */
    facts: bytes().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [index("account_emails_created").on(table.createdAt)],
);
