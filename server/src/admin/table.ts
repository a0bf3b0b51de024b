import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../db/columns.ts";

/** People who run the installation. Made by a command, never by a page; apart from every practice. */
export const admins = pgTable(
  "admins",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    role: text().notNull().default("Administrator"),
    passwordHash: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("admins_email").on(sql`lower(${table.email})`)],
);
