import { sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { jobs } from "./table.ts";

/**
 * Adds the versions of deleted rows to that of their job. A page keeps the response with the higher sum of versions, so
 * the sum must not fall.
 */
export async function takeOverVersions(
  tx: Tx,
  { practiceId, jobId }: { practiceId: string; jobId: string },
  deleted: { version: number }[],
): Promise<void> {
  const sum = deleted.reduce((total, { version }) => total + version, 0);
  await tx
    .update(jobs)
    .set({ version: sql`${jobs.version} + ${sum}` })
    .where(equals(jobs, { practiceId, id: jobId }));
}
