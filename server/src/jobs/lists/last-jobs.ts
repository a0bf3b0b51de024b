import type { CustomerLastJob } from "@sheaf/contracts/customers.ts";
import type { JobStatus } from "@sheaf/contracts/jobs.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { deliveries } from "../../delivery/table.ts";
import { countsOfPractice } from "../../measures/practice-counts.ts";
import { noCustomer } from "../../measures/table.ts";
import { lightOf } from "../status.ts";
import { jobFiles, jobs } from "../table.ts";

type Emails = Parameters<typeof lightOf>[2];

interface Row extends Record<string, unknown> {
  customerId: string;
  jobId: string;
  createdAt: string;
  status: JobStatus;
  jobs: number;
  unfinished: number;
  files: Parameters<typeof lightOf>[1][number]["state"][];
  emails: Emails;
}

/**
 * The newest job of each customer that has one, and how many there are; in no order. One statement, and of files and emails no
 * more than the light needs: a practice may have thousands of customers, and each of them thousands of jobs.
 */
export async function lastJobs(db: Db, practiceId: string): Promise<CustomerLastJob[]> {
  const { rows } = await db.execute<Row>(sql`
    select each.customer_id as "customerId", newest.id as "jobId", newest.created_at as "createdAt", newest.status,
      each.jobs, each.unfinished,
      array(select distinct state from ${jobFiles} where practice_id = ${practiceId} and job_id = newest.id) as files,
      (select coalesce(json_agg(json_build_object('state', state, 'replacedById', replaced_by_id)), '[]')
        from ${deliveries} where practice_id = ${practiceId} and job_id = newest.id) as emails
    from ${jobsOfCustomers(practiceId)} each cross join lateral (
      select id, created_at, status from ${jobs}
      where practice_id = ${practiceId} and customer_id = each.customer_id order by id desc limit 1
    ) newest`);
  return rows.map(({ status, files, emails, createdAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    light: lightOf(
      status,
      files.map((state) => ({ state })),
      emails,
    ),
  }));
}

/** Those that have ended are counted already; see tally.ts. */
function jobsOfCustomers(practiceId: string): SQL {
  return sql`(
    select customer_id, sum(amount)::int as jobs, sum(open)::int as unfinished from (
      select customer_id, amount, 0 as open from ${countsOfPractice(practiceId)} counted where kind <> 'sent-files'
      union all
      select customer_id, 1, 1 from ${jobs} where practice_id = ${practiceId} and status in ('pending', 'processing')
    ) every where customer_id <> ${noCustomer} group by customer_id)`;
}
