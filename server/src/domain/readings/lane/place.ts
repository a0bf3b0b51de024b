import { type SQL, sql } from "drizzle-orm";
import { fileReadings } from "../table.ts";

/** Files that nobody waits for have places from here on. */
const backgroundBegins = 1_000_000_000;
/** A longer file takes no more time than one of so many pages, because its time is limited. */
const pagesOfLimit = 40;

const unfinished = sql`state in ('waiting', 'reading')`;

/**
 * Returns the place of a practice's next file, as an expression. Files are read in the order of their places. A file
 * follows the practice's last one, at a distance of that file's pages, but is never before the file that is read now.
 * So practices take turns, page by page: a file of one practice is not behind hundreds of another that came first, and
 * a practice that had nothing to read has saved up no right to be served before others.
 */
export function nextPlace(practiceId: string, isBackground: boolean): SQL {
  const lane = isBackground ? sql`place >= ${backgroundBegins}` : sql`place < ${backgroundBegins}`;
  const ownEnd = sql`
    select place + least(pages, ${pagesOfLimit}) from ${fileReadings}
    where practice_id = ${practiceId} and ${unfinished} and ${lane} order by place desc limit 1`;
  const now = sql`select min(place) from ${fileReadings} where ${unfinished} and ${lane}`;
  return sql`greatest((${ownEnd}), (${now}), ${isBackground ? backgroundBegins : 0})`;
}
