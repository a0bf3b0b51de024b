import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { ReadingProblem } from "@sheaf/contracts/reading.ts";
import { sql } from "drizzle-orm";
import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";
import { jobFiles } from "../jobs/table.ts";
import { ofPractice } from "../practices/table.ts";

/** A page that is hard to read. */
export interface HardPage {
  page: number;
  problem: ReadingProblem;
  dpi: number | null;
}

/** A page that must be turned clockwise to stand upright. */
export interface ProposedTurn {
  page: number;
  turn: Turn;
}

/**
 * The reading of a file's pages. Jobs carry the change of their version: whoever changes what the API shows of a row
 * raises it (`touchJob`). A file has one row, which is used again when its pages are made anew.
 */
export const fileReadings = pgTable(
  "file_readings",
  {
    practiceId: uuid().notNull(),
    jobId: uuid().notNull(),
    fileId: uuid().notNull(),
    /** The pages that are read (`job_files.pages_sha256`); a row for other pages counts as none. */
    pagesSha256: text().notNull(),
    pages: integer().notNull(),
    state: text({ enum: ["waiting", "reading", "read", "not-read"] })
      .notNull()
      .default("waiting"),
    /** Why pages are unread: the time was up, reading failed, the reader is missing, or there are too many words. */
    why: text({ enum: ["time", "failed", "missing", "words"] }),
    /** Order in which files are read, so that practices take turns (`place.ts`). */
    place: integer().notNull(),
    /** Incremented when a run starts; a worker with an older number changes nothing. */
    attempt: integer().notNull().default(0),
    pagesRead: integer().notNull().default(0),
    /** Pages that a person or an inbox could not read. */
    hardPages: jsonb().$type<HardPage[]>().notNull().default([]),
    turns: jsonb().$type<ProposedTurn[]>().notNull().default([]),
    /** When the job's PDFs were made without waiting for it any longer. */
    passedAt: instant("passed_at"),
    /** Every PageReading as a line of JSON, compressed with gzip; null without any. */
    blobKey: text(),
    blobBytes: bigint({ mode: "number" }),
    blobSha256: text(),
    createdAt: instant("created_at").notNull().defaultNow(),
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.jobId, table.fileId] }),
    foreignKey({
      name: "file_readings_file",
      columns: [table.practiceId, table.jobId, table.fileId],
      foreignColumns: [jobFiles.practiceId, jobFiles.jobId, jobFiles.id],
    }).onDelete("cascade"),
    index("file_readings_unfinished").on(table.place).where(sql`${table.state} in ('waiting', 'reading')`),
    index("file_readings_unfinished_of_practice")
      .on(table.practiceId, table.place)
      .where(sql`${table.state} in ('waiting', 'reading')`),
    index("file_readings_not_read").on(table.practiceId).where(sql`${table.state} = 'not-read'`).concurrently(),
    index("file_readings_ended").on(table.endedAt),
  ],
);

/** How far the search for files without a reading has come in a practice; a practice without a row is at its start. */
export const readingBacklogs = pgTable("reading_backlogs", {
  practiceId: ofPractice().primaryKey(),
  /** Jobs with a smaller id were not looked at yet; null when all were. */
  before: uuid(),
});
