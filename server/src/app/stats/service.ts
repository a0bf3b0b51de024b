import type { Stats } from "@sheaf/contracts/stats.ts";
import { countCustomers } from "../../domain/customers/service.ts";
import { type Tally, tallyJobs } from "../../domain/job-views/lists/tally.ts";
import { countSentFiles } from "../../domain/metrics/practice-counts.ts";
import type { Db } from "../../platform/db/connect.ts";

/**
 * Returns the four figures of the dashboard, for the whole practice and all time. Emails in the outbox do not count as
 * sent.
 * @param tally the numbers of jobs, for callers that have counted them already
 */
export async function getStats(
  db: Db,
  practiceId: string,
  tally: () => Promise<Tally> = () => tallyJobs(db, practiceId),
): Promise<Stats> {
  const { completed, failed, pending, processing } = (await tally()).byStatus;
  return {
    totalCustomers: await countCustomers(db, practiceId),
    documentsSent: await countSentFiles(db, practiceId),
    processingJobs: pending + processing,
    successRate: completed + failed === 0 ? 100 : Math.round((100 * completed) / (completed + failed)),
  };
}
