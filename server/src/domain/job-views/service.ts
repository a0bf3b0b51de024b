import type { Job } from "@sheaf/contracts/jobs.ts";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { anyOf } from "../../platform/db/any-of.ts";
import type { Db } from "../../platform/db/connect.ts";
import { listed, listedId } from "../../platform/db/listed.ts";
import { onePlan } from "../../platform/db/statement-names.ts";
import { AppError } from "../../platform/errors.ts";
import { deliveriesOf } from "../delivery/index.ts";
import { jobFiles, jobs, outputs } from "../jobs/table.ts";
import { type JobRows, toJob } from "./job-view.ts";
import { readProjectedJobs } from "./projected-jobs.ts";

const notFound = () => new AppError("job-not-found", "This job does not exist. Reload the list.");

/** @throws AppError job-not-found, also for another practice's job */
export async function getJob(db: Db, practiceId: string, jobId: string): Promise<Job> {
  const [job] = await findJobs(db, practiceId, [jobId]);
  if (!job) throw notFound();
  return job;
}

/** Returns the API form of those of the jobs that the practice has, in the order of `ids`. */
export async function findJobs(db: Db, practiceId: string, ids: string[]): Promise<Job[]> {
  return (await readProjectedJobs(db, practiceId, ids)).map(toJob);
}

/** @throws AppError job-not-found, also for another practice's job */
export async function findJob(db: Db, practiceId: string, jobId: string): Promise<JobRows> {
  const [job] = await readJobs(db, practiceId, [jobId]);
  if (!job) throw notFound();
  return job;
}

/**
 * Reads jobs of the practice with their files, outputs and deliveries, in the order of `ids`. Jobs that do not exist
 * are omitted.
 */
export async function readJobs(db: Db, practiceId: string, ids: string[]): Promise<JobRows[]> {
  if (ids.length === 0) return [];
  const partsOf = (table: typeof jobFiles | typeof outputs) =>
    sql`${onePlan} ${and(eq(table.practiceId, practiceId), anyOf(table.jobId, ids))}`;
  const isWanted = inArray(jobs.id, sql`(select ${listedId} from ${listed(ids)})`);
  // Jobs are read before their parts, so that a job that was read as completed has all its outputs.
  const rows = await db
    .select()
    .from(jobs)
    .where(sql`${onePlan} ${and(eq(jobs.practiceId, practiceId), isWanted)}`);
  const [files, made, emails] = await Promise.all([
    db.select().from(jobFiles).where(partsOf(jobFiles)).orderBy(asc(jobFiles.position)),
    db.select().from(outputs).where(partsOf(outputs)).orderBy(asc(outputs.position)),
    deliveriesOf(db, practiceId, ids),
  ]);
  const byJob = { files: groupByJob(files), outputs: groupByJob(made), deliveries: groupByJob(emails) };
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const job = byId.get(id);
    if (!job) return [];
    return {
      job,
      files: byJob.files.get(id) ?? [],
      outputs: byJob.outputs.get(id) ?? [],
      deliveries: byJob.deliveries.get(id) ?? [],
    };
  });
}

function groupByJob<Row extends { jobId: string }>(rows: Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, (row) => row.jobId);
}
