import { retention } from "@sheaf/contracts/limits.ts";
import type { PageSearchResult } from "@sheaf/contracts/page-search.ts";
import { and, eq, exists, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { jobFiles } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import { fileReadings, readingBacklogs } from "../table.ts";

type SearchState = Pick<PageSearchResult, "keptDays" | "unread" | "notRead" | "isCatchingUp" | "isOn">;

const one = { one: sql`1` };

/** Returns which pages of a practice a search can find. */
export async function searchStateOf(db: Db, practiceId: string): Promise<SearchState> {
  const unread = db.$count(
    fileReadings,
    and(eq(fileReadings.practiceId, practiceId), inArray(fileReadings.state, ["waiting", "reading"])),
  );
  const notRead = db.$count(
    fileReadings,
    and(
      equals(fileReadings, { practiceId, state: "not-read" }),
      exists(db.select(one).from(jobFiles).where(isOfReading)),
    ),
  );
  const [practice] = await db
    .select({
      days: practices.fileRetentionDays,
      isOn: practices.readPages,
      unread,
      notRead,
      isCatchingUp: sql<boolean>`${isCatchingUp(db, practiceId)}`,
    })
    .from(practices)
    .leftJoin(readingBacklogs, eq(readingBacklogs.practiceId, practices.id))
    .where(eq(practices.id, practiceId));
  if (!practice) return { keptDays: retention.documentDays, unread: 0, notRead: 0, isCatchingUp: false, isOn: false };
  const { days, ...state } = practice;
  return { keptDays: Math.min(days, retention.documentDays), ...state };
}

/** Whether the pages of a file are kept and those of its reading. */
const isOfReading = and(
  equals(jobFiles, {
    practiceId: fileReadings.practiceId,
    jobId: fileReadings.jobId,
    id: fileReadings.fileId,
    pagesSha256: fileReadings.pagesSha256,
  }),
  isNotNull(jobFiles.pagesKey),
);

/** Whether not all jobs were looked at for files without a reading, and there are such files. */
function isCatchingUp(db: Db, practiceId: string): SQL | undefined {
  const reading = db.select(one).from(fileReadings).where(isOfReading);
  const without = db
    .select(one)
    .from(jobFiles)
    .where(
      and(
        equals(jobFiles, { practiceId, state: "converted", sample: false }),
        isNotNull(jobFiles.pagesKey),
        // Newer jobs were looked at. Their files, perhaps hundreds of thousands, would be looked up one by one.
        or(isNull(readingBacklogs.before), lt(jobFiles.jobId, readingBacklogs.before)),
        notExists(reading),
      ),
    );
  const isUnfinished = or(isNull(readingBacklogs.practiceId), isNotNull(readingBacklogs.before));
  return and(practices.readPages, isUnfinished, exists(without));
}
