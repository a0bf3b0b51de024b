import type { PageSearchQuery } from "@sheaf/contracts/page-search.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { jobs } from "../../jobs/table.ts";
import { type Sought, tsqueryOf } from "./page-query.ts";
import { pageReadings } from "./table.ts";

/** The key of a page within its practice. */
export interface PageRef {
  jobId: string;
  fileId: string;
  page: number;
}

export interface PageFilter extends Pick<PageSearchQuery, "customerId" | "from" | "to"> {
  practiceId: string;
  /** Time zone of the installation, which determines the day of a job. */
  timeZone: string;
}

/** Returns the pages that match, newest job first and the pages of a file in order. */
export async function findPages(
  db: Db,
  filter: PageFilter,
  sought: Sought,
  { limit, after }: { limit: number; after: PageRef | null },
): Promise<PageRef[]> {
  const { practiceId, customerId, from, to, timeZone } = filter;
  const midnight = (day: string) => sql`(${day}::date)::timestamp at time zone ${timeZone}`;
  const conditions: SQL[] = [
    sql`found.practice_id = ${practiceId}`,
    sql`practice_words(found.practice_id, found.words) @@ ${tsqueryOf(sought, practiceId.slice(-4))}::tsquery`,
  ];
  if (customerId) conditions.push(sql`job.customer_id = ${customerId}`);
  if (from) conditions.push(sql`job.created_at >= ${midnight(from)}`);
  if (to) conditions.push(sql`job.created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`);
  if (after) {
    const { jobId, fileId, page } = after;
    conditions.push(
      sql`(found.job_id < ${jobId} or (found.job_id = ${jobId} and (found.file_id, found.page) > (${fileId}, ${page})))`,
    );
  }
  const { rows } = await db.execute<{ jobId: string; fileId: string; page: number }>(sql`
    select found.job_id as "jobId", found.file_id as "fileId", found.page
    from ${pageReadings} found join ${jobs} job on job.practice_id = found.practice_id and job.id = found.job_id
    where ${sql.join(conditions, sql` and `)}
    order by found.job_id desc, found.file_id, found.page limit ${limit}`);
  return rows;
}
