import type { Job, JobCounts, JobFilter } from "@sheaf/contracts/jobs.ts";
import { and, count, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db, Tx } from "../../db/connect.ts";
import { containing } from "../../db/like.ts";
import { readIndexes } from "../../db/read-indexes.ts";
import { toJob } from "../job-view.ts";
import { readJobs } from "../service.ts";
import { jobs } from "../table.ts";
import { needingYou } from "./needs-you.ts";
import { type Tally, tallyJobs } from "./tally.ts";

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
    const tally = await tallyJobs(tx, query.practiceId, query.filter.q);
    const found = await findPage(tx, query, page, tally);
    const whole = !page.cursor && found.next === null;
    return { ...found, matching: whole ? found.ids.length : await countMatching(tx, query, tally), all: tally.all };
  });
  return { jobs: (await readJobs(db, query.practiceId, ids)).map(toJob), ...rest };
}

/** As `listJobs`, when nobody needs to know how many there are. */
export async function readPage(db: Db, query: JobQuery, page: Page): Promise<{ jobs: Job[]; next: string | null }> {
  const { ids, next } = await readIndexes(db, async (tx) => {
    const { q } = query.filter;
    return findPage(tx, query, page, q ? await tallyJobs(tx, query.practiceId, q) : undefined);
  });
  return { jobs: (await readJobs(db, query.practiceId, ids)).map(toJob), next };
}

/**
 * Identifiers first: the index alone finds them, and only the rows that are shown are read.
 * @param tally needed when something is searched for
 */
async function findPage(
  tx: Tx,
  query: JobQuery,
  page: Page,
  tally: Tally | undefined,
): Promise<{ ids: string[]; next: string | null }> {
  const atMost = page.limit + 1;
  const wanted = and(matching(query, tally?.texts), page.cursor ? lt(jobs.id, page.cursor) : undefined);
  const inList = tx.select({ id: jobs.id }).from(jobs).where(wanted);
  // All of them, and then the newest: OFFSET keeps PostgreSQL from going through the whole list for a few.
  const found = isRare(tally, atMost)
    ? await newest(tx, sql`(${inList} offset 0)`, { limit: atMost })
    : isNeedsYouAlone(query.filter)
      ? await newest(tx, needingYou(query.practiceId), { ...page, limit: atMost })
      : await inList.orderBy(desc(jobs.id)).limit(atMost);
  const ids = found.slice(0, page.limit).map(({ id }) => id);
  return { ids, next: found.length > ids.length ? (ids.at(-1) ?? null) : null };
}

async function newest(tx: Tx, ids: SQL, { limit, cursor }: Page): Promise<{ id: string }[]> {
  const older = cursor ? sql`where id < ${cursor}` : sql``;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select distinct id from ${ids} found ${older} order by id desc limit ${limit}`,
  );
  return rows;
}

/** Whether fewer rows are read by taking all that were searched for than by going through the list until the page is full. */
function isRare(tally: Tally | undefined, atMost: number): boolean {
  return tally?.texts !== undefined && tally.found * tally.found < atMost * tally.all;
}

/** How many jobs each status would show, with every other filter as it is. */
export async function countJobs(db: Db, query: JobQuery): Promise<JobCounts> {
  const { byStatus, red } = await readIndexes(db, async (tx) => {
    const tally = await tallyJobs(tx, query.practiceId, query.filter.q);
    const others = matching({ ...query, filter: { ...query.filter, status: undefined } }, tally.texts);
    const tallied = isTallied(query.filter);
    return {
      byStatus: tallied ? tally.byStatus : await countByStatus(tx, others),
      red:
        tallied && !query.filter.q
          ? await countNeedingYou(tx, query.practiceId)
          : await tx.$count(jobs, and(others, sql`${jobs.id} in ${needingYou(query.practiceId)}`)),
    };
  });
  const all = Object.values(byStatus).reduce((sum, number) => sum + number, 0);
  return { all, ...byStatus, "needs-you": red };
}

async function countByStatus(tx: Tx, wanted: SQL | undefined): Promise<Tally["byStatus"]> {
  const rows = await tx.select({ status: jobs.status, number: count() }).from(jobs).where(wanted).groupBy(jobs.status);
  const byStatus = { pending: 0, processing: 0, completed: 0, failed: 0 };
  for (const { status, number } of rows) byStatus[status] = number;
  return byStatus;
}

async function countMatching(tx: Tx, query: JobQuery, tally: Tally): Promise<number> {
  const { status } = query.filter;
  if (isNeedsYouAlone(query.filter)) return countNeedingYou(tx, query.practiceId);
  if (!isTallied(query.filter) || status === "needs-you") return tx.$count(jobs, matching(query, tally.texts));
  return status ? tally.byStatus[status] : tally.found;
}

async function countNeedingYou(tx: Tx, practiceId: string): Promise<number> {
  const { rows } = await tx.execute<{ number: number }>(
    sql`select count(distinct id)::int as number from ${needingYou(practiceId)} red`,
  );
  return rows[0]?.number ?? 0;
}

const isNeedsYouAlone = ({ status, q, ...others }: JobFilter): boolean =>
  status === "needs-you" && !q && isTallied(others);

/** Days and single customers are counted when they are asked for. */
const isTallied = ({ customerId, from, to }: JobFilter): boolean => !customerId && !from && !to;

/** @param texts that hold what is searched for, where they are known */
function matching({ practiceId, filter, timeZone }: JobQuery, texts: string[] | undefined): SQL | undefined {
  const { status, q, customerId, from, to } = filter;
  const midnight = (day: string) => sql`(${day}::date)::timestamp at time zone ${timeZone}`;
  return and(
    eq(jobs.practiceId, practiceId),
    status === "needs-you" ? sql`${jobs.id} in ${needingYou(practiceId)}` : status && eq(jobs.status, status),
    q ? searched(q, texts) : undefined,
    customerId ? eq(jobs.customerId, customerId) : undefined,
    from ? sql`${jobs.createdAt} >= ${midnight(from)}` : undefined,
    to ? sql`${jobs.createdAt} < (${to}::date + 1)::timestamp at time zone ${timeZone}` : undefined,
  );
}

const searched = (q: string, texts: string[] | undefined): SQL =>
  texts ? anyOf(jobs.customerSearch, texts) : containing(jobs.customerSearch, q);
