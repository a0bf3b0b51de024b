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

/**
 * Returns the documents made of a job's converted files: as arranged, or one of all files, or one for each file. Of
 * several documents only those whose files are all converted; pages of a file that was left out are omitted.
 * @param files all files of the job, in order
 * @throws Error when the arrangement is invalid or names a file that the job does not have: a fault of Sheaf itself
 */
export function documentsOf(job: Pick<JobRow, "arrangement" | "separatePdfs">, files: FileRow[]): JobDocument[] {
  if (job.arrangement) return arrangedDocuments(arrangement.parse(job.arrangement), files);
  const isConverted = ({ state }: FileRow) => state === "converted";
  if (!job.separatePdfs) return [{ position: 0, runs: files.filter(isConverted).map((file) => ({ file })) }];
  return files.flatMap((file, position) => (isConverted(file) ? [{ position, runs: [{ file }] }] : []));
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
    if (last?.file === file) last.chosen.push({ page, turn });
    else runs.push({ file, chosen: [{ page, turn }] });
  }
  return runs;
}
