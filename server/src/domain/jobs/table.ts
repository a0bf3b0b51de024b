import type { Arrangement } from "@sheaf/contracts/arrangement.ts";
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

/** One upload. Carries the customer's name and addresses as they were, so that the audit trail stays true. */
export const jobs = pgTable(
  "jobs",
  {
    practiceId: ofPractice(),
    /** UUIDv7: newest first is by id, descending. */
    id: uuid().notNull(),
    /** The customer when it still exists; no foreign key, because history outlives it. */
    customerId: uuid(),
    customerName: text().notNull(),
    customerEmail: text().notNull(),
    customerOutputEmail: text(),
    /** What the list's search looks through. */
    customerSearch: text().generatedAlwaysAs(sql`lower(customer_name || chr(10) || customer_email)`),
    uploadedById: uuid().notNull(),
    uploadedByName: text().notNull(),
    /** The paid period whose allowance holds this job's documents; null for a sample. */
    periodId: uuid(),
    /** Of Sheaf's own papers, to try it out: free of charge and in no count, list or export. */
    sample: boolean().notNull().default(false),
    /** Whether its PDFs are sent when they are made, and to which kind of place. */
    sendEmail: boolean().notNull(),
    destination: text().$type<DestinationKind>().notNull().default("email"),
    separateEmails: boolean().notNull(),
    separatePdfs: boolean().notNull(),
    copyToCustomer: boolean().notNull(),
    emailSubject: text(),
    /** What becomes which PDF; null: one of all files, or one for each. */
    arrangement: jsonb().$type<Arrangement>(),
    status: text({ enum: jobStatuses }).notNull().default("pending"),
    /** Raised whenever assembly is started anew; an assembly that holds an older number changes nothing. */
    assemblyAttempt: integer().notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    completedAt: instant("completed_at"),
    /** When it became completed or failed, the last time; null while it is under way. */
    settledAt: instant("settled_at"),
    filesDeletedAt: instant("files_deleted_at"),
    /** Brought back from a backup of that time, before its emails were written: they may have gone out since. */
    restoredAt: instant("restored_at"),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    index("jobs_unfinished").on(table.status, table.createdAt),
    index("jobs_settled").on(table.practiceId, table.settledAt),
    // Whose files are still there, the longest kept first.
    index("jobs_with_files").on(table.settledAt).where(sql`${table.filesDeletedAt} is null`),
    index("jobs_customer").on(table.practiceId, table.customerId, table.id),
    // The lists of the audit trail read these alone, never the rows themselves (docs/decisions/013).
    index("jobs_status").on(table.practiceId, table.status, table.id),
    index("jobs_created").on(table.practiceId, table.createdAt, table.id, table.status),
    index("jobs_search").on(table.practiceId, table.customerSearch, table.id, table.status, table.createdAt),
  ],
);

/** The row belongs to a job, and is deleted with it. */
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
    /** Order the user chose, from 0; what a container holds follows it. */
    position: integer().notNull(),
    /** The container that it lay in, a file of the same job; null for what was uploaded. */
    parentId: uuid(),
    /** Where it lay, from the uploaded file on: "invoices.zip › 2026/a.pdf"; null for what was uploaded. */
    path: text(),
    /** Cleaned, as it is shown. */
    originalName: text().notNull(),
    nameSearch: text().generatedAlwaysAs(sql`lower(original_name)`),
    type: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    sha256: text().notNull(),
    /** Key of the original in the blob store; null once deleted. */
    originalKey: text(),
    state: text({ enum: fileStates }).notNull().default("waiting"),
    /** Raised when a conversion starts; a worker that holds an older number changes nothing. */
    attempt: integer().notNull().default(0),
    reason: text(),
    message: text(),
    warnings: jsonb().$type<Warning[]>().notNull().default([]),
    pages: integer(),
    convertedMs: integer(),
    /** When it was converted, refused or failed, the last time. */
    endedAt: instant("ended_at"),
    /** The file's A4 pages in the blob store, named by attempt. */
    pagesKey: text(),
    pagesBytes: bigint({ mode: "number" }),
    pagesSha256: text(),
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

export const jobEventKinds = ["converted", "unpacked", "refused", "failed", "replaced", "assembly-failed"] as const;

/**
 * What happened to a job's files, kept for its timeline: their rows say only how they are now. Names are those of that
 * moment.
 */
export const jobEvents = pgTable(
  "job_events",
  {
    practiceId: uuid().notNull(),
    jobId: uuid().notNull(),
    id: uuid().notNull(),
    at: instant("at").notNull().defaultNow(),
    kind: text({ enum: jobEventKinds }).notNull(),
    /** Null when it happened to the whole job. */
    fileId: uuid(),
    fileName: text(),
    /** Of the file that took its place. */
    newName: text(),
    message: text(),
    pages: integer(),
    convertedMs: integer(),
  },
  (table) => [primaryKey({ columns: [table.practiceId, table.jobId, table.id] }), ofOneJob(table)],
);

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
    /** The files whose pages it holds, in their order. */
    fileIds: uuid().array().notNull().default(sql`'{}'`),
    /** "mail": made only because an email could not carry the result itself; not part of the download. */
    purpose: text({ enum: ["result", "mail"] })
      .notNull()
      .default("result"),
    /** What was done to it for the email, one sentence. */
    note: text(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Small pictures that exist, from the first page without a gap. */
    thumbnails: integer().notNull().default(0),
    /** Of a sample job: see `jobs.sample`. */
    sample: boolean().notNull().default(false),
    version: version(),
  },
  (table) => [primaryKey({ columns: [table.practiceId, table.jobId, table.id] }), ofOneJob(table)],
);
