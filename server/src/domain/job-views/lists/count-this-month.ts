import { uncountedStates } from "@sheaf/contracts/counted-files.ts";
import { and, count, eq, notInArray, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { jobFiles, jobs } from "../../jobs/table.ts";

/**
 * Counts the files that the practice has uploaded this calendar month, without samples, containers and files left out.
 */
export async function countFilesThisMonth(db: Db, practiceId: string, timeZone: string): Promise<number> {
  const monthBegan = sql`date_trunc('month', now() at time zone ${timeZone}) at time zone ${timeZone}`;
  const [row] = await db
    .select({ files: count() })
    .from(jobFiles)
    .innerJoin(jobs, equals(jobs, { practiceId: jobFiles.practiceId, id: jobFiles.jobId }))
    .where(
      and(
        eq(jobFiles.practiceId, practiceId),
        notInArray(jobFiles.state, [...uncountedStates]),
        eq(jobs.sample, false),
        sql`${jobs.createdAt} >= ${monthBegan}`,
      ),
    );
  return row?.files ?? 0;
}
