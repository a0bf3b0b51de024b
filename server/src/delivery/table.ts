import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../db/columns.ts";
import { jobs } from "../jobs/table.ts";

/** One email of a job, with the outputs it carries. */
export const deliveries = pgTable(
  "deliveries",
  {
    practiceId: uuid().notNull(),
    jobId: uuid().notNull(),
    id: uuid().notNull(),
    position: integer().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    isCopy: boolean().notNull(),
    outputIds: uuid().array().notNull(),
    /** "kept": in the outbox of this installation; nothing was sent. */
    state: text({ enum: ["waiting", "kept"] }).notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.practiceId, table.jobId, table.id] }),
    foreignKey({ columns: [table.practiceId, table.jobId], foreignColumns: [jobs.practiceId, jobs.id] }).onDelete(
      "cascade",
    ),
    index("deliveries_job").on(table.practiceId, table.jobId),
  ],
);
