import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "../../platform/db/columns.ts";

/** People who run the installation. Made by set-up or a command; apart from every practice. */
export const admins = pgTable(
  "admins",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    role: text().notNull().default("Administrator"),
    passwordHash: text().notNull(),
    /** Secret of the authenticator app, encrypted; not in force before `totpConfirmedAt`. */
    totpSecret: bytes(),
    totpConfirmedAt: instant("totp_confirmed_at"),
    /** The last 30-second step whose code was taken: a code is good once. */
    totpLastStep: bigint({ mode: "number" }),
    /** Signs the cookies of browsers that signed in before; a new one makes all of them unknown. */
    devicesKey: uuid().notNull().defaultRandom(),
    /** When the person put the checklist of first steps away. */
    checklistDismissedAt: instant("checklist_dismissed_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("admins_email").on(sql`lower(${table.email})`)],
);

const adminId = () =>
  uuid()
    .notNull()
    .references(() => admins.id, { onDelete: "cascade" });

/** Signs an administrator in once instead of a code of the authenticator app. */
export const adminRecoveryCodes = pgTable(
  "admin_recovery_codes",
  {
    adminId: adminId(),
    /** SHA-256 of the code without its dashes. */
    codeHash: text().notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.codeHash] })],
);

/** Where an administrator is signed in, for 8 hours. Only the token's SHA-256 is kept. */
export const adminSessions = pgTable(
  "admin_sessions",
  {
    tokenHash: text().primaryKey(),
    adminId: adminId(),
    /** Public name of the session, for lists; proves nothing. */
    id: uuid().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    address: text().notNull(),
    userAgent: text().notNull(),
  },
  (table) => [index("admin_sessions_admin").on(table.adminId), index("admin_sessions_expiry").on(table.expiresAt)],
);

/**
 * What administrators did, and why: kept a year. The database refuses to change a row, and to delete one before that.
 * Holds ids, so that nobody who was erased lives on here; the reason is the administrator's own words.
 */
export const adminActions = pgTable(
  "admin_actions",
  {
    id: uuid().primaryKey(),
    /** Null for what a command did. */
    adminId: uuid().references(() => admins.id),
    /** "practice.days-granted", "user.suspended" … */
    action: text().notNull(),
    practiceId: uuid(),
    userId: uuid(),
    detail: jsonb().$type<Record<string, string | number | boolean>>(),
    reason: text(),
    /** Where the request came from; null for commands. */
    address: text(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    index("admin_actions_at").on(table.at, table.id),
    index("admin_actions_practice").on(table.practiceId, table.at),
  ],
);
