import { and, desc, eq, gt } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { containing } from "../../../platform/db/like.ts";
import { isUploadOf } from "../../jobs/index.ts";
import { jobFiles } from "../../jobs/table.ts";
import { type ProjectedJob, readProjectedJobs } from "../projected-jobs.ts";
import { findNewest } from "./list.ts";

/** Returns the newest jobs with all the words in the customer's name and email, or in the name of one file. */
export async function searchJobs(db: Db, practiceId: string, words: string[], limit: number): Promise<ProjectedJob[]> {
  const ofCustomers = await findNewest(db, practiceId, words, limit);
  // File names are scanned one by one, so no further back than the oldest job of a page that is already full.
  const oldest = ofCustomers.length === limit ? ofCustomers.at(-1) : undefined;
  const ofFiles = await findByFile(db, practiceId, words, { limit, oldest });
  const ids = new Set([...ofCustomers, ...ofFiles]);
  return readProjectedJobs(db, practiceId, [...ids].toSorted().toReversed().slice(0, limit));
}

/** @param page.oldest no job older than this one is searched */
async function findByFile(
  db: Db,
  practiceId: string,
  words: string[],
  page: { limit: number; oldest: string | undefined },
): Promise<string[]> {
  const wanted = and(
    eq(jobFiles.practiceId, practiceId),
    isUploadOf(practiceId, jobFiles.jobId),
    page.oldest === undefined ? undefined : gt(jobFiles.jobId, page.oldest),
    ...words.map((word) => containing(jobFiles.nameSearch, word)),
  );
  const jobIds = db.selectDistinct({ id: jobFiles.jobId }).from(jobFiles).where(wanted);
  return (await jobIds.orderBy(desc(jobFiles.jobId)).limit(page.limit)).map(({ id }) => id);
}
