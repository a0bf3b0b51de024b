import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { listed, listedId } from "../../platform/db/listed.ts";
import { type Projection, projectionOf } from "../../platform/db/projection.ts";
import { onePlan } from "../../platform/db/statement-names.ts";
import { deliveries } from "../delivery/table.ts";
import { jobFiles, jobs, outputs } from "../jobs/table.ts";
import { practices } from "../practices/table.ts";
import type { ReadingChoices, ShownReading } from "../readings/index.ts";
import { fileReadings } from "../readings/table.ts";

const columns = {
  job: projectionOf(jobs, [
    ...(["id", "status", "createdAt", "completedAt", "settledAt", "filesDeletedAt"] as const),
    ...(["customerId", "customerName", "customerEmail", "customerOutputEmail", "uploadedByName"] as const),
    ...(["sendEmail", "destination", "separateEmails", "separatePdfs", "copyToCustomer", "emailSubject"] as const),
    ...(["emailsToConfirm", "sample", "version"] as const),
  ]),
  file: projectionOf(jobFiles, [
    ...(["id", "type", "originalName", "sizeBytes", "state", "reason", "message", "pages", "warnings"] as const),
    ...(["parentId", "path", "isOwnContent", "awaitsChoice", "convertedMs", "version"] as const),
    ...(["pagesSha256", "turns"] as const),
  ]),
  reading: projectionOf(fileReadings, [
    ...(["fileId", "pagesSha256", "state", "why", "pages", "pagesRead", "hardPages", "turns", "passedAt"] as const),
  ]),
  practice: projectionOf(practices, ["readPages", "waitForReading"]),
  output: projectionOf(outputs, [
    "id",
    "name",
    "pages",
    "sizeBytes",
    "purpose",
    "note",
    "blobKey",
    "searchableBytes",
    "searchableSha256",
    "thumbnails",
    "version",
  ]),
  delivery: projectionOf(deliveries, [
    ...([
      "id",
      "destination",
      "recipient",
      "subject",
      "isCopy",
      "outputIds",
      "part",
      "parts",
      "state",
      "tries",
      "message",
    ] as const),
    ...(["replacedById", "createdAt", "sendAfter", "nextTryAt", "sentAt", "deliveredAt"] as const),
    ...(["awaitsSender", "confirmedById", "version"] as const),
  ]),
};

type Row<Shown> = Shown extends Projection<infer Of> ? Of : never;
export type ProjectedOutput = Row<typeof columns.output>;
export type ProjectedDelivery = Row<typeof columns.delivery>;

/** The columns of a job that its API form is made from, with its files, outputs and deliveries in order. */
export interface ProjectedJob {
  job: Row<typeof columns.job>;
  files: Row<typeof columns.file>[];
  outputs: ProjectedOutput[];
  deliveries: ProjectedDelivery[];
  /** In no particular order. */
  readings: ShownReading[];
  practice: ReadingChoices;
}

/** Reads jobs of the practice in one statement, in the order of `ids`. Jobs that do not exist are omitted. */
export async function readProjectedJobs(db: Db, practiceId: string, ids: string[]): Promise<ProjectedJob[]> {
  if (ids.length === 0) return [];
  const parts = (table: typeof jobFiles | typeof outputs | typeof deliveries, part: SQL) => sql`(
    select coalesce(json_agg(shown_row order by shown_row.place), '[]') from (
      select ${part}, ${table.position} as place from ${table}
      where ${table.practiceId} = ${practiceId} and ${table.jobId} = ${jobs.id}) shown_row)`;
  const { rows } = await db.execute<Record<keyof ProjectedJob, unknown[]> & { id: string }>(sql`${onePlan}
    select ${jobs.id} as id, (select row_to_json(shown_row) from (select ${columns.job.columns}) shown_row) as job,
      (select row_to_json(shown_row) from (select ${columns.practice.columns}) shown_row) as practice,
      (select coalesce(json_agg(shown_row), '[]') from (
        select ${columns.reading.columns} from ${fileReadings}
        where ${fileReadings.practiceId} = ${practiceId} and ${fileReadings.jobId} = ${jobs.id}) shown_row) as readings,
      ${parts(jobFiles, columns.file.columns)} as files, ${parts(outputs, columns.output.columns)} as outputs,
      ${parts(deliveries, columns.delivery.columns)} as deliveries
    from ${listed(ids)} inner join ${jobs} on ${equals(jobs, { practiceId, id: listedId })}
    inner join ${practices} on ${eq(practices.id, jobs.practiceId)}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    return {
      job: columns.job.read(row.job),
      files: row.files.map(columns.file.read),
      outputs: row.outputs.map(columns.output.read),
      deliveries: row.deliveries.map(columns.delivery.read),
      readings: row.readings.map(columns.reading.read),
      practice: columns.practice.read(row.practice),
    };
  });
}
