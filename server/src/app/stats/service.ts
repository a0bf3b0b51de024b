import type { Stats } from "@sheaf/contracts/stats.ts";
import { countCustomers } from "../../domain/customers/service.ts";
import { tallyJobs } from "../../domain/job-views/lists/tally.ts";
import { countSentFiles } from "../../domain/metrics/practice-counts.ts";
import type { Db } from "../../platform/db/connect.ts";

/**
 * Returns the four figures of the dashboard, for the whole practice and all time. Emails in the outbox do not count as
 * sent.
 */
export async function getStats(db: Db, practiceId: string): Promise<Stats> {
  const [totalCustomers, documentsSent, { byStatus }] = await Promise.all([
    countCustomers(db, practiceId),
    countSentFiles(db, practiceId),
    tallyJobs(db, practiceId),
  ]);
  const { completed, failed, pending, processing } = byStatus;
  return {
    totalCustomers,
    documentsSent,
    processingJobs: pending + processing,
    successRate: completed + failed === 0 ? 100 : Math.round((100 * completed) / (completed + failed)),
  };
}
