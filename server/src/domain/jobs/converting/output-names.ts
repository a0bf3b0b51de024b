import { dayOf } from "../../../platform/calendar-day.ts";
import { downloadName, splitName, uniqueNames } from "../../../platform/http/file-name.ts";
import type { JobRow } from "../status.ts";

type NamedJob = Pick<JobRow, "arrangement" | "createdAt" | "customerName" | "separatePdfs">;

/**
 * Returns the names of a job's PDFs: "{Customer} {2026-11-20}.pdf"; of several PDFs, one with pages of a single file is
 * named after that file.
 * @param documents the names of the files in each document, without duplicates
 * @param existing names of the PDFs that the job already has
 */
export function outputNames(job: NamedJob, documents: string[][], timeZone: string, existing: string[] = []): string[] {
  const areSeveral = job.arrangement ? job.arrangement.length > 1 : job.separatePdfs;
  const names = documents.map(([file = "", ...others]) => {
    const isOwn = areSeveral && others.length === 0;
    return downloadName(isOwn ? splitName(file).stem : wholeName(job, timeZone), ".pdf");
  });
  return uniqueNames(names, existing);
}

export function zipName(job: NamedJob, timeZone: string): string {
  return downloadName(wholeName(job, timeZone), ".zip");
}

const wholeName = (job: NamedJob, timeZone: string) => `${job.customerName} ${dayOf(job.createdAt, timeZone)}`;
