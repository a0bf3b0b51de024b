import type { JobStatus } from "@sheaf/contracts/jobs.ts";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { containing } from "../../../platform/db/like.ts";
import { onePlan } from "../../../platform/db/statement-names.ts";
import { isUpload } from "../../jobs/index.ts";
import { jobs } from "../../jobs/table.ts";
import { countsOfPractice } from "../../metrics/practice-counts.ts";

/** Numbers of jobs, found without scanning the jobs. */
export interface Tally {
  /** All jobs of the practice, whatever is searched for. */
  all: number;
  /** The jobs of the given customer whose customer name or email matches the search. */
  byStatus: Record<JobStatus, number>;
  found: number;
  /** The values of `jobs.customerSearch` that match the search; undefined without a search or when too many match. */
  texts?: string[];
}

const maxTexts = 500;

/**
 * Counts jobs by status. Jobs that have ended are counted already, by customer; the few in progress are counted now.
 * Uses one statement, so that all numbers are of the same moment.
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
      ? sql`case when count(*) filter (where ${holds}) <= ${maxTexts} then array_agg(customer_search) filter (where ${holds}) else '{}' end`
      : sql`null`;
  const { rows } = await db.execute<{
    status: JobStatus;
    all: number;
    found: number;
    texts: string[] | null;
  }>(sql`${words.length === 0 ? onePlan : sql``}
    select status, sum(amount)::int as all, coalesce(sum(amount) filter (where ${holds}), 0)::int as found, ${texts} as texts
    from ${known} known group by status`);
  const byStatus = { pending: 0, processing: 0, completed: 0, failed: 0 };
  for (const { status, found } of rows) byStatus[status] = found;
  const sum = (of: "all" | "found") => rows.reduce((total, row) => total + row[of], 0);
  const tally = { all: sum("all"), found: sum("found"), byStatus };
  const few = words.length > 0 && rows.every(({ texts }) => texts?.length !== 0);
  return few ? { ...tally, texts: [...new Set(rows.flatMap((row) => row.texts ?? []))] } : tally;
}
