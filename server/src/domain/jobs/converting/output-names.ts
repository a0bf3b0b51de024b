import { dayOf } from "../../../platform/calendar-day.ts";
import { downloadName, splitName, uniqueNames } from "../../../platform/http/file-name.ts";
import type { JobRow } from "../status.ts";

type NamedJob = Pick<JobRow, "arrangement" | "createdAt" | "customerName" | "separatePdfs">;

/** What a PDF may be named after. */
interface NamedDocument {
  /** Names of the files that it has pages of, without duplicates. */
  files: string[];
  /** A name made of what was read on its first page. */
  byFacts?: string | null | undefined;
}

/**
 * Returns the names of a job's PDFs: "{Customer} {2026-11-20}.pdf"; of several PDFs, each is named by its facts, else
 * one with pages of a single file after that file.
 * @param existing names of the PDFs that the job already has
 */
export function outputNames(
  job: NamedJob,
  documents: NamedDocument[],
  timeZone: string,
  existing: string[] = [],
): string[] {
  const areSeveral = hasSeveralPdfs(job);
  const names = documents.map(({ files: [file = "", ...others], byFacts }) => {
    const own = others.length === 0 ? splitName(file).stem : undefined;
    return downloadName((areSeveral ? (byFacts ?? own) : undefined) ?? wholeName(job, timeZone), ".pdf");
  });
  return uniqueNames(names, existing);
}

export const hasSeveralPdfs = ({ arrangement, separatePdfs }: Pick<NamedJob, "arrangement" | "separatePdfs">) =>
  arrangement ? arrangement.length > 1 : separatePdfs;

export function zipName(job: NamedJob, timeZone: string): string {
  return downloadName(wholeName(job, timeZone), ".zip");
}

const wholeName = (job: NamedJob, timeZone: string) => `${job.customerName} ${dayOf(job.createdAt, timeZone)}`;
