import type { Job, JobCounts, JobFilter } from "@sheaf/contracts/jobs.ts";
import { and, count, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../db/connect.ts";
import { containing } from "../db/like.ts";
import { readIndexes } from "../db/read-indexes.ts";
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

/** A part of a list. */
interface Page {
  limit: number;
  /** Id of the last job already seen. */
  cursor?: string | undefined;
}

/**
 * Newest first.
 * @returns next: the cursor of the page after this one, null at the end; matching and all: how many there are
 */
export async function listJobs(
  db: Db,
  query: JobQuery,
  page: Page,
): Promise<{ jobs: Job[]; next: string | null; matching: number; all: number }> {
  const { ids, ...rest } = await readIndexes(db, async (tx) => {
    const found = await findPage(tx, query, page);
    const all = await tx.$count(jobs, eq(jobs.practiceId, query.practiceId));
    const whole = !page.cursor && found.next === null;
    return { ...found, matching: whole ? found.ids.length : await tx.$count(jobs, matching(query)), all };
  });
  return { jobs: (await readJobs(db, query.practiceId, ids)).map(toJob), ...rest };
}

/** As `listJobs`, when nobody needs to know how many there are. */
export async function readPage(db: Db, query: JobQuery, page: Page): Promise<{ jobs: Job[]; next: string | null }> {
  const { ids, next } = await readIndexes(db, (tx) => findPage(tx, query, page));
  return { jobs: (await readJobs(db, query.practiceId, ids)).map(toJob), next };
}

/** Identifiers first: the index alone finds them, and only the rows that are shown are read. */
async function findPage(tx: Tx, query: JobQuery, page: Page): Promise<{ ids: string[]; next: string | null }> {
  const found = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(matching(query), page.cursor ? lt(jobs.id, page.cursor) : undefined))
    .orderBy(desc(jobs.id))
    .limit(page.limit + 1);
  const ids = found.slice(0, page.limit).map(({ id }) => id);
  return { ids, next: found.length > ids.length ? (ids.at(-1) ?? null) : null };
}

/** How many jobs each status would show, with every other filter as it is. */
export async function countJobs(db: Db, query: JobQuery): Promise<JobCounts> {
  const others = matching({ ...query, filter: { ...query.filter, status: undefined } });
  const { byStatus, red } = await readIndexes(db, async (tx) => ({
    byStatus: await tx.select({ status: jobs.status, number: count() }).from(jobs).where(others).groupBy(jobs.status),
    red: await tx.$count(jobs, and(others, sql`${jobs.id} in ${needingYou(query.practiceId)}`)),
  }));
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
