import { sql } from "drizzle-orm";
import { customType, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes } from "../../../platform/db/columns.ts";
import { jobFiles } from "../../jobs/table.ts";
import { ofPractice } from "../../practices/table.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** What is searched and shown of a page that was read. The whole reading is in the blob store. */
export const pageReadings = pgTable(
  "page_readings",
  {
    practiceId: uuid().notNull(),
    jobId: uuid().notNull(),
    fileId: uuid().notNull(),
    /** From 1. */
    page: integer().notNull(),
    /** What the page is found by (`terms.ts`), without positions. */
    words: tsvector().notNull(),
    /** The page's words with their boxes (`layout.ts`). Stored apart from the row, so that the row stays small. */
    layout: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.jobId, table.fileId, table.page] }),
    foreignKey({
      name: "page_readings_file",
      columns: [table.practiceId, table.jobId, table.fileId],
      foreignColumns: [jobFiles.practiceId, jobFiles.jobId, jobFiles.id],
    }).onDelete("cascade"),
    index("page_readings_words").using("gin", sql`practice_words(${table.practiceId}, ${table.words})`),
  ],
);

/**
 * The words on the pages of a practice, for finding what a mistyped word may have meant. Words still in
 * `page_word_changes` are missing.
 */
export const pageWords = pgTable(
  "page_words",
  {
    // No foreign key: it would be checked for each of the many words. `forgetPractice` deletes them.
    practiceId: uuid().notNull(),
    /** As in `page_readings.words`. */
    stem: text().notNull(),
    /** A word with this stem, in lower case without accents. */
    word: text().notNull(),
    /** Number of pages. */
    pages: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.practiceId, table.stem] })],
);

/**
 * One row for each file whose pages were stored, so that transactions do not wait for each other's lock on a common
 * word. A task adds them to `page_words`.
 */
export const pageWordChanges = pgTable(
  "page_word_changes",
  {
    practiceId: ofPractice(),
    jobId: uuid().notNull(),
    fileId: uuid().notNull(),
    /** Columns of `page_words`, an entry for each word. */
    stems: text().array().notNull(),
    words: text().array().notNull(),
    pages: integer().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.practiceId, table.jobId, table.fileId] })],
);
