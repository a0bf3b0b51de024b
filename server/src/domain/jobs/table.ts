import type { Arrangement, Turn } from "@sheaf/contracts/arrangement.ts";
import type { DestinationKind } from "@sheaf/contracts/destination-kinds.ts";
import { fileStates, jobStatuses } from "@sheaf/contracts/jobs.ts";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, version } from "../../platform/db/columns.ts";
import { ofPractice } from "../practices/table.ts";

/** One upload. Keeps the customer's name and addresses of the time, so that the audit trail stays correct. */
export const jobs = pgTable(
  "jobs",
  {
    practiceId: ofPractice(),
    /** UUIDv7: newest first is by id, descending. */
    id: uuid().notNull(),
    /** The customer while it exists; no foreign key, because jobs outlive their customer. */
    customerId: uuid(),
    customerName: text().notNull(),
    customerEmail: text().notNull(),
    customerOutputEmail: text(),
    /** The text that the list's search is applied to. */
    customerSearch: text().generatedAlwaysAs(sql`lower(customer_name || chr(10) || customer_email)`),
    uploadedById: uuid().notNull(),
    uploadedByName: text().notNull(),
    /** The paid period from whose allowance this job's documents were taken; null for a sample. */
    periodId: uuid(),
    /** A job of the sample papers: free of charge and in no count, list or export. */
    sample: boolean().notNull().default(false),
    /** Whether its PDFs are sent when they are made; `destination` is the kind of target. */
    sendEmail: boolean().notNull(),
    destination: text().$type<DestinationKind>().notNull().default("email"),
    separateEmails: boolean().notNull(),
    /** Number of emails that wait for a user's confirmation; null when none do. */
    emailsToConfirm: integer(),
    /** The largest number of emails that a user has confirmed. */
    emailsConfirmed: integer(),
    /** When a user last confirmed them. */
    emailsConfirmedAt: instant("emails_confirmed_at"),
    separatePdfs: boolean().notNull(),
    copyToCustomer: boolean().notNull(),
    emailSubject: text(),
    /** Which pages become which PDF; null: one PDF of all files, or one for each file. */
    arrangement: jsonb().$type<Arrangement>(),
    status: text({ enum: jobStatuses }).notNull().default("pending"),
    /** Incremented whenever assembly is started; an assembly with an older number changes nothing. */
    assemblyAttempt: integer().notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    completedAt: instant("completed_at"),
    /** When it last became completed or failed; null while it is in progress. */
    settledAt: instant("settled_at"),
    filesDeletedAt: instant("files_deleted_at"),
    /** Time of the backup from which it was restored without its emails, which may have been sent after that time. */
    restoredAt: instant("restored_at"),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    index("jobs_unfinished").on(table.status, table.createdAt),
    index("jobs_settled").on(table.practiceId, table.settledAt),
    // Jobs whose files are not deleted, the longest kept first.
    index("jobs_with_files").on(table.settledAt).where(sql`${table.filesDeletedAt} is null`),
    index("jobs_customer").on(table.practiceId, table.customerId, table.id),
    // The lists of the audit trail read only these indexes, never the rows (docs/decisions/013).
    index("jobs_status").on(table.practiceId, table.status, table.id),
    index("jobs_created").on(table.practiceId, table.createdAt, table.id, table.status),
    index("jobs_search").on(table.practiceId, table.customerSearch, table.id, table.status, table.createdAt),
  ],
);

/** A foreign key for rows that belong to a job and are deleted with it. */
export const ofOneJob = (table: { practiceId: AnyPgColumn; jobId: AnyPgColumn }) =>
  foreignKey({
    columns: [table.practiceId, table.jobId],
    foreignColumns: [jobs.practiceId, jobs.id],
  }).onDelete("cascade");

/** One original of a job. */
export const jobFiles = pgTable(
  "job_files",
  {
    practiceId: uuid().notNull(),
    jobId: uuid().notNull(),
    id: uuid().notNull(),
    /** Order the user chose, from 0; the items of a container follow it. */
    position: integer().notNull(),
    /** The container that it was in, a file of the same job; null for an uploaded file. */
    parentId: uuid(),
    /** Path from the uploaded file on: "invoices.zip › 2026/a.pdf"; null for an uploaded file. */
    path: text(),
    /**
     * Index in its container, from which it is read again when its original is gone. Null for an uploaded file, a
     * replacement, and an item whose container cannot be read again because its password is forgotten.
     */
    itemIndex: integer(),
    /** The container's own page, such as an email's text: converted as a document, although it may look like one. */
    isOwnContent: boolean().notNull().default(false),
    /** A refused container with more documents than are left: a user chooses among its items. */
    awaitsChoice: boolean().notNull().default(false),
    /** Cleaned, as shown on screen. */
    originalName: text().notNull(),
    nameSearch: text().generatedAlwaysAs(sql`lower(original_name)`),
    type: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    sha256: text().notNull(),
    /** Key of the original in the blob store; null once deleted, and for an item that its container still holds. */
    originalKey: text(),
    state: text({ enum: fileStates }).notNull().default("waiting"),
    /** Incremented when a conversion starts; a worker with an older number changes nothing. */
    attempt: integer().notNull().default(0),
    reason: text(),
    message: text(),
    warnings: jsonb().$type<Warning[]>().notNull().default([]),
    pages: integer(),
    convertedMs: integer(),
    /** When it was last converted, refused or failed. */
    endedAt: instant("ended_at"),
    /** The file's A4 pages in the blob store, named by attempt. */
    pagesKey: text(),
    pagesBytes: bigint({ mode: "number" }),
    pagesSha256: text(),
    /** Pages that every PDF shows turned, so that they stand upright; a turn of the arrangement is added to it. */
    turns: jsonb().$type<{ page: number; turn: Turn }[]>().notNull().default([]),
    /** Given by the user for this file, encrypted; erased when the file ends. */
    password: bytes(),
    /** An email that carried it has been accepted; copies do not count. Set by the database, see domain/metrics/. */
    sent: boolean().notNull().default(false),
    /** Of a sample job: see `jobs.sample`. */
    sample: boolean().notNull().default(false),
    version: version(),
  },
  (table) => [
    index("job_files_content").on(table.practiceId, table.sha256),
    index("job_files_name").on(table.practiceId, table.jobId, table.nameSearch),
    index("job_files_bad").on(table.practiceId, table.jobId).where(sql`${table.state} in ('refused', 'failed')`),
    primaryKey({ columns: [table.practiceId, table.jobId, table.id] }),
    ofOneJob(table),
  ],
);

export const jobEventKinds = [
  "converted",
  "unpacked",
  "refused",
  "failed",
  "replaced",
  "assembly-failed",
  "emails-held",
] as const;

/**
 * Events of a job's files, kept for its timeline because the files' rows contain only the current state. Names are
 * those at the time of the event.
 */
export const jobEvents = pgTable(
  "job_events",
  {
    practiceId: uuid().notNull(),
    jobId: uuid().notNull(),
    id: uuid().notNull(),
    at: instant("at").notNull().defaultNow(),
    kind: text({ enum: jobEventKinds }).notNull(),
    /** Null for an event of the whole job. */
    fileId: uuid(),
    fileName: text(),
    /** Name of the replacement. */
    newName: text(),
    message: text(),
    pages: integer(),
    convertedMs: integer(),
  },
  (table) => [primaryKey({ columns: [table.practiceId, table.jobId, table.id] }), ofOneJob(table)],
);

/** Consecutive pages of one file in a PDF. */
export interface PageRun {
  fileId: string;
  /** Of the file's pages when the PDF was made. */
  pagesSha256: string;
  /** Number of pages. */
  count: number;
  /** Pages of the file in order, from 1, and how far each is turned clockwise; null for all of them as they are. */
  chosen: { page: number; turn: Turn }[] | null;
}

/** A PDF made for a job. */
export const outputs = pgTable(
  "outputs",
  {
    practiceId: uuid().notNull(),
    jobId: uuid().notNull(),
    id: uuid().notNull(),
    position: integer().notNull(),
    name: text().notNull(),
    pages: integer().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    sha256: text().notNull(),
    /** Null once deleted. */
    blobKey: text(),
    /** The files whose pages it contains, in order. */
    fileIds: uuid().array().notNull().default(sql`'{}'`),
    /**
     * "mail": made only because the result was too large for an email; not part of the download. "earlier": a version
     * before the present one, kept because it was sent.
     */
    purpose: text({ enum: ["result", "mail", "earlier"] })
      .notNull()
      .default("result"),
    /** What was changed for the email, in one sentence. */
    note: text(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** The pages that it contains, in order; null for a PDF of an earlier version of Sheaf. */
    pageRuns: jsonb().$type<PageRun[]>(),
    /**
     * The PDF with the words of its scans as invisible text, in the blob store. Null without words, while they are not
     * read, and once deleted; size and hash stay.
     */
    searchableKey: text(),
    searchableBytes: bigint({ mode: "number" }),
    searchableSha256: text(),
    /** Number of thumbnails, from the first page without a gap. */
    thumbnails: integer().notNull().default(0),
    /** Of a sample job: see `jobs.sample`. */
    sample: boolean().notNull().default(false),
    version: version(),
  },
  (table) => [primaryKey({ columns: [table.practiceId, table.jobId, table.id] }), ofOneJob(table)],
);
