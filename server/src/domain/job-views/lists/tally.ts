import type { JobStatus } from "@sheaf/contracts/jobs.ts";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { containing } from "../../../platform/db/like.ts";
import { isUpload } from "../../jobs/index.ts";
import { jobs } from "../../jobs/table.ts";
import { countsOfPractice } from "../../metrics/practice-counts.ts";

/** How many jobs there are, without looking at them. */
export interface Tally {
  /** Of the practice, whatever was searched for. */
  all: number;
  /** Of the customer that was asked for, and of those whose customer's name or email holds what was searched for. */
  byStatus: Record<JobStatus, number>;
  found: number;
  /**
   * Names and emails that hold it, as `jobs.customerSearch` has them; undefined when nothing was searched for, or too
   * many hold it.
   */
  texts?: string[];
}

const mostTexts = 500;

/**
 * Jobs that have ended are counted already, by customer; those under way are few, and counted now. One statement, so of
 * one moment.
 * @param sought.words all of them in the customer's name or email, in any case
 */
export async function tallyJobs(
  db: Db | Tx,
  practiceId: string,
  { words = [], customerId }: { words?: string[]; customerId?: string | undefined } = {},
): Promise<Tally> {
  const known = sql`(
    select kind as status, customer_id, customer_search, amount from ${countsOfPractice(practiceId)} counted
    where kind <> 'sent-files'
    union all
    select ${jobs.status}, ${jobs.customerId}, ${jobs.customerSearch}, 1 from ${jobs}
    where ${jobs.practiceId} = ${practiceId} and ${jobs.status} in ('pending', 'processing') and ${isUpload(jobs)})`;
  const ofCustomer = customerId ? sql`coalesce(customer_id = ${customerId}, false)` : sql`true`;
  const holds = sql.join([ofCustomer, ...words.map((word) => containing(sql`customer_search`, word))], sql` and `);
  const texts =
    words.length > 0
      ? sql`case when count(*) filter (where ${holds}) <= ${mostTexts} then array_agg(customer_search) filter (where ${holds}) else '{}' end`
      : sql`null`;
  const { rows } = await db.execute<{ status: JobStatus; all: number; found: number; texts: string[] | null }>(sql`
    select status, sum(amount)::int as all, coalesce(sum(amount) filter (where ${holds}), 0)::int as found, ${texts} as texts
    from ${known} known group by status`);
  const byStatus = { pending: 0, processing: 0, completed: 0, failed: 0 };
  for (const { status, found } of rows) byStatus[status] = found;
  const sum = (of: "all" | "found") => rows.reduce((total, row) => total + row[of], 0);
  const tally = { all: sum("all"), found: sum("found"), byStatus };
  const few = words.length > 0 && rows.every(({ texts }) => texts?.length !== 0);
  return few ? { ...tally, texts: [...new Set(rows.flatMap((row) => row.texts ?? []))] } : tally;
}
