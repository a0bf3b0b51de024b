import { deliveriesAccepted } from "@sheaf/contracts/delivery-states.ts";
import type { Stats } from "@sheaf/contracts/stats.ts";
import { and, count, countDistinct, eq, inArray, sql } from "drizzle-orm";
import { countCustomers } from "../customers/service.ts";
import type { Db } from "../db/connect.ts";
import { deliveries } from "../delivery/table.ts";
import { jobs, outputs } from "../jobs/table.ts";

/** The dashboard's four numbers, of the whole practice and all time. */
export async function getStats(db: Db, practiceId: string): Promise<Stats> {
  const [totalCustomers, documentsSent, byStatus] = await Promise.all([
    countCustomers(db, practiceId),
    countSentFiles(db, practiceId),
    countJobs(db, practiceId),
  ]);
  const completed = byStatus.get("completed") ?? 0;
  const failed = byStatus.get("failed") ?? 0;
  return {
    totalCustomers,
    documentsSent,
    processingJobs: (byStatus.get("pending") ?? 0) + (byStatus.get("processing") ?? 0),
    successRate: completed + failed === 0 ? 100 : Math.round((100 * completed) / (completed + failed)),
  };
}

async function countJobs(db: Db, practiceId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ status: jobs.status, number: count() })
    .from(jobs)
    .where(eq(jobs.practiceId, practiceId))
    .groupBy(jobs.status);
  return new Map(rows.map(({ status, number }) => [status, number]));
}

/**
 * Files in emails that a provider has accepted, each once: neither copies, nor sending again, nor the parts of a divided email
 * count again. What is kept in the outbox was not sent.
 */
async function countSentFiles(db: Db, practiceId: string): Promise<number> {
  const carried = and(
    eq(outputs.practiceId, deliveries.practiceId),
    eq(outputs.jobId, deliveries.jobId),
    eq(outputs.id, sql`any(${deliveries.outputIds})`),
  );
  const accepted = and(
    eq(deliveries.practiceId, practiceId),
    eq(deliveries.isCopy, false),
    inArray(deliveries.state, [...deliveriesAccepted]),
  );
  const files = db
    .select({ id: sql`unnest(${outputs.fileIds})`.as("id") })
    .from(deliveries)
    .innerJoin(outputs, carried)
    .where(accepted)
    .as("files");
  const [row] = await db.select({ number: countDistinct(files.id) }).from(files);
  return row?.number ?? 0;
}
