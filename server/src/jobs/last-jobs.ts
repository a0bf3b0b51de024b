import type { CustomerLastJob } from "@sheaf/contracts/customers.ts";
import { and, count, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { deliveries } from "../delivery/table.ts";
import { lightOf } from "./status.ts";
import { jobFiles, jobs } from "./table.ts";

type Files = Parameters<typeof lightOf>[1];
type Emails = Parameters<typeof lightOf>[2];

/**
 * The newest job of each customer that has one, and how many there are; in no order. One statement, and of files and emails no
 * more than the light needs: a practice may have thousands of customers.
 */
export async function lastJobs(db: Db, practiceId: string): Promise<CustomerLastJob[]> {
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
  const filesOfJob = and(eq(jobFiles.practiceId, practiceId), eq(jobFiles.jobId, jobs.id));
  const emailsOfJob = and(eq(deliveries.practiceId, practiceId), eq(deliveries.jobId, jobs.id));
  const email = sql`json_build_object('state', ${deliveries.state}, 'replacedById', ${deliveries.replacedById})`;
  const newest = await db
    .with(byCustomer)
    .select({
      customerId: sql<string>`${jobs.customerId}`,
      jobId: jobs.id,
      createdAt: jobs.createdAt,
      status: jobs.status,
      jobs: byCustomer.jobs,
      unfinished: byCustomer.unfinished,
      files: sql<
        Files[number]["state"][]
      >`array(select distinct ${jobFiles.state} from ${jobFiles} where ${filesOfJob})`,
      emails: sql<Emails>`(select coalesce(json_agg(${email}), '[]') from ${deliveries} where ${emailsOfJob})`,
    })
    .from(byCustomer)
    .innerJoin(jobs, and(own, eq(jobs.id, byCustomer.jobId)));
  return newest.map(({ status, files, emails, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    light: lightOf(
      status,
      files.map((state) => ({ state })),
      emails,
    ),
  }));
}
