import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { containing } from "../../db/like.ts";
import { readIndexes } from "../../db/read-indexes.ts";
import type { JobRows } from "../job-view.ts";
import { readJobs } from "../service.ts";
import { jobFiles, jobs } from "../table.ts";

/** The newest jobs with all the words in the customer's name and email, or in the name of one file. */
export async function searchJobs(db: Db, practiceId: string, words: string[], limit: number): Promise<JobRows[]> {
  const ofCustomer = and(
    eq(jobs.practiceId, practiceId),
    ...words.map((word) => containing(jobs.customerSearch, word)),
  );
  const ofFile = and(
    eq(jobFiles.practiceId, practiceId),
    ...words.map((word) => containing(jobFiles.nameSearch, word)),
  );
  const found = await readIndexes(db, async (tx) => [
    ...(await tx.select({ id: jobs.id }).from(jobs).where(ofCustomer).orderBy(desc(jobs.id)).limit(limit)),
    ...(await tx
      .selectDistinct({ id: jobFiles.jobId })
      .from(jobFiles)
      .where(ofFile)
      .orderBy(desc(jobFiles.jobId))
      .limit(limit)),
  ]);
  const ids = new Set(found.map(({ id }) => id));
  return readJobs(db, practiceId, [...ids].toSorted().toReversed().slice(0, limit));
}
