import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { containing } from "../../db/like.ts";
import { readShown, type ShownJob } from "../shown-jobs.ts";
import { jobFiles } from "../table.ts";
import { findNewest } from "./list.ts";

/** The newest jobs with all the words in the customer's name and email, or in the name of one file. */
export async function searchJobs(db: Db, practiceId: string, words: string[], limit: number): Promise<ShownJob[]> {
  const ofFile = and(
    eq(jobFiles.practiceId, practiceId),
    ...words.map((word) => containing(jobFiles.nameSearch, word)),
  );
  const [ofCustomers, ofFiles] = await Promise.all([
    findNewest(db, practiceId, words, limit),
    db.selectDistinct({ id: jobFiles.jobId }).from(jobFiles).where(ofFile).orderBy(desc(jobFiles.jobId)).limit(limit),
  ]);
  const ids = new Set([...ofCustomers, ...ofFiles.map(({ id }) => id)]);
  return readShown(db, practiceId, [...ids].toSorted().toReversed().slice(0, limit));
}
