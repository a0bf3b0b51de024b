/** "Documents for Oak & Sons – invoice.pdf": tells several emails to one inbox apart. */
export const nameSubject = (subject: string, pdfName: string): string => `${subject} – ${pdfName}`;

/** "Documents for Oak & Sons (part 2 of 3)"; the subject alone when there is only one part. */
export function partSubject(subject: string, { part, parts }: { part: number; parts: number }): string {
  return parts === 1 ? subject : `${subject} (part ${part} of ${parts})`;
}
