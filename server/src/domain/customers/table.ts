import { emailTexts } from "@sheaf/contracts/email-text.ts";
import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";
import { ofPractice } from "../practices/table.ts";

/** Customers of a practice. */
export const customers = pgTable(
  "customers",
  {
    practiceId: ofPractice(),
    id: uuid().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    outputEmail: text(),
    company: text(),
    reference: text(),
    /**
     * How this customer's PDFs are sent; null: as the customer's inbox prefers, or else as the practice's settings say.
     */
    preferredPdfs: text({ enum: ["merged", "separate", "separate-emails"] }),
    /** Whether the text of an email is printed; null: when it says more than a greeting and a signature. */
    emailText: text({ enum: emailTexts }),
    archivedAt: instant("archived_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    uniqueIndex("customers_reference").on(table.practiceId, sql`lower(${table.reference})`),
    index("customers_created").on(table.practiceId, table.createdAt),
  ],
);
