import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";
import { ofOneJob } from "../jobs/table.ts";
import { ofPractice } from "../practices/table.ts";

export const channels = ["dialog"] as const;

/** What came in by one channel at one moment. The sample job has none. */
export const arrivals = pgTable(
  "arrivals",
  {
    practiceId: ofPractice(),
    id: uuid().notNull(),
    channel: text({ enum: channels }).notNull(),
    arrivedAt: instant("arrived_at").notNull().defaultNow(),
    /** The member who sent it, with their name of then; null when it was nobody of the practice. */
    senderId: uuid(),
    senderName: text(),
    /** The job that it became or joined; null until it is accepted. */
    jobId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.id] }),
    index("arrivals_job").on(table.practiceId, table.jobId),
    ofOneJob(table),
  ],
);

/** One file of an arrival, as it came. */
export const arrivalItems = pgTable(
  "arrival_items",
  {
    practiceId: uuid().notNull(),
    arrivalId: uuid().notNull(),
    /** In the order they came, from 0. */
    position: integer().notNull(),
    /** Where it lay in an email or an archive; null for a file that came by itself. */
    path: text(),
    /** As the sender named it. */
    sentName: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    sha256: text().notNull(),
    /** Key of the raw bytes in the blob store, which may be a job's original; null once deleted. */
    blobKey: text(),
    /** The job's file that it became. A file that was replaced has one item for each original that it had. */
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
    /** Of fields and file hashes; null while the first upload is under way. */
    bodySha256: text(),
    jobId: uuid(),
    /** The process that is receiving; renewed while bytes arrive, so that a dead one frees the key. */
    heldUntil: instant("held_until").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.practiceId, table.key] }), index("upload_keys_created").on(table.createdAt)],
);
