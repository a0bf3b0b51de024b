import { type Arrangement, arrangement, type Turn } from "@sheaf/contracts/arrangement.ts";
import type { FileRow, JobRow } from "../status.ts";

/** Consecutive pages of one file. */
export interface Run {
  file: FileRow;
  /** All pages of the file, not rotated, when omitted. */
  chosen?: { page: number; turn: Turn }[];
}

/** A document, which becomes one PDF. */
export interface JobDocument {
  /** Index among all documents of the job, from 0. */
  position: number;
  runs: Run[];
}

const runOf = (file: FileRow): Run => (file.turns.length === 0 ? { file } : { file, chosen: upright(file) });

/** Returns all pages of a file of which some are turned. */
function upright({ pages, turns }: FileRow): Required<Run>["chosen"] {
  return Array.from({ length: pages ?? 0 }, (_, index) => ({ page: index + 1, turn: turnOf(turns, index + 1) }));
}

const turnOf = (turns: FileRow["turns"], page: number): Turn => turns.find((one) => one.page === page)?.turn ?? 0;

/** Adds the turn that a page has in all PDFs to the one that it has in an arrangement. */
const added = (one: Turn, other: Turn) => ((one + other) % 360) as Turn;

/**
 * Returns the documents made of a job's converted files: as arranged, or one of all files, or one for each file. Of
 * several documents only those whose files are all converted; pages of a file that was left out are omitted. Pages with
 * a turn of their own (`job_files.turns`) are turned in every document.
 * @param files all files of the job, in order
 * @throws Error when the arrangement is invalid or names a file that the job does not have: a fault of Sheaf itself
 */
export function documentsOf(job: Pick<JobRow, "arrangement" | "separatePdfs">, files: FileRow[]): JobDocument[] {
  if (job.arrangement) return arrangedDocuments(arrangement.parse(job.arrangement), files);
  const isConverted = ({ state }: FileRow) => state === "converted";
  if (!job.separatePdfs) return [{ position: 0, runs: files.filter(isConverted).map(runOf) }];
  return files.flatMap((file, position) => (isConverted(file) ? [{ position, runs: [runOf(file)] }] : []));
}

function arrangedDocuments(documents: Arrangement, files: FileRow[]): JobDocument[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  return documents
    .map(({ pages }, position) => ({ position, runs: runsOf(pages, byId) }))
    .filter(({ runs }) => runs.length > 0 && runs.every(({ file }) => file.state === "converted"));
}

function runsOf(pages: Arrangement[number]["pages"], files: Map<string, FileRow>): Run[] {
  const runs: Required<Run>[] = [];
  for (const { fileId, page, turn } of pages) {
    const file = files.get(fileId);
    if (!file) throw new Error("The arrangement contains a page of a file that the job does not have");
    if (file.state === "left-out") continue;
    const last = runs.at(-1);
    const chosen = { page, turn: added(turn, turnOf(file.turns, page)) };
    if (last?.file === file) last.chosen.push(chosen);
    else runs.push({ file, chosen: [chosen] });
  }
  return runs;
}
