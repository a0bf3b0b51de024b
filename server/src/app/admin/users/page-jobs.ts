import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { deliveries } from "../../../domain/delivery/table.ts";
import { isDocument, isUpload } from "../../../domain/jobs/index.ts";
import { jobFiles, jobs, outputs } from "../../../domain/jobs/table.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { withIsoTimes } from "../../../platform/db/iso-times.ts";

const maxJobs = 50;

/** Returns the practice's newest jobs without their content: names of files and customers are not read. */
export async function lastJobs(tx: Tx, practiceId: string): Promise<UserPage["jobs"]> {
  const { id, createdAt, completedAt, status } = jobs;
  const rows = await tx
    .select({ id, createdAt, completedAt, status })
    .from(jobs)
    .where(and(eq(jobs.practiceId, practiceId), isUpload(jobs)))
    .orderBy(desc(jobs.id))
    .limit(maxJobs);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const files = byJob(await filesOf(tx, practiceId, ids));
  const emails = byJob(await emailsOf(tx, practiceId, ids));
  return rows.map((row) => ({
    ...withIsoTimes(row),
    files: files.get(row.id)?.files ?? 0,
    bytes: files.get(row.id)?.bytes ?? 0,
    emails: emails.get(row.id)?.emails ?? 0,
    refusals: files.get(row.id)?.refusals ?? [],
  }));
}

const byJob = <T extends { jobId: string }>(rows: T[]) => new Map(rows.map((row) => [row.jobId, row]));

async function filesOf(tx: Tx, practiceId: string, ids: string[]) {
  const { jobId, parentId, sizeBytes, reason, state } = jobFiles;
  const bad = sql`${state} in ('refused', 'failed')`;
  return tx
    .select({
      jobId,
      files: sql`count(*) filter (where ${isDocument})`.mapWith(Number),
      bytes: sql`sum(${sizeBytes}) filter (where ${isNull(parentId)})`.mapWith(Number),
      refusals: sql<string[]>`coalesce(array_agg(distinct coalesce(${reason}, ${state})) filter (where ${bad}), '{}')`,
    })
    .from(jobFiles)
    .where(and(eq(jobFiles.practiceId, practiceId), inArray(jobId, ids)))
    .groupBy(jobId);
}

/** Counts the emails of each job. An email that was sent again counts once. */
async function emailsOf(tx: Tx, practiceId: string, ids: string[]) {
  const { jobId, replacedById } = deliveries;
  return tx
    .select({ jobId, emails: sql`count(*)`.mapWith(Number) })
    .from(deliveries)
    .where(and(eq(deliveries.practiceId, practiceId), inArray(jobId, ids), isNull(replacedById)))
    .groupBy(jobId);
}

/**
 * Returns how many bytes the practice's originals, converted pages and PDFs use now, and how many documents it has
 * uploaded in total.
 */
export async function storageOf(tx: Tx, practiceId: string): Promise<{ documents: number; bytes: number }> {
  const kept = sql`case when ${jobFiles.originalKey} is null then 0 else ${jobFiles.sizeBytes} end
    + case when ${jobFiles.pagesKey} is null then 0 else coalesce(${jobFiles.pagesBytes}, 0) end`;
  const [files] = await tx
    .select({
      count: sql`count(*) filter (where ${isDocument})`.mapWith(Number),
      bytes: sql`coalesce(sum(${kept}), 0)`.mapWith(Number),
    })
    .from(jobFiles)
    .where(and(eq(jobFiles.practiceId, practiceId), isUpload(jobFiles)));
  const [made] = await tx
    .select({ bytes: sql`coalesce(sum(${outputs.sizeBytes}), 0)`.mapWith(Number) })
    .from(outputs)
    .where(and(eq(outputs.practiceId, practiceId), isUpload(outputs), sql`${outputs.blobKey} is not null`));
  return { documents: files?.count ?? 0, bytes: (files?.bytes ?? 0) + (made?.bytes ?? 0) };
}
