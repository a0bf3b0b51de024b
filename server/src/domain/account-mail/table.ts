import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "../../platform/db/columns.ts";
import { practices } from "../practices/table.ts";

/**
 * Sign-in mail (reset, verification, invitation, claim of a payment) on its way: added in the transaction of what caused it, and gone as soon as it
 * is handed over or can no longer be. The link in it is encrypted at rest.
 */
export const accountMails = pgTable(
  "account_mails",
  {
    id: uuid().primaryKey(),
    /** Null for who has none yet. */
    practiceId: uuid().references(() => practices.id, { onDelete: "cascade" }),
    recipient: text().notNull(),
    template: text({
      enum: [
        "reset",
        "reset-by-operator",
        "verify",
        "invitation",
        "email-changed",
        "password-changed",
        "claim",
        "suspended",
        "restored",
        "deleted",
        "practice-deleted",
        "removed",
        "member-changed",
        "suspended-by-plan",
        "two-factor-on",
        "two-factor-off",
        "recovery-code-used",
        "recovery-codes-renewed",
      ],
    }).notNull(),
    /** What the template needs, the link included; encrypted JSON. */
    facts: bytes().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [index("account_mails_created").on(table.createdAt)],
);
