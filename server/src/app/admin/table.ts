import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "../../platform/db/columns.ts";

/**
 * Administrators: people who run the installation. They are created by set-up or by a command and belong to no
 * practice.
 */
export const admins = pgTable(
  "admins",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    role: text().notNull().default("Administrator"),
    passwordHash: text().notNull(),
    /** Secret of the authenticator app, encrypted. It takes effect only with `totpConfirmedAt`. */
    totpSecret: bytes(),
    totpConfirmedAt: instant("totp_confirmed_at"),
    /** The last 30-second step whose code was accepted: each code is valid only once. */
    totpLastStep: bigint({ mode: "number" }),
    /** Signs the cookies of known browsers. A new value makes all of them unknown. */
    devicesKey: uuid().notNull().defaultRandom(),
    /** When the administrator dismissed the checklist of first steps. */
    checklistDismissedAt: instant("checklist_dismissed_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("admins_email").on(sql`lower(${table.email})`)],
);

const adminId = () =>
  uuid()
    .notNull()
    .references(() => admins.id, { onDelete: "cascade" });

/** Recovery codes. Each replaces a code of the authenticator app once. */
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

/** Sessions of administrators, each valid for 8 hours. Only the SHA-256 of the token is stored. */
export const adminSessions = pgTable(
  "admin_sessions",
  {
    tokenHash: text().primaryKey(),
    adminId: adminId(),
    /** Identifies the session in lists; gives no access. */
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
 * Actions of administrators with their reasons, kept for a year. A trigger of the database refuses to change a row, and
 * to delete one before that. Rows hold ids instead of names, so that deleted users and practices cannot be identified;
 * the reason is text that the administrator typed.
 */
export const adminActions = pgTable(
  "admin_actions",
  {
    id: uuid().primaryKey(),
    /** Null for actions by a command. */
    adminId: uuid().references(() => admins.id),
    /** "practice.days-granted", "user.suspended" … */
    action: text().notNull(),
    practiceId: uuid(),
    userId: uuid(),
    detail: jsonb().$type<Record<string, string | number | boolean>>(),
    reason: text(),
    /** IP address of the request; null for commands. */
    address: text(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    index("admin_actions_at").on(table.at, table.id),
    index("admin_actions_practice").on(table.practiceId, table.at),
  ],
);
