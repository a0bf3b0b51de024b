import { dayOf } from "../../../platform/calendar-day.ts";
import { downloadName, splitName, uniqueNames } from "../../../platform/http/file-name.ts";

interface NamedJob {
  customerName: string;
  createdAt: Date;
  separatePdfs: boolean;
}

/**
 * The names of a job's PDFs: "{Customer} {2026-11-20}.pdf", or each file's own, as ".pdf".
 * @param files that become PDFs
 * @param there names of the PDFs that the job has already
 */
export function outputNames(
  job: NamedJob,
  files: { originalName: string }[],
  timeZone: string,
  there: string[] = [],
): string[] {
  if (!job.separatePdfs) return [downloadName(`${job.customerName} ${dayOf(job.createdAt, timeZone)}`, ".pdf")];
  const names = files.map((file) => downloadName(splitName(file.originalName).stem, ".pdf"));
  return uniqueNames(names, there);
}

export function zipName(job: NamedJob, timeZone: string): string {
  return downloadName(`${job.customerName} ${dayOf(job.createdAt, timeZone)}`, ".zip");
}
