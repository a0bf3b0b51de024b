import { fillSubject } from "@sheaf/contracts/subject.ts";
import { shortDay } from "../../platform/short-day.ts";

interface NamedJob {
  customerName: string;
  createdAt: Date;
}

/**
 * Fills in the placeholders of an email subject.
 * @param template such as "Documents for {customer}"
 * @param fileCount number of the job's files
 */
export function subjectOf(template: string, job: NamedJob, fileCount: number, timeZone: string): string {
  const date = shortDay(job.createdAt, timeZone);
  const files = fileCount === 1 ? "1 file" : `${fileCount} files`;
  return fillSubject(template, { customer: job.customerName, date, files });
}
