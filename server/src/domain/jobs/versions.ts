import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { announcing } from "../../platform/events/events.ts";
import { jobs } from "./table.ts";

interface JobRef {
  practiceId: string;
  jobId: string;
}

/** Raises the version of a job and announces it, because something that its API form shows has changed. */
export async function touchJob(tx: Tx, { practiceId, jobId }: JobRef): Promise<void> {
  await tx
    .update(jobs)
    .set({ version: sql`${jobs.version}` })
    .where(equals(jobs, { practiceId, id: jobId }))
    .returning({ announced: announcing(practiceId, { type: "job", id: jobId }) });
}

/**
 * Adds the versions of deleted rows to that of their job. A page keeps the response with the higher sum of versions, so
 * the sum must not fall.
 */
export async function takeOverVersions(
  tx: Tx,
  { practiceId, jobId }: JobRef,
  deleted: { version: number }[],
): Promise<void> {
  const sum = deleted.reduce((total, { version }) => total + version, 0);
  await tx
    .update(jobs)
    .set({ version: sql`${jobs.version} + ${sum}` })
    .where(equals(jobs, { practiceId, id: jobId }));
}
