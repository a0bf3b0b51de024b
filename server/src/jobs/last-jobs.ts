import type { CustomerLastJob } from "@sheaf/contracts/customers.ts";
import { and, count, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { deliveriesOf } from "../delivery/service.ts";
import { lightOf } from "./status.ts";
import { jobFiles, jobs } from "./table.ts";

/** The newest job of each customer that has one, and how many there are; in no order. */
export async function lastJobs(db: Db, practiceId: string): Promise<CustomerLastJob[]> {
  const newest = await newestByCustomer(db, practiceId);
  if (newest.length === 0) return [];
  const ids = newest.map(({ jobId }) => jobId);
  const [files, deliveries] = await Promise.all([
    // What the light needs of a job's files is which states there are.
    db
      .selectDistinct({ jobId: jobFiles.jobId, state: jobFiles.state })
      .from(jobFiles)
      .where(and(eq(jobFiles.practiceId, practiceId), inArray(jobFiles.jobId, ids))),
    deliveriesOf(db, practiceId, ids),
  ]);
  const filesOf = Map.groupBy(files, ({ jobId }) => jobId);
  const emailsOf = Map.groupBy(deliveries, ({ jobId }) => jobId);
  return newest.map(({ status, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    light: lightOf(status, filesOf.get(row.jobId) ?? [], emailsOf.get(row.jobId) ?? []),
  }));
}

async function newestByCustomer(db: Db, practiceId: string) {
  const own = eq(jobs.practiceId, practiceId);
  const underWay = inArray(jobs.status, ["pending", "processing"]);
  const byCustomer = db.$with("by_customer").as(
    db
      .select({
        // Identifiers sort by birth, and their letters as they do; PostgreSQL before 18 has no max() of identifiers.
        jobId: sql<string>`max(${jobs.id}::text collate "C")::uuid`.as("job_id"),
        jobs: count().as("jobs"),
        unfinished: sql<number>`count(*) filter (where ${underWay})::int`.as("unfinished"),
      })
      .from(jobs)
      .where(and(own, isNotNull(jobs.customerId)))
      .groupBy(jobs.customerId),
  );
  return db
    .with(byCustomer)
    .select({
      customerId: sql<string>`${jobs.customerId}`,
      jobId: jobs.id,
      createdAt: jobs.createdAt,
      status: jobs.status,
      jobs: byCustomer.jobs,
      unfinished: byCustomer.unfinished,
    })
    .from(byCustomer)
    .innerJoin(jobs, and(own, eq(jobs.id, byCustomer.jobId)));
}
