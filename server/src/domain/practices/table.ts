import { retention, undoSeconds } from "@sheaf/contracts/limits.ts";
import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";

/** The paying firm: the tenant. Everything else belongs to exactly one. */
export const practices = pgTable("practices", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  fileRetentionDays: integer().notNull().default(retention.defaultDays),
  defaultEmailSubject: text().notNull().default("Documents for {customer}"),
  autoSendEmail: boolean().notNull().default(false),
  preferSeparateEmails: boolean().notNull().default(false),
  /** How long an email waits for Undo. */
  undoSeconds: integer().notNull().default(undoSeconds.default),
  preferSeparatePdfs: boolean().notNull().default(false),
  defaultFileOrder: text({ enum: ["as-added", "by-name"] })
    .notNull()
    .default("as-added"),
  /** Whether the words on pages are read; turning it off erases what was read. */
  readPages: boolean().notNull().default(true),
  /** PDFs are made when their pages are read, or could not be in time. */
  waitForReading: boolean().notNull().default(false),
  namePdfsByFacts: boolean().notNull().default(false),
  /** Tesseract's name of a second language to read, besides English. */
  readingLanguage: text(),
  /** `searchableTargets` of contracts/src/settings.ts. */
  searchableDestinations: text().array().notNull().default(sql`'{}'`),
  /** Set by an administrator: no member can sign in until the practice is restored. */
  suspendedAt: instant("suspended_at"),
  /** When its one sample job was made; it stays set when the job is removed. */
  sampleMadeAt: instant("sample_made_at"),
  /**
   * The sample job until it is removed. Lists of jobs exclude it by this id, which their indexes contain
   * (docs/decisions/028).
   */
  sampleJobId: uuid(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** A column for the practice that a row belongs to and is deleted with. */
export const ofPractice = () =>
  uuid()
    .notNull()
    .references(() => practices.id, { onDelete: "cascade" });
