import { fillSubject } from "@sheaf/contracts/subject.ts";
import { shortDay } from "./short-day.ts";

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

/** "Documents for Oak & Sons – invoice.pdf": of several emails to one inbox each says which it is. */
export const nameSubject = (subject: string, pdfName: string): string => `${subject} – ${pdfName}`;

/** "Documents for Oak & Sons (part 2 of 3)"; the subject alone when it is all of it. */
export function partSubject(subject: string, { part, parts }: { part: number; parts: number }): string {
  return parts === 1 ? subject : `${subject} (part ${part} of ${parts})`;
}
