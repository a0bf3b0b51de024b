import type { PageSearchQuery } from "@sheaf/contracts/page-search.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { jobs } from "../../jobs/table.ts";
import { customerLexeme, weekLexemes } from "./lexemes.ts";
import { type Sought, tsqueryOf } from "./sought.ts";
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

export interface Page {
  limit: number;
  /** The page before the first one wanted. */
  after: PageRef | null;
}

/** A word on fewer pages is looked up in the index at once. */
const rarePages = 1_500;
/** Number of pages that are read first for anything else, and then once more when hits are among them. */
const steps = [1_000, 8_000] as const;
/** With fewer hits in the first step the index has less to read. */
const promisingHits = 3;

/**
 * Returns the pages that match, newest job first and the pages of a file in order.
 *
 * The index returns all pages with a word, which takes long for a frequent one; going through the pages from the newest
 * on takes long for a rare one (docs/decisions/045).
 */
export async function findPages(db: Db, filter: PageFilter, sought: Sought, page: Page): Promise<PageRef[]> {
  if (sought.length === 0) return [];
  if (sought.some(({ pages }) => pages !== null && pages <= rarePages)) return findByIndex(db, filter, sought, page);
  const found: PageRef[] = [];
  let { after } = page;
  for (const rows of steps) {
    const limit = page.limit - found.length;
    const step = await goThrough(db, filter, sought, { limit, after, rows });
    found.push(...step.hits);
    if (found.length >= page.limit || step.last === null) return found;
    after = step.last;
    if (found.length < promisingHits) break;
  }
  const rest = await findByIndex(db, filter, sought, { limit: page.limit - found.length, after });
  return [...found, ...rest];
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
  const ofCustomer = sql`
    select ${read} from ${jobs} job
    join ${pageReadings} each on each.practice_id = job.practice_id and each.job_id = job.id
    where job.practice_id = ${practiceId} and job.customer_id = ${customerId}
      and ${between(filter, sql`job.id`, page.after)} and ${isAfter(sql`each`, page.after)} ${order}`;
  const ofAll = sql`
    select ${read} from ${pageReadings} each
    where each.practice_id = ${practiceId}
      and ${between(filter, sql`each.job_id`, page.after)} and ${isAfter(sql`each`, page.after)} ${order}`;
  const { rows } = await db.execute<{ read: number; last: PageRef | null; hits: PageRef[] }>(sql`
    with read as materialized (${customerId ? ofCustomer : ofAll}),
    hit as (
      select job_id as "jobId", file_id as "fileId", page from read
      where is_hit and ${ofFilter(filter, sql`read.job_id`)} order by job_id desc, file_id, page limit ${page.limit}
    ),
    last as (
      select job_id as "jobId", file_id as "fileId", page from read order by job_id, file_id desc, page desc limit 1
    )
    select (select count(*)::int from read) as read, (select to_json(last) from last) as last,
      array(select to_json(hit) from hit) as hits`);
  const [step = { read: 0, last: null, hits: [] }] = rows;
  return { hits: step.hits, last: step.read < page.rows ? null : step.last };
}

/** Reads all pages that match from the index. */
async function findByIndex(db: Db, filter: PageFilter, sought: Sought, page: Page): Promise<PageRef[]> {
  const { practiceId } = filter;
  const query = tsqueryOf(sought, { prefix: practiceId.slice(-4), besides: besidesOf(filter) });
  // Materialized: with the practice in the same condition PostgreSQL would read its whole primary key as well.
  const { rows } = await db.execute<{ jobId: string; fileId: string; page: number }>(sql`
    with found as materialized (
      select practice_id, job_id, file_id, page from ${pageReadings}
      where practice_words(practice_id, words) @@ ${query}::tsquery
    )
    select job_id as "jobId", file_id as "fileId", page from found
    where practice_id = ${practiceId} and ${isAfter(sql`found`, page.after)} and ${ofFilter(filter, sql`found.job_id`)}
    order by job_id desc, file_id, page limit ${page.limit}`);
  return rows;
}

const dayMs = 24 * 60 * 60 * 1000;
/** More weeks are not worth looking for. */
const maxWeeks = 15;

/** Returns the lexemes by which the index leaves out most pages of other customers and weeks. */
function besidesOf({ customerId, from, to }: PageFilter): string[][] {
  const weeks = from ? weekLexemes(aDayBefore(from), to ? aDayAfter(to) : new Date(Date.now() + dayMs)) : [];
  return [
    ...(customerId ? [[customerLexeme(customerId)]] : []),
    ...(weeks.length > 0 && weeks.length <= maxWeeks ? [weeks] : []),
  ];
}

/** Wide enough for any time zone, and for clocks that differ. */
const aDayBefore = (day: string) => new Date(Date.parse(day) - dayMs);
const aDayAfter = (day: string) => new Date(Date.parse(day) + 2 * dayMs);

/** The condition of the filter on the row of a job. Days are exact, unlike in `between`. */
function ofFilter({ practiceId, customerId, from, to, timeZone }: PageFilter, jobId: SQL): SQL {
  const midnight = (day: string) => sql`(${day}::date)::timestamp at time zone ${timeZone}`;
  const conditions: SQL[] = [];
  if (customerId) conditions.push(sql`job.customer_id = ${customerId}`);
  if (from) conditions.push(sql`job.created_at >= ${midnight(from)}`);
  if (to) conditions.push(sql`job.created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`);
  if (conditions.length === 0) return sql`true`;
  return sql`exists (
    select from ${jobs} job where job.practice_id = ${practiceId} and job.id = ${jobId} and ${sql.join(conditions, sql` and `)})`;
}

/** The condition that an id of a job is within the days and not before the last page, for which an index is enough. */
function between({ from, to }: PageFilter, jobId: SQL, after: PageRef | null): SQL {
  const conditions: SQL[] = [sql`true`];
  if (from) conditions.push(sql`${jobId} >= ${firstIdAt(aDayBefore(from))}`);
  if (to) conditions.push(sql`${jobId} < ${firstIdAt(aDayAfter(to))}`);
  if (after) conditions.push(sql`${jobId} <= ${after.jobId}`);
  return sql.join(conditions, sql` and `);
}

/** Returns a lower bound of the ids that are made from an instant on. */
function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The condition that a page comes after another one in the order of the hits. */
function isAfter(table: SQL, after: PageRef | null): SQL {
  if (!after) return sql`true`;
  const { jobId, fileId, page } = after;
  return sql`(${table}.job_id < ${jobId} or (${table}.job_id = ${jobId} and (${table}.file_id, ${table}.page) > (${fileId}, ${page})))`;
}
