import { sql } from "drizzle-orm";
import { foreignKey, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";
import { users } from "../accounts/table.ts";
import { ofPractice } from "../practices/table.ts";

/** People invited to join a practice. A row is deleted once the invitation is accepted or revoked. */
export const invitations = pgTable(
  "invitations",
  {
    practiceId: ofPractice(),
    id: uuid().notNull(),
    email: text().notNull(),
    invitedById: uuid().notNull(),
    /** SHA-256 of the token in the emailed link. */
    tokenHash: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    foreignKey({
      columns: [table.practiceId, table.invitedById],
      foreignColumns: [users.practiceId, users.id],
    }).onDelete("cascade"),
    uniqueIndex("invitations_token").on(table.tokenHash),
    uniqueIndex("invitations_email").on(table.practiceId, sql`lower(${table.email})`),
  ],
);
