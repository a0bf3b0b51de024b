import { sessionMinutes } from "@sheaf/contracts/limits.ts";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant } from "../../platform/db/columns.ts";
import { equals } from "../../platform/db/equals.ts";
import { ofPractice } from "../practices/table.ts";
import { sessionEndReasons } from "./sign-in/session-end-reasons.ts";

/** A member of a practice. Username and email are unique over the whole installation, whatever their case. */
export const users = pgTable(
  "users",
  {
    practiceId: ofPractice(),
    id: uuid().notNull(),
    role: text({ enum: ["owner", "member"] }).notNull(),
    username: text().notNull(),
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** `$scrypt$ln=15,r=8,p=3$salt$key` */
    passwordHash: text().notNull(),
    theme: text({ enum: ["light", "dark", "system"] })
      .notNull()
      .default("system"),
    sessionTimeoutMinutes: integer().notNull().default(sessionMinutes.default),
    termsAcceptedAt: instant("terms_accepted_at").notNull(),
    /** One too many for the plan; comes and goes by itself. */
    suspendedAt: instant("suspended_at"),
    /** The `suspendedAt` that the person was last told of by email; null once they were told that it is over. */
    suspensionNotifiedAt: instant("suspension_notified_at"),
    /** When the person put the checklist of first steps away. */
    checklistDismissedAt: instant("checklist_dismissed_at"),
    /** By an administrator, until one restores it. */
    suspendedByOperatorAt: instant("suspended_by_operator_at"),
    emailVerifiedAt: instant("email_verified_at"),
    /** A new address until its link is followed. */
    pendingEmail: text(),
    /** Secret of the authenticator app, encrypted; not in force before `totpConfirmedAt`. */
    totpSecret: bytes(),
    totpConfirmedAt: instant("totp_confirmed_at"),
    /** The last 30-second step whose code was taken: a code is good once. */
    totpLastStep: bigint({ mode: "number" }),
    /** Signs the cookies of browsers that signed in before; a new one makes all of them unknown. */
    devicesKey: uuid().notNull().defaultRandom(),
    notificationsSeenAt: instant("notifications_seen_at").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** What an administrator's search looks through. */
    nameSearch: text().generatedAlwaysAs(
      sql`lower(first_name || ' ' || last_name || chr(10) || username || chr(10) || email)`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    uniqueIndex("users_id").on(table.id),
    uniqueIndex("users_username").on(sql`lower(${table.username})`),
    uniqueIndex("users_email").on(sql`lower(${table.email})`),
    index("users_search").using("gin", sql`${table.nameSearch} gin_trgm_ops`),
  ],
);

/** One person, within their practice. */
export const ofUser = (practiceId: string, userId: string) => equals(users, { practiceId, id: userId });

/** The row belongs to a person, and is deleted with them. */
const ofOneUser = (table: { practiceId: AnyPgColumn; userId: AnyPgColumn }) =>
  foreignKey({
    columns: [table.practiceId, table.userId],
    foreignColumns: [users.practiceId, users.id],
  }).onDelete("cascade");

/** A signed-in browser. Only the token's SHA-256 is kept. */
export const sessions = pgTable(
  "sessions",
  {
    tokenHash: text().primaryKey(),
    practiceId: uuid().notNull(),
    userId: uuid().notNull(),
    /** Public name of the session, for lists and events; proves nothing. */
    id: uuid().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    address: text().notNull(),
    userAgent: text().notNull(),
  },
  (table) => [
    ofOneUser(table),
    index("sessions_user").on(table.practiceId, table.userId),
    index("sessions_expiry").on(table.expiresAt),
  ],
);

/**
 * Why somebody else ended a session: told once to the browser whose session it was. Names nobody, so it outlives their
 * account.
 */
export const endedSessions = pgTable(
  "ended_sessions",
  {
    tokenHash: text().primaryKey(),
    reason: text({ enum: sessionEndReasons }).notNull(),
    endedAt: instant("ended_at").notNull().defaultNow(),
  },
  (table) => [index("ended_sessions_at").on(table.endedAt)],
);

/**
 * When and from where somebody signed in or tried to, for whoever helps them: kept a year. Tries at no account are not
 * kept.
 */
export const signIns = pgTable(
  "sign_ins",
  {
    practiceId: uuid().notNull(),
    userId: uuid().notNull(),
    id: uuid().notNull(),
    ok: boolean().notNull(),
    address: text().notNull(),
    userAgent: text().notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.userId, table.id] }),
    ofOneUser(table),
    index("sign_ins_at").on(table.at),
  ],
);

/** Failed sign-ins of the last minutes, counted by every process alike. */
export const loginFailures = pgTable(
  "login_failures",
  {
    id: uuid().primaryKey(),
    /**
     * SHA-256 of the account's id, or of what was typed when there is no such account: a password in the wrong field is
     * not kept.
     */
    account: text().notNull(),
    /** As failures are counted: an IPv6 address by its first 64 bits. */
    address: text().notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    index("login_failures_account").on(table.account, table.at),
    index("login_failures_address").on(table.address, table.at),
  ],
);

/** Signs in once instead of a code of the authenticator app. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    practiceId: uuid().notNull(),
    userId: uuid().notNull(),
    /** SHA-256 of the code without its dashes. */
    codeHash: text().notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [primaryKey({ columns: [table.practiceId, table.userId, table.codeHash] }), ofOneUser(table)],
);

/** A link sent by email; a newer one of its kind replaces it. Only the token's SHA-256 is kept. */
export const accountLinks = pgTable(
  "account_links",
  {
    tokenHash: text().primaryKey(),
    practiceId: uuid().notNull(),
    userId: uuid().notNull(),
    kind: text({ enum: ["reset", "verify"] }).notNull(),
    /** Where it was sent; a verified link verifies this address. */
    email: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [ofOneUser(table), uniqueIndex("account_links_user").on(table.practiceId, table.userId, table.kind)],
);
