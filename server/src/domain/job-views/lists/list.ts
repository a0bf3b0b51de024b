import type { Job, JobCounts, JobFilter } from "@sheaf/contracts/jobs.ts";
import { and, count, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../../platform/db/any-of.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { containing } from "../../../platform/db/like.ts";
import { isUploadOf } from "../../jobs/index.ts";
import { jobs } from "../../jobs/table.ts";
import { toJob } from "../job-view.ts";
import { readProjectedJobs } from "../projected-jobs.ts";
import { jobsNeedingYou, notSent } from "./by-light.ts";
import { type Tally, tallyJobs } from "./tally.ts";

/** Which jobs are asked for. */
export interface JobQuery {
  practiceId: string;
  filter: JobFilter;
  /** All of them in the customer's name or email, in any case; without them `filter.q` as it stands. */
  words?: string[];
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
  const { practiceId, filter } = query;
  const tally = await tallyOf(db, query);
  const { ids, next, matching } = isTallied(filter)
    ? { ...(await findPage(db, query, page, tally)), matching: talliedOf(filter, tally) }
    : await findAndCount(db, query, page, tally);
  return { jobs: (await readProjectedJobs(db, practiceId, ids)).map(toJob), next, matching, all: tally.all };
}

/** As `listJobs`, when nobody needs to know how many there are. */
export async function readPage(db: Db, query: JobQuery, page: Page): Promise<{ jobs: Job[]; next: string | null }> {
  const { ids, next } = await findPage(db, query, page, await tallyOfSearch(db, query));
  return { jobs: (await readProjectedJobs(db, query.practiceId, ids)).map(toJob), next };
}

/** Ids of the newest jobs with all the words in the customer's name or email. */
export async function findNewest(db: Db, practiceId: string, words: string[], limit: number): Promise<string[]> {
  const query = { practiceId, filter: {}, words, timeZone: "UTC" };
  return (await findPage(db, query, { limit }, await tallyOf(db, query))).ids;
}

const tallyOf = (db: Db, { practiceId, filter, ...query }: JobQuery): Promise<Tally> =>
  tallyJobs(db, practiceId, { words: wordsOf({ ...query, filter }), customerId: filter.customerId });

const tallyOfSearch = async (db: Db, query: JobQuery): Promise<Tally | undefined> =>
  wordsOf(query).length > 0 ? tallyOf(db, query) : undefined;

const wordsOf = ({ words, filter: { q } }: Pick<JobQuery, "words" | "filter">): string[] => words ?? (q ? [q] : []);

/** What was found of a list: the page, and where the one after it begins. */
interface Found {
  ids: string[];
  next: string | null;
}

/**
 * Identifiers first: the index alone finds them, and only the rows that are shown are read.
 * @param tally needed when something is searched for
 */
async function findPage(db: Db, query: JobQuery, page: Page, tally: Tally | undefined): Promise<Found> {
  const inList = db.select({ id: jobs.id }).from(jobs);
  const wanted = matching(query, tally?.texts);
  // All of them, and then the newest, or PostgreSQL goes through the whole list for a few.
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

/** What has to be gone through to be counted is gone through once, for both. */
async function findAndCount(db: Db, query: JobQuery, page: Page, tally: Tally): Promise<Found & { matching: number }> {
  const inList = db.select({ id: jobs.id }).from(jobs).where(matching(query, tally.texts));
  return findAmong(db, byLightAlone(query) ?? sql`(${inList})`, page);
}

/** @param ids each of them once */
async function findAmong(db: Db, ids: SQL, page: Page): Promise<Found & { matching: number }> {
  const older = page.cursor ? sql`where id < ${page.cursor}` : sql``;
  const { rows } = await db.execute<{ matching: number; ids: string[] }>(sql`
    with found as materialized ${ids}
    select (select count(*)::int from found) as matching,
      array(select id from found ${older} order by id desc limit ${page.limit + 1})::text[] as ids`);
  const [{ matching, ids: newest } = { matching: 0, ids: [] }] = rows;
  return { ...pageOf(newest, page), matching };
}

/** @param found one more than the page holds, if there are as many */
function pageOf(found: string[], { limit }: Page): Found {
  const ids = found.slice(0, limit);
  return { ids, next: found.length > limit ? (ids.at(-1) ?? null) : null };
}

/**
 * Whether fewer rows are read by taking all that were searched for than by going through the list until the page is
 * full.
 */
function isRare(tally: Tally | undefined, pageSize: number): boolean {
  return tally?.texts !== undefined && tally.found * tally.found < pageSize * tally.all;
}

/** How many jobs each status would show, with every other filter as it is. */
export async function countJobs(db: Db, query: JobQuery): Promise<JobCounts> {
  const { filter } = query;
  const tally = await tallyOf(db, query);
  const others = { ...query, filter: { ...filter, status: undefined } };
  const byStatus = hasDays(filter) ? await countByStatus(db, matching(others, tally.texts)) : tally.byStatus;
  const all = Object.values(byStatus).reduce((sum, number) => sum + number, 0);
  if (all === 0) return { all, ...byStatus, "needs-you": 0, "not-sent": 0 };
  const countLight = (status: LightFilter) => countByLight(db, { ...query, filter: { ...filter, status } }, tally);
  const [red, grey] = await Promise.all([countLight("needs-you"), countLight("not-sent")]);
  return { all, ...byStatus, "needs-you": red, "not-sent": grey };
}

async function countByStatus(db: Db, wanted: SQL | undefined): Promise<Tally["byStatus"]> {
  const rows = await db.select({ status: jobs.status, number: count() }).from(jobs).where(wanted).groupBy(jobs.status);
  const byStatus = { pending: 0, processing: 0, completed: 0, failed: 0 };
  for (const { status, number } of rows) byStatus[status] = number;
  return byStatus;
}

async function countByLight(db: Db, query: JobQuery, tally: Tally): Promise<number> {
  const byLight = byLightAlone(query);
  return byLight ? db.$count(sql`${byLight} found`) : db.$count(jobs, matching(query, tally.texts));
}

/** Filters that go by the light: the jobs of each, as rows of `id`, found in indexes that hold only such rows. */
const lightFilters = { "needs-you": jobsNeedingYou, "not-sent": notSent };
type LightFilter = keyof typeof lightFilters;
const isLightFilter = (status: JobFilter["status"]): status is LightFilter =>
  status !== undefined && Object.hasOwn(lightFilters, status);

const talliedOf = ({ status }: JobFilter, tally: Tally): number =>
  status && !isLightFilter(status) ? tally.byStatus[status] : tally.found;

/** The jobs by the light alone, each once, where nothing else is asked for. */
function byLightAlone({ practiceId, filter: { status, q, customerId, ...days } }: JobQuery): SQL | undefined {
  if (!isLightFilter(status) || q || customerId || hasDays(days)) return undefined;
  return sql`(select distinct id from ${lightFilters[status](practiceId)} red)`;
}

/** Whether the tally says how many there are. What goes by the light, and days, is counted when it is asked for. */
const isTallied = (filter: JobFilter): boolean => !isLightFilter(filter.status) && !hasDays(filter);

const hasDays = ({ from, to }: JobFilter): boolean => Boolean(from || to);

/** @param texts that hold what is searched for, where they are known */
function matching(query: JobQuery, texts: string[] | undefined): SQL | undefined {
  const { practiceId, filter, timeZone } = query;
  const { status, customerId, from, to } = filter;
  const midnight = (day: string) => sql`(${day}::date)::timestamp at time zone ${timeZone}`;
  return and(
    eq(jobs.practiceId, practiceId),
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
