import type { Job, JobCounts, JobFilter } from "@sheaf/contracts/jobs.ts";
import { and, count, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { containing } from "../db/like.ts";
import { toJob } from "./job-view.ts";
import { needingYou } from "./needs-you.ts";
import { readJobs } from "./service.ts";
import { jobs } from "./table.ts";

/** Which jobs are asked for. */
export interface JobQuery {
  practiceId: string;
  filter: JobFilter;
  /** Of the installation: its calendar says which jobs belong to a day. */
  timeZone: string;
}

/**
 * Newest first.
 * @param page.cursor id of the last job already seen
 * @returns next: the cursor of the page after this one, null at the end
 */
export async function listJobs(
  db: Db,
  query: JobQuery,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ jobs: Job[]; next: string | null }> {
  // Identifiers first: the index alone finds them, and only the rows that are shown are read.
  const found = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(matching(query), page.cursor ? lt(jobs.id, page.cursor) : undefined))
    .orderBy(desc(jobs.id))
    .limit(page.limit + 1);
  const ids = found.slice(0, page.limit).map(({ id }) => id);
  const next = found.length > ids.length ? (ids.at(-1) ?? null) : null;
  return { jobs: (await readJobs(db, query.practiceId, ids)).map(toJob), next };
}

/** How many jobs each status would show, with every other filter as it is. */
export async function countJobs(db: Db, query: JobQuery): Promise<JobCounts> {
  const others = matching({ ...query, filter: { ...query.filter, status: undefined } });
  const [byStatus, red] = await Promise.all([
    db.select({ status: jobs.status, number: count() }).from(jobs).where(others).groupBy(jobs.status),
    db.$count(jobs, and(others, sql`${jobs.id} in ${needingYou(query.practiceId)}`)),
  ]);
  const of = (status: string) => byStatus.find((row) => row.status === status)?.number ?? 0;
  return {
    all: byStatus.reduce((sum, { number }) => sum + number, 0),
    pending: of("pending"),
    processing: of("processing"),
    completed: of("completed"),
    failed: of("failed"),
    "needs-you": red,
  };
}

export async function countAllJobs(db: Db, practiceId: string): Promise<number> {
  return db.$count(jobs, eq(jobs.practiceId, practiceId));
}

function matching({ practiceId, filter, timeZone }: JobQuery): SQL | undefined {
  const { status, q, customerId, from, to } = filter;
  const midnight = (day: string) => sql`(${day}::date)::timestamp at time zone ${timeZone}`;
  return and(
    eq(jobs.practiceId, practiceId),
    status === "needs-you" ? sql`${jobs.id} in ${needingYou(practiceId)}` : status && eq(jobs.status, status),
    q ? containing(jobs.customerSearch, q) : undefined,
    customerId ? eq(jobs.customerId, customerId) : undefined,
    from ? sql`${jobs.createdAt} >= ${midnight(from)}` : undefined,
    to ? sql`${jobs.createdAt} < (${to}::date + 1)::timestamp at time zone ${timeZone}` : undefined,
  );
}
