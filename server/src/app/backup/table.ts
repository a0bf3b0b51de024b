import { bigint, integer, pgTable, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/columns.ts";

/** Completed backups of this installation. */
export const backups = pgTable("backups", {
  id: uuid().primaryKey(),
  startedAt: instant("started_at").notNull(),
  endedAt: instant("ended_at").notNull(),
  rows: bigint({ mode: "number" }).notNull(),
  /** Null when the files are stored in S3 and backed up by other means. */
  files: integer(),
  bytes: bigint({ mode: "number" }),
});
