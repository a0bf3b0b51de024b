import { retention } from "@sheaf/contracts/limits.ts";
import { type PageSearchQuery, type PageSearchResult, pageHits } from "@sheaf/contracts/page-search.ts";
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { practices } from "../../practices/table.ts";
import { fileReadings } from "../table.ts";
import { findPages, type PageRef } from "./find-pages.ts";
import { soughtIn } from "./page-query.ts";
import { showHits } from "./show-hits.ts";

/** Searches the pages of a practice that were read. */
export async function searchPages(
  db: Db,
  practiceId: string,
  query: PageSearchQuery,
  timeZone: string,
): Promise<PageSearchResult> {
  const { q, cursor, ...filter } = query;
  const sought = await soughtIn(db, q);
  const page = { limit: pageHits + 1, after: cursor === undefined ? null : refOf(cursor) };
  const found = sought.length > 0 ? await findPages(db, { practiceId, timeZone, ...filter }, sought, page) : [];
  const shown = found.slice(0, pageHits);
  const last = shown.at(-1);
  return {
    hits: await showHits(db, practiceId, shown, sought),
    next: found.length > pageHits && last ? cursorOf(last) : null,
    correction: null,
    ...(await stateOf(db, practiceId)),
  };
}

async function stateOf(db: Db, practiceId: string): Promise<Pick<PageSearchResult, "keptDays" | "unread" | "isOn">> {
  const unread = db.$count(
    fileReadings,
    and(eq(fileReadings.practiceId, practiceId), inArray(fileReadings.state, ["waiting", "reading"])),
  );
  const [practice] = await db
    .select({ days: practices.fileRetentionDays, isOn: practices.readPages, unread })
    .from(practices)
    .where(eq(practices.id, practiceId));
  if (!practice) return { keptDays: retention.documentDays, unread: 0, isOn: false };
  const { days, ...state } = practice;
  return { keptDays: Math.min(days, retention.documentDays), ...state };
}

const cursorOf = ({ jobId, fileId, page }: PageRef): string => `${jobId}.${fileId}.${page}`;

function refOf(cursor: string): PageRef {
  const [jobId = "", fileId = "", page] = cursor.split(".");
  return { jobId, fileId, page: Number(page) };
}
