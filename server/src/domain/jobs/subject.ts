import { fillSubject } from "@sheaf/contracts/subject.ts";
import { shortDay } from "../../platform/short-day.ts";

interface NamedJob {
  customerName: string;
  createdAt: Date;
}

/**
 * A subject as it is sent.
 * @param template "Documents for {customer}"
 * @param fileCount of the job
 */
export function subjectOf(template: string, job: NamedJob, fileCount: number, timeZone: string): string {
  const date = shortDay(job.createdAt, timeZone);
  const files = fileCount === 1 ? "1 file" : `${fileCount} files`;
  return fillSubject(template, { customer: job.customerName, date, files });
}
