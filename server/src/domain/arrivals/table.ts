import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";
import { practices } from "../practices/table.ts";

/** Idempotency-Key of POST /api/jobs: reserved before the body is read, kept 24 hours. */
export const uploadKeys = pgTable(
  "upload_keys",
  {
    practiceId: uuid()
      .notNull()
      .references(() => practices.id, { onDelete: "cascade" }),
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
