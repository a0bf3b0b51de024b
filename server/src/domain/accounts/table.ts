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

/** A user: a member of a practice. Username and email address are unique in the whole installation, ignoring case. */
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
    /** Set while the plan has no seat for this user; set and cleared automatically. */
    suspendedAt: instant("suspended_at"),
    /**
     * The `suspendedAt` of the last suspension that the user was notified of by email; null once they were notified
     * that it is over.
     */
    suspensionNotifiedAt: instant("suspension_notified_at"),
    /** When the user hid the checklist of first steps. */
    checklistDismissedAt: instant("checklist_dismissed_at"),
    /** When an administrator suspended the user; null unless suspended. */
    suspendedByOperatorAt: instant("suspended_by_operator_at"),
    emailVerifiedAt: instant("email_verified_at"),
    /** A new address that is not confirmed yet. */
    pendingEmail: text(),
    /** Secret of the authenticator app, encrypted. Not used for sign-in before `totpConfirmedAt`. */
    totpSecret: bytes(),
    totpConfirmedAt: instant("totp_confirmed_at"),
    /** The 30-second step of the last code used: each code can be used once. */
    totpLastStep: bigint({ mode: "number" }),
    /** Part of the signed cookies of known browsers; a new value makes all of them unknown. */
    devicesKey: uuid().notNull().defaultRandom(),
    notificationsSeenAt: instant("notifications_seen_at").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** The text that an administrator's search covers. */
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

/** Returns the condition for one user of a practice. */
export const ofUser = (practiceId: string, userId: string) => equals(users, { practiceId, id: userId });

/** Returns the foreign key of a row that belongs to a user and is deleted with them. */
const ofOneUser = (table: { practiceId: AnyPgColumn; userId: AnyPgColumn }) =>
  foreignKey({
    columns: [table.practiceId, table.userId],
    foreignColumns: [users.practiceId, users.id],
  }).onDelete("cascade");

/** A signed-in browser. Only the token's SHA-256 is stored. */
export const sessions = pgTable(
  "sessions",
  {
    tokenHash: text().primaryKey(),
    practiceId: uuid().notNull(),
    userId: uuid().notNull(),
    /** Public id of the session, for lists and events. It gives no access. */
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
 * Why a session was ended by somebody else. Shown once in the session's browser, then deleted. Contains no personal
 * data, so it may outlive the account.
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
 * Sign-ins and failed attempts with time and place, for supporting users. Kept for a year. Attempts at unknown accounts
 * are not stored.
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

/** Failed sign-ins of the last minutes, shared by all processes. */
export const loginFailures = pgTable(
  "login_failures",
  {
    id: uuid().primaryKey(),
    /**
     * SHA-256 of the account's id, or of the name that was entered when there is no such account: a password typed into
     * the wrong field is not stored.
     */
    account: text().notNull(),
    /** The address as failures are counted: for IPv6, its first 64 bits. */
    address: text().notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    index("login_failures_account").on(table.account, table.at),
    index("login_failures_address").on(table.address, table.at),
  ],
);

/** A code that replaces one code of the authenticator app. */
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

/** A link sent by email. A newer one of the same kind replaces it. Only the token's SHA-256 is stored. */
export const accountLinks = pgTable(
  "account_links",
  {
    tokenHash: text().primaryKey(),
    practiceId: uuid().notNull(),
    userId: uuid().notNull(),
    kind: text({ enum: ["reset", "verify"] }).notNull(),
    /** The address that the link was sent to. Opening a `verify` link confirms this address. */
    email: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [ofOneUser(table), uniqueIndex("account_links_user").on(table.practiceId, table.userId, table.kind)],
);
