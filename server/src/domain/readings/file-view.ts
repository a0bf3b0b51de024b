import type { FileReading } from "@sheaf/contracts/file-reading.ts";
import { readingLimits } from "@sheaf/contracts/reading.ts";
import { count } from "@sheaf/contracts/words.ts";
import type { FileRow } from "../jobs/index.ts";
import { findingsOf, type JobOfPage } from "./findings.ts";
import type { fileReadings, ProposedTurn } from "./table.ts";

type Row = typeof fileReadings.$inferSelect;
export type ShownReading = Pick<
  Row,
  "fileId" | "pagesSha256" | "state" | "why" | "pages" | "pagesRead" | "hardPages" | "turns"
> & { passedAt: Date | string | null };

/** What a practice has chosen about reading. */
export interface ReadingChoices {
  readPages: boolean;
  waitForReading: boolean;
}

type ShownFile = Pick<FileRow, "state" | "pages" | "pagesSha256" | "turns">;

const nothing = { detail: null, findings: [], turns: [] };

/**
 * Returns the API form of a file's reading.
 * @param rows the readings of the job
 */
export function readingOf(
  file: ShownFile & { id: string },
  rows: ShownReading[],
  { readPages, waitForReading }: ReadingChoices,
  job: JobOfPage & { filesDeletedAt: Date | string | null; emailsToConfirm: number | null },
): FileReading | null {
  if (file.state !== "converted" || file.pagesSha256 === null || job.filesDeletedAt !== null) return null;
  if (!readPages) return { state: "off", ...nothing };
  const row = rows.find(({ fileId, pagesSha256 }) => fileId === file.id && pagesSha256 === file.pagesSha256);
  if (!row || row.state === "waiting" || row.state === "reading") {
    return { state: "waiting", ...nothing, detail: row?.passedAt ? passedDetail : null };
  }
  return {
    state: row.state,
    detail: row.state === "read" ? null : unreadDetail(row),
    // Emails that are held stay held when the practice no longer waits for reading, and so does the reason.
    findings: findingsOf(row.hardPages, job, waitForReading || job.emailsToConfirm !== null),
    turns: turnsLeft(row.turns, file),
  };
}

/** Returns the proposed turns that the file's PDFs do not show yet. */
export function turnsLeft(proposed: ProposedTurn[], { turns }: Pick<FileRow, "turns">): ProposedTurn[] {
  return proposed.filter(({ page, turn }) => !turns.some((done) => done.page === page && done.turn === turn));
}

const passedDetail = "It was not read in time, so the PDFs were made without it. It will be read later.";

function unreadDetail({ why, pages, pagesRead }: ShownReading): string {
  const some = pagesRead > 0 ? `${count(pages - pagesRead, "page")} of ${pages.toLocaleString("en-GB")}` : null;
  const subject = some ?? "Its pages";
  const were = some && pages - pagesRead === 1 ? "was" : "were";
  if (why === "missing") return `${subject} ${were} not read, because the program that reads scans is not installed.`;
  if (why === "words") {
    const most = readingLimits.wordsPerFile.toLocaleString("en-GB");
    return `${subject} ${were} not read, because the pages before already have ${most} words, as many as are read.`;
  }
  if (why === "time") return `${subject} ${were} not read, because reading took too long.`;
  return `${subject} could not be read because of a fault on our side.`;
}
