import { dayOf } from "../../../platform/calendar-day.ts";
import { downloadName, splitName, uniqueNames } from "../../../platform/http/file-name.ts";
import type { JobRow } from "../status.ts";

type NamedJob = Pick<JobRow, "arrangement" | "createdAt" | "customerName" | "separatePdfs">;

/**
 * The names of a job's PDFs: "{Customer} {2026-11-20}.pdf", or that of the file which alone is in one of several, as
 * ".pdf".
 * @param documents the names of the files in each, once each
 * @param there names of the PDFs that the job has already
 */
export function outputNames(job: NamedJob, documents: string[][], timeZone: string, there: string[] = []): string[] {
  const areSeveral = job.arrangement ? job.arrangement.length > 1 : job.separatePdfs;
  const names = documents.map(([file = "", ...others]) => {
    const isOwn = areSeveral && others.length === 0;
    return downloadName(isOwn ? splitName(file).stem : wholeName(job, timeZone), ".pdf");
  });
  return uniqueNames(names, there);
}

export function zipName(job: NamedJob, timeZone: string): string {
  return downloadName(wholeName(job, timeZone), ".zip");
}

const wholeName = (job: NamedJob, timeZone: string) => `${job.customerName} ${dayOf(job.createdAt, timeZone)}`;
