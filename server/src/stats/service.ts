import type { Stats } from "@sheaf/contracts/stats.ts";
import { and, count, eq, exists, sql } from "drizzle-orm";
import { countCustomers } from "../customers/service.ts";
import type { Db } from "../db/connect.ts";
import { deliveries } from "../delivery/table.ts";
import { jobFiles, jobs } from "../jobs/table.ts";

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
 * Files in emails that a provider has accepted, each once: neither copies nor the parts of a divided email count again. What is
 * kept in the outbox was not sent. One PDF per file: the PDFs of accepted emails; one PDF: every file that is in it.
 */
async function countSentFiles(db: Db, practiceId: string): Promise<number> {
  const accepted = and(
    eq(deliveries.practiceId, jobs.practiceId),
    eq(deliveries.jobId, jobs.id),
    eq(deliveries.isCopy, false),
    // As text: a transport that sends brings these states with it.
    sql`${deliveries.state} in ('sent', 'delivered')`,
  );
  const sentPdfs = sql`(
    select count(distinct pdf) from ${deliveries} cross join lateral unnest(${deliveries.outputIds}) pdf where ${accepted}
  )`;
  const filesInside = sql`(
    select count(*) from ${jobFiles} where ${and(
      eq(jobFiles.practiceId, jobs.practiceId),
      eq(jobFiles.jobId, jobs.id),
      eq(jobFiles.state, "converted"),
    )}
  )`;
  const [row] = await db
    .select({
      number: sql<number>`coalesce(sum(case when ${jobs.separatePdfs} then ${sentPdfs} else ${filesInside} end), 0)::int`,
    })
    .from(jobs)
    .where(and(eq(jobs.practiceId, practiceId), exists(db.select().from(deliveries).where(accepted))));
  return row?.number ?? 0;
}
