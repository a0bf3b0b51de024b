import { sql } from "drizzle-orm";
import { boolean, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../db/columns.ts";

/** The running worker processes of all machines, with their last report. */
export const workers = pgTable("workers", {
  /** New at each start. */
  id: uuid().primaryKey(),
  startedAt: instant("started_at").notNull().defaultNow(),
  seenAt: instant("seen_at").notNull().defaultNow(),
  /** Sheaf's version. */
  version: text().notNull().default(""),
  /** "none": the worker converts nothing. */
  sandbox: text({ enum: ["bubblewrap", "landlock", "off", "none"] }).notNull(),
  office: text({ enum: ["kit", "soffice", "none"] }).notNull(),
  officeVersion: text(),
  /** One plain sentence for each thing that is missing or slower than it should be. */
  notes: jsonb().$type<string[]>().notNull(),
  /** What it can read on pages: Tesseract's names of its languages. */
  readingLanguages: text().array().notNull().default(sql`'{}'`),
  hasSecondReader: boolean().notNull().default(false),
});
