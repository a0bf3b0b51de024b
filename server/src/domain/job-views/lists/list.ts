import type { Job, JobCounts, JobFilter } from "@sheaf/contracts/jobs.ts";
import { and, count, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../../platform/db/any-of.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { containing } from "../../../platform/db/like.ts";
import { onePlan } from "../../../platform/db/statement-names.ts";
import { isUploadOf } from "../../jobs/index.ts";
import { jobs } from "../../jobs/table.ts";
import { findJobs } from "../service.ts";
import { jobsNeedingYou, notSent } from "./by-light.ts";
import { type Tally, tallyJobs } from "./tally.ts";

/** Selects the jobs of a list. */
export interface JobQuery {
  practiceId: string;
  filter: JobFilter;
  /**
   * The customer's name or email contains all of these, in any case. Without `words`, it contains `filter.q` as a
   * whole.
   */
  words?: string[];
  /** Time zone of the installation, which determines the day of a job. */
  timeZone: string;
}

/** A page of a list. */
interface Page {
  limit: number;
  /** Id of the last job of the previous page. */
  cursor?: string | undefined;
}

/**
 * Returns a page of the jobs that match, newest first.
 * @returns next: the cursor of the next page, null at the end; matching: how many jobs match; all: how many there are
 */
export async function listJobs(
  db: Db,
  query: JobQuery,
  page: Page,
): Promise<{ jobs: Job[]; next: string | null; matching: number; all: number }> {
  const { practiceId, filter } = query;
  const tally = await tallyOf(db, query);
  const { ids, next, matching } = isTallied(filter)
    ? { ...(await findPage(db, query, page, tally)), matching: talliedOf(filter, tally) }
    : await findAndCount(db, query, page, tally);
  return { jobs: await findJobs(db, practiceId, ids), next, matching, all: tally.all };
}

/** Like `listJobs`, without the numbers of jobs. */
export async function readPage(db: Db, query: JobQuery, page: Page): Promise<{ jobs: Job[]; next: string | null }> {
  const { ids, next } = await findPage(db, query, page, await tallyOfSearch(db, query));
  return { jobs: await findJobs(db, query.practiceId, ids), next };
}

/** Returns the ids of the newest jobs with all the words in the customer's name or email. */
export async function findNewest(db: Db, practiceId: string, words: string[], limit: number): Promise<string[]> {
  const query = { practiceId, filter: {}, words, timeZone: "UTC" };
  return (await findPage(db, query, { limit }, await tallyOf(db, query))).ids;
}

const tallyOf = (db: Db, { practiceId, filter, ...query }: JobQuery): Promise<Tally> =>
  tallyJobs(db, practiceId, { words: wordsOf({ ...query, filter }), customerId: filter.customerId });

const tallyOfSearch = async (db: Db, query: JobQuery): Promise<Tally | undefined> =>
  wordsOf(query).length > 0 ? tallyOf(db, query) : undefined;

const wordsOf = ({ words, filter: { q } }: Pick<JobQuery, "words" | "filter">): string[] => words ?? (q ? [q] : []);

/** The ids of a page, and the cursor of the next page. */
interface Found {
  ids: string[];
  next: string | null;
}

/**
 * Finds only the ids, for which the index is enough; the caller reads the rows that are shown.
 * @param tally required when the query searches for text
 */
async function findPage(db: Db, query: JobQuery, page: Page, tally: Tally | undefined): Promise<Found> {
  const inList = db.select({ id: jobs.id }).from(jobs);
  const wanted = matching(query, tally?.texts);
  // Finds all matches and then the newest of them; otherwise PostgreSQL scans the whole list for a few.
  if (isRare(tally, page.limit)) return findAmong(db, sql`(${inList.where(wanted)})`, page);
  const byLight = byLightAlone(query);
  if (byLight) return findAmong(db, byLight, page);
  const older = page.cursor ? lt(jobs.id, page.cursor) : undefined;
  const found = await inList
    .where(and(wanted, older))
    .orderBy(desc(jobs.id))
    .limit(page.limit + 1);
  return pageOf(
    found.map(({ id }) => id),
    page,
  );
}

/** Finds a page and counts all matches in one scan. */
async function findAndCount(db: Db, query: JobQuery, page: Page, tally: Tally): Promise<Found & { matching: number }> {
  const inList = db.select({ id: jobs.id }).from(jobs).where(matching(query, tally.texts));
  return findAmong(db, byLightAlone(query) ?? sql`(${inList})`, page);
}

/** @param ids a subquery of distinct ids */
async function findAmong(db: Db, ids: SQL, page: Page): Promise<Found & { matching: number }> {
  const older = page.cursor ? sql`where id < ${page.cursor}` : sql``;
  const { rows } = await db.execute<{ matching: number; ids: string[] }>(sql`
    with found as materialized ${ids}
    select (select count(*)::int from found) as matching,
      array(select id from found ${older} order by id desc limit ${page.limit + 1})::text[] as ids`);
  const [{ matching, ids: newest } = { matching: 0, ids: [] }] = rows;
  return { ...pageOf(newest, page), matching };
}

/** @param found the ids of the page, and one more if there is a next page */
function pageOf(found: string[], { limit }: Page): Found {
  const ids = found.slice(0, limit);
  return { ids, next: found.length > limit ? (ids.at(-1) ?? null) : null };
}

/** Returns whether reading all matches of a search reads fewer rows than scanning the list until the page is full. */
function isRare(tally: Tally | undefined, pageSize: number): boolean {
  return tally?.texts !== undefined && tally.found * tally.found < pageSize * tally.all;
}

/**
 * Counts the jobs of each status, with every other filter applied.
 * @param counted the tally of the same jobs, for callers that have it already
 */
export async function countJobs(
  db: Db,
  query: JobQuery,
  counted: () => Promise<Tally> = () => tallyOf(db, query),
): Promise<JobCounts> {
  const { filter } = query;
  const tally = await counted();
  const others = { ...query, filter: { ...filter, status: undefined } };
  const byStatus = hasDays(filter) ? await countByStatus(db, matching(others, tally.texts)) : tally.byStatus;
  const all = Object.values(byStatus).reduce((sum, number) => sum + number, 0);
  if (all === 0) return { all, ...byStatus, "needs-you": 0, "not-sent": 0 };
  const countLight = (status: LightFilter) => countByLight(db, { ...query, filter: { ...filter, status } }, tally);
  const plan = isWithoutValues(filter) ? onePlan : sql``;
  const lights = sql`${plan}select ${countLight("needs-you")}::int as red, ${countLight("not-sent")}::int as grey`;
  const { rows } = await db.execute<{ red: number; grey: number }>(lights);
  return { all, ...byStatus, "needs-you": rows[0]?.red ?? 0, "not-sent": rows[0]?.grey ?? 0 };
}

async function countByStatus(db: Db, wanted: SQL | undefined): Promise<Tally["byStatus"]> {
  const rows = await db.select({ status: jobs.status, number: count() }).from(jobs).where(wanted).groupBy(jobs.status);
  const byStatus = { pending: 0, processing: 0, completed: 0, failed: 0 };
  for (const { status, number } of rows) byStatus[status] = number;
  return byStatus;
}

/** Returns a subquery for the number of jobs with a light. */
function countByLight(db: Db, query: JobQuery, tally: Tally): SQL<number> {
  const byLight = byLightAlone(query);
  return byLight ? db.$count(sql`${byLight} found`) : db.$count(jobs, matching(query, tally.texts));
}

/** The filters by light: a subquery of job ids for each, which uses partial indexes that contain only such rows. */
const lightFilters = { "needs-you": jobsNeedingYou, "not-sent": notSent };
type LightFilter = keyof typeof lightFilters;
const isLightFilter = (status: JobFilter["status"]): status is LightFilter =>
  status !== undefined && Object.hasOwn(lightFilters, status);

const talliedOf = ({ status }: JobFilter, tally: Tally): number =>
  status && !isLightFilter(status) ? tally.byStatus[status] : tally.found;

/** Returns a subquery of distinct ids when the light is the only filter; otherwise undefined. */
function byLightAlone({ practiceId, filter }: JobQuery): SQL | undefined {
  const { status } = filter;
  if (!isLightFilter(status) || !isWithoutValues(filter)) return undefined;
  return sql`(select distinct id from ${lightFilters[status](practiceId)} red)`;
}

/** Returns whether the filter contains nothing that a user entered: no text, customer or day. */
const isWithoutValues = ({ q, customerId, ...days }: JobFilter): boolean => !q && !customerId && !hasDays(days);

/**
 * Returns whether the tally has the number of matches. Jobs filtered by light or by days are counted for each request.
 */
const isTallied = (filter: JobFilter): boolean => !isLightFilter(filter.status) && !hasDays(filter);

const hasDays = ({ from, to }: JobFilter): boolean => Boolean(from || to);

/** @param texts the customer texts that match the search, if known */
function matching(query: JobQuery, texts: string[] | undefined): SQL | undefined {
  const { practiceId, filter, timeZone } = query;
  const { status, customerId, from, to } = filter;
  const midnight = (day: string) => sql`(${day}::date)::timestamp at time zone ${timeZone}`;
  const isWhole = !status && isWithoutValues(filter) && wordsOf(query).length === 0;
  return and(
    isWhole ? sql`${onePlan} ${eq(jobs.practiceId, practiceId)}` : eq(jobs.practiceId, practiceId),
    isUploadOf(practiceId),
    isLightFilter(status) ? sql`${jobs.id} in ${lightFilters[status](practiceId)}` : status && eq(jobs.status, status),
    texts
      ? anyOf(jobs.customerSearch, texts)
      : and(...wordsOf(query).map((word) => containing(jobs.customerSearch, word))),
    customerId ? eq(jobs.customerId, customerId) : undefined,
    from ? sql`${jobs.createdAt} >= ${midnight(from)}` : undefined,
    to ? sql`${jobs.createdAt} < (${to}::date + 1)::timestamp at time zone ${timeZone}` : undefined,
  );
}
