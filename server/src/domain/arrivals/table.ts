import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";
import { ofOneJob } from "../jobs/table.ts";
import { ofPractice } from "../practices/table.ts";

export const channels = ["dialog"] as const;

/** Files received through one channel at one moment. The sample job has no arrival. */
export const arrivals = pgTable(
  "arrivals",
  {
    practiceId: ofPractice(),
    id: uuid().notNull(),
    channel: text({ enum: channels }).notNull(),
    arrivedAt: instant("arrived_at").notNull().defaultNow(),
    /** The member who sent it, with their name at that time; null when the sender is not a member. */
    senderId: uuid(),
    senderName: text(),
    /** The job made from it, or the one it was added to; null until it is accepted. */
    jobId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    index("arrivals_job").on(table.practiceId, table.jobId),
    ofOneJob(table),
  ],
);

/** One file of an arrival, unchanged. */
export const arrivalItems = pgTable(
  "arrival_items",
  {
    practiceId: uuid().notNull(),
    arrivalId: uuid().notNull(),
    /** Order of receipt, from 0. */
    position: integer().notNull(),
    /** Path inside an email or an archive; null for a file that was sent directly. */
    path: text(),
    /** Name given by the sender. */
    sentName: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    sha256: text().notNull(),
    /** Key of the raw bytes in the blob store, which may be a job's original; null once deleted. */
    blobKey: text(),
    /** The job's file made from it. A file that was replaced has one item for each of its originals. */
    fileId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.arrivalId, table.position] }),
    foreignKey({
      columns: [table.practiceId, table.arrivalId],
      foreignColumns: [arrivals.practiceId, arrivals.id],
    }).onDelete("cascade"),
  ],
);

/** Idempotency-Key of POST /api/jobs: reserved before the body is read, kept 24 hours. */
export const uploadKeys = pgTable(
  "upload_keys",
  {
    practiceId: ofPractice(),
    key: text().notNull(),
    /** Hash of the fields and file hashes; null while the first upload is in progress. */
    bodySha256: text(),
    jobId: uuid(),
    /** Renewed by the receiving process while bytes arrive, so that the key is released when the process dies. */
    heldUntil: instant("held_until").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.practiceId, table.key] }), index("upload_keys_created").on(table.createdAt)],
);
