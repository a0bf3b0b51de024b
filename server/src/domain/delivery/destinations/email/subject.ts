/** "Documents for Oak & Sons – invoice.pdf": of several emails to one inbox each says which it is. */
export const nameSubject = (subject: string, pdfName: string): string => `${subject} – ${pdfName}`;

/** "Documents for Oak & Sons (part 2 of 3)"; the subject alone when it is all of it. */
export function partSubject(subject: string, { part, parts }: { part: number; parts: number }): string {
  return parts === 1 ? subject : `${subject} (part ${part} of ${parts})`;
}
