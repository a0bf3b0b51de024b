import type { CustomerLastJob, CustomerList } from "@sheaf/contracts/customers.ts";
import type { DeliveryState } from "@sheaf/contracts/delivery-states.ts";
import type { JobStatus } from "@sheaf/contracts/jobs.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { isoOf } from "../../../platform/db/projection.ts";
import { deliveries } from "../../delivery/table.ts";
import { jobFiles, jobs } from "../../jobs/table.ts";
import { countsOfPractice } from "../../metrics/practice-counts.ts";
import { noCustomer } from "../../metrics/table.ts";
import { lightOf } from "../light.ts";

interface Row extends Record<string, unknown> {
  customerId: string;
  jobId: string;
  createdAt: string;
  status: JobStatus;
  jobs: number;
  unfinished: number;
  filesDeleted: boolean;
  bad: boolean;
  /** States of the emails that were not replaced, separated by spaces. Null when there are none. */
  emails: string | null;
}

/**
 * Returns the newest job and the number of jobs of each customer that has any, newest customer first. Uses one
 * statement and reads no more of files and emails than the light needs, because a practice may have thousands of
 * customers with thousands of jobs each.
 */
export async function lastJobs(db: Db, practiceId: string, page: CustomerList = {}): Promise<CustomerLastJob[]> {
  const { rows } = await db.execute<Row>(sql`
    select each.customer_id as "customerId", newest.id as "jobId", newest.created_at as "createdAt", newest.status,
      newest.files_deleted_at is not null as "filesDeleted", each.jobs, each.unfinished,
      newest.id in (select job_id from ${jobFiles}
        where practice_id = ${practiceId} and state in ('refused', 'failed')) as bad,
      (select string_agg(state, ' ') from ${deliveries}
        where practice_id = ${practiceId} and job_id = newest.id and replaced_by_id is null) as emails
    from ${jobsOfCustomers(practiceId, page)} each cross join lateral (
      select id, created_at, status, files_deleted_at from ${jobs}
      where practice_id = ${practiceId} and customer_id = each.customer_id order by id desc limit 1
    ) newest
    order by each.customer_id desc`);
  // Written out field by field, because objects made by a rest pattern are slow.
  return rows.map(({ customerId, jobId, createdAt, jobs, unfinished, status, filesDeleted, bad, emails }) => ({
    customerId,
    jobId,
    jobs,
    unfinished,
    createdAt: isoOf(createdAt),
    light: lightOf(
      status,
      bad ? [{ state: "failed" }] : [],
      emails ? emails.split(" ").map(current) : [],
      filesDeleted,
    ),
  }));
}

const current = (state: string) => ({ state: state as DeliveryState, replacedById: null });

/**
 * Returns a subquery for the number of jobs of each customer. Jobs that have ended are counted already; see tally.ts.
 */
function jobsOfCustomers(practiceId: string, { limit, cursor }: CustomerList): SQL {
  const afterCursor = cursor ? sql`customer_id < ${cursor}` : sql`true`;
  return sql`(
    select customer_id, sum(amount)::int as jobs, sum(open)::int as unfinished from (
      select customer_id, amount, 0 as open from ${countsOfPractice(practiceId)} counted
      where kind in ('completed', 'failed') and ${afterCursor}
      union all
      select customer_id, 1, 1 from ${jobs}
      where practice_id = ${practiceId} and status in ('pending', 'processing') and not sample and ${afterCursor}
    ) every where customer_id <> ${noCustomer} group by customer_id
    order by customer_id desc ${limit ? sql`limit ${limit}` : sql``})`;
}
