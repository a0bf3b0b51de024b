import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { jobs } from "../../jobs/table.ts";
import type { DayRange } from "./day-range.ts";
import { customerLexeme, weekAt, weekLexemes, weekMs, weekOf } from "./lexemes.ts";
import { type Sought, tsqueryOf } from "./sought.ts";
import { pageReadings } from "./table.ts";

/** The key of a page within its practice. */
export interface PageRef {
  jobId: string;
  fileId: string;
  page: number;
}

export interface PageFilter {
  practiceId: string;
  customerId?: string | undefined;
  /** Time in which the jobs of the pages were created. */
  created?: DayRange;
}

export interface Page {
  limit: number;
  /** The page before the first one wanted. */
  after: PageRef | null;
}

/** A word on fewer pages is looked up in the index at once. */
const rarePages = 1_500;
/** Number of pages that are gone through first for anything else, and at most. */
const rowsThrough = { first: 1_000, most: 10_000 } as const;
/** With fewer hits on the first pages the index has less to read, unless the search is known to be frequent. */
const promisingHits = 3;
/** A word on more pages is frequent, and several words are if all but one are on most pages of a large practice. */
const frequentPages = 4_000;
const usualPages = 100_000;

/**
 * Returns the pages that match, newest job first and the pages of a file in order.
 *
 * The index returns all pages with a word, which takes long for a frequent one; going through the pages from the newest
 * on takes long for a rare one (docs/decisions/045).
 */
export async function findPages(db: Db, filter: PageFilter, sought: Sought, page: Page): Promise<PageRef[]> {
  if (sought.length === 0) return [];
  if (sought.some(({ pages }) => pages !== null && pages <= rarePages)) return findByWeeks(db, filter, sought, page);
  const isFrequent = isKnownFrequent(sought);
  const found: PageRef[] = [];
  let { after } = page;
  let rows: number = rowsThrough.first;
  let read = 0;
  while (rows > 0) {
    const limit = page.limit - found.length;
    const step = await goThrough(db, filter, sought, { limit, after, rows });
    found.push(...step.hits);
    if (found.length >= page.limit || step.last === null) return found;
    after = step.last;
    read += rows;
    if (found.length < promisingHits && !isFrequent) break;
    // Half as many again as the hits so far let expect.
    const expected = Math.ceil((1.5 * (page.limit - found.length) * read) / Math.max(1, found.length));
    rows = Math.min(expected, rowsThrough.most - read);
  }
  const rest = await findByWeeks(db, filter, sought, { limit: page.limit - found.length, after });
  return [...found, ...rest];
}

function isKnownFrequent(sought: Sought): boolean {
  const [rarest = 0, ...others] = sought.map(({ pages }) => pages ?? 0).sort((one, other) => one - other);
  return rarest > frequentPages && others.every((pages) => pages > usualPages);
}

/**
 * Goes through the newest pages.
 * @param page.rows how many pages are read
 * @returns last: the last page that was read; null when there are no further pages
 */
async function goThrough(
  db: Db,
  filter: PageFilter,
  sought: Sought,
  page: Page & { rows: number },
): Promise<{ hits: PageRef[]; last: PageRef | null }> {
  const { practiceId, customerId } = filter;
  const read = sql`each.job_id, each.file_id, each.page, each.words @@ ${tsqueryOf(sought)}::tsquery as is_hit`;
  const order = sql`order by each.job_id desc, each.file_id, each.page limit ${page.rows}`;
  const ofOneCustomer = sql`
    select ${read} from ${jobs} job
    join ${pageReadings} each on each.practice_id = job.practice_id and each.job_id = job.id
    where job.practice_id = ${practiceId} and job.customer_id = ${customerId}
      and ${between(filter, sql`job.id`, page.after)} and ${isAfter(sql`each`, page.after)} ${order}`;
  const ofAll = sql`
    select ${read} from ${pageReadings} each
    where each.practice_id = ${practiceId}
      and ${between(filter, sql`each.job_id`, page.after)} and ${isAfter(sql`each`, page.after)} ${order}`;
  const { rows } = await db.execute<{ read: number; last: PageRef | null; hits: PageRef[] }>(sql`
    with read as materialized (${customerId ? ofOneCustomer : ofAll}),
    hit as (
      select job_id as "jobId", file_id as "fileId", page from read
      where is_hit and ${onDays(filter, sql`read.job_id`)} order by job_id desc, file_id, page limit ${page.limit}
    ),
    last as (
      select job_id as "jobId", file_id as "fileId", page from read order by job_id, file_id desc, page desc limit 1
    )
    select (select count(*)::int from read) as read, (select to_json(last) from last) as last,
      array(select to_json(hit) from hit) as hits`);
  const [step = { read: 0, last: null, hits: [] }] = rows;
  return { hits: step.hits, last: step.read < page.rows ? null : step.last };
}

/** Numbers of weeks that the index is asked about in turn; then about all that are left. */
const weeksAtOnce = [1, 3, 9] as const;
/** A word on fewer pages is asked about once. So are several words: the index compares a week's pages with each. */
const fewPages = 200;

/** Reads the pages that match from the index: those of the newest weeks first, so that few rows have to be read. */
async function findByWeeks(db: Db, filter: PageFilter, sought: Sought, page: Page): Promise<PageRef[]> {
  const { from = null, to = null } = filter.created ?? {};
  const oldest = from === null ? null : weekAt(from - skewMs);
  let last = page.after ? weekOf(page.after.jobId) : weekAt((to ?? Date.now()) + skewMs);
  if (oldest !== null && oldest > last) return [];
  const found: PageRef[] = [];
  const isOnce = sought.length > 1 || sought.some(({ pages }) => pages !== null && pages <= fewPages);
  for (const weeks of isOnce ? [] : weeksAtOnce) {
    const first = Math.max(last - weeks + 1, oldest ?? 0);
    found.push(
      ...(await findByIndex(db, filter, sought, { ...page, limit: page.limit - found.length }, { first, last })),
    );
    if (found.length >= page.limit || first === oldest) return found;
    last = first - 1;
  }
  const rest = { first: oldest ?? 0, last };
  return [...found, ...(await findByIndex(db, filter, sought, { ...page, limit: page.limit - found.length }, rest))];
}

/** Reads all pages of some weeks that match. */
async function findByIndex(
  db: Db,
  filter: PageFilter,
  sought: Sought,
  page: Page,
  weeks: { first: number; last: number },
): Promise<PageRef[]> {
  const { practiceId, customerId } = filter;
  const ofWeeks = weeks.last - weeks.first < maxWeeks ? [weekLexemes(weeks.first, weeks.last)] : [];
  const besides = customerId ? [[customerLexeme(customerId)], ...ofWeeks] : ofWeeks;
  const query = tsqueryOf(sought, { prefix: practiceId.slice(-4), besides });
  const before = firstIdAt((weeks.last + 1) * weekMs);
  // Materialized: with the practice in the same condition PostgreSQL would read its whole primary key as well.
  const { rows } = await db.execute<{ jobId: string; fileId: string; page: number }>(sql`
    with found as materialized (
      select practice_id, job_id, file_id, page from ${pageReadings}
      where practice_words(practice_id, words) @@ ${query}::tsquery
    )
    select job_id as "jobId", file_id as "fileId", page from found
    where practice_id = ${practiceId} and job_id < ${before} and ${isAfter(sql`found`, page.after)}
      and ${ofCustomer(filter, sql`found.job_id`)} and ${onDays(filter, sql`found.job_id`)}
    order by job_id desc, file_id, page limit ${page.limit}`);
  return rows;
}

/** More weeks are not worth looking for. */
const maxWeeks = 15;

function ofCustomer({ practiceId, customerId }: PageFilter, jobId: SQL): SQL {
  if (!customerId) return sql`true`;
  return sql`exists (
    select from ${jobs} job
    where job.practice_id = ${practiceId} and job.id = ${jobId} and job.customer_id = ${customerId})`;
}

/** Ids contain the time of the process that made them, which differs from the database's by less than this. */
const skewMs = 10 * 60 * 1000;

/**
 * The condition that an id of a job is of the filter's days or shortly before or after them, and not before the last
 * page: an index is enough for it.
 */
function between({ created }: PageFilter, jobId: SQL, after: PageRef | null): SQL {
  const conditions: SQL[] = [sql`true`];
  const { from = null, to = null } = created ?? {};
  if (from !== null) conditions.push(sql`${jobId} >= ${firstIdAt(from - skewMs)}`);
  if (to !== null) conditions.push(sql`${jobId} < ${firstIdAt(to + skewMs)}`);
  if (after) conditions.push(sql`${jobId} <= ${after.jobId}`);
  return sql.join(conditions, sql` and `);
}

/** The exact condition. Only the few jobs whose ids do not tell are looked up. */
function onDays({ practiceId, created }: PageFilter, jobId: SQL): SQL {
  const { from = null, to = null } = created ?? {};
  const bounds: [between: SQL, exact: SQL][] = [];
  if (from !== null)
    bounds.push([sql`${jobId} >= ${firstIdAt(from + skewMs)}`, sql`job.created_at >= ${new Date(from)}`]);
  if (to !== null) bounds.push([sql`${jobId} < ${firstIdAt(to - skewMs)}`, sql`job.created_at < ${new Date(to)}`]);
  if (bounds.length === 0) return sql`true`;
  const [certain, exact] = [0, 1].map((side) =>
    sql.join(
      bounds.map((bound) => bound[side] ?? sql`true`),
      sql` and `,
    ),
  );
  // A subquery of its own, so that PostgreSQL does not read all jobs of these days instead.
  return sql`((${certain}) or (select ${exact} from ${jobs} job where job.practice_id = ${practiceId} and job.id = ${jobId}))`;
}

/** Returns a lower bound of the ids that are made from an instant on, in milliseconds. */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The condition that a page comes after another one in the order of the hits. */
function isAfter(table: SQL, after: PageRef | null): SQL {
  if (!after) return sql`true`;
  const { jobId, fileId, page } = after;
  return sql`(${table}.job_id < ${jobId} or (${table}.job_id = ${jobId} and (${table}.file_id, ${table}.page) > (${fileId}, ${page})))`;
}
