import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { preparedOnce } from "../db/prepared.ts";
import { type ShownRow, shownRow } from "../db/shown-row.ts";
import { deliveries } from "../delivery/table.ts";
import { jobFiles, jobs, outputs } from "./table.ts";

const columns = {
  job: shownRow(jobs, [
    ...(["id", "status", "createdAt", "completedAt", "settledAt", "filesDeletedAt"] as const),
    ...(["customerId", "customerName", "customerEmail", "customerOutputEmail", "uploadedByName"] as const),
    ...(["sendEmail", "separateEmails", "separatePdfs", "copyToCustomer", "emailSubject"] as const),
  ]),
  file: shownRow(jobFiles, [
    ...(["id", "type", "originalName", "sizeBytes", "state", "reason", "message", "pages", "warnings"] as const),
    "convertedMs",
  ]),
  output: shownRow(outputs, ["id", "name", "pages", "sizeBytes", "purpose", "note", "blobKey", "thumbnails"]),
  delivery: shownRow(deliveries, [
    ...(["id", "recipient", "subject", "isCopy", "outputIds", "part", "parts", "state", "tries", "message"] as const),
    ...(["replacedById", "createdAt", "sendAfter", "nextTryAt", "sentAt", "deliveredAt"] as const),
  ]),
};

type Row<Shown> = Shown extends ShownRow<infer Of> ? Of : never;
export type ShownOutput = Row<typeof columns.output>;
export type ShownDelivery = Row<typeof columns.delivery>;

/** What people are told of a job comes from these columns; its parts each in their order. */
export interface ShownJob {
  job: Row<typeof columns.job>;
  files: Row<typeof columns.file>[];
  outputs: ShownOutput[];
  deliveries: ShownDelivery[];
}

const parts = (table: typeof jobFiles | typeof outputs | typeof deliveries, part: SQL) => {
  // Whole in itself: the columns that stand in a selected expression by themselves lose their table's name.
  const ofJob = sql`${table.practiceId} = ${jobs.practiceId} and ${table.jobId} = ${jobs.id}`;
  return sql<unknown[]>`(select coalesce(json_agg(shown_row order by shown_row.place), '[]') from (
    select ${part}, ${table.position} as place from ${table} where ${ofJob}) shown_row)`;
};

/** Found by their keys alone, whosever they are: one plan for all, which takes a good part of the time. */
const shownJobs = preparedOnce((db) =>
  db
    .select({
      id: jobs.id,
      job: sql`(select row_to_json(shown_row) from (select ${columns.job.columns}) shown_row)`,
      files: parts(jobFiles, columns.file.columns),
      outputs: parts(outputs, columns.output.columns),
      deliveries: parts(deliveries, columns.delivery.columns),
    })
    .from(jobs)
    .where(and(eq(jobs.practiceId, sql.placeholder("practiceId")), sql`${jobs.id} = any(${sql.placeholder("ids")})`))
    .prepare("shown_jobs"),
);

/** Some of the practice's jobs, all of one moment, in the order asked for; those that are gone are left out. */
export async function readShown(db: Db, practiceId: string, ids: string[]): Promise<ShownJob[]> {
  if (ids.length === 0) return [];
  const rows = await shownJobs(db).execute({ practiceId, ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    return {
      job: columns.job.read(row.job),
      files: row.files.map(columns.file.read),
      outputs: row.outputs.map(columns.output.read),
      deliveries: row.deliveries.map(columns.delivery.read),
    };
  });
}
