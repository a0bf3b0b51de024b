/** What one email may hold: the smaller of what the transport and the inbox take. */
export interface EmailBudget {
  /** The whole message as it travels. */
  emailBytes: number;
  /** One attached file, as it lies on disk. */
  fileBytes: number;
  filePages: number;
  attachments: number;
}

export interface Pdf {
  id: string;
  sizeBytes: number;
  pages: number;
}

/** The attachments of one email, and its place: "part 2 of 3". */
export interface Parcel {
  pdfIds: string[];
  part: number;
  parts: number;
}

/** Headers, the letter in both forms and the attachment's own headers. */
const letterBytes = 24_576;
const attachmentHeaderBytes = 1_024;

/** Bytes of a file within a message: base64 in lines of 76 signs. */
export function mailedBytes(sizeBytes: number): number {
  const base64 = Math.ceil(sizeBytes / 3) * 4;
  return base64 + 2 * Math.ceil(base64 / 76) + attachmentHeaderBytes;
}

/** The largest file that fits into one email on its own. */
export function largestPdf({ emailBytes, fileBytes }: EmailBudget): number {
  const left = Math.max(0, emailBytes - letterBytes - attachmentHeaderBytes);
  // 78 bytes travel for every 57 of the file.
  return Math.min(fileBytes, Math.floor(left / 78) * 57);
}

export const fitsAlone = ({ sizeBytes, pages }: Pick<Pdf, "sizeBytes" | "pages">, budget: EmailBudget): boolean =>
  sizeBytes <= largestPdf(budget) && pages <= budget.filePages;

/** Whether all of these can go in one email. */
export function fitTogether(pdfs: Pick<Pdf, "sizeBytes" | "pages">[], budget: EmailBudget): boolean {
  const travels = pdfs.reduce((sum, { sizeBytes }) => sum + mailedBytes(sizeBytes), letterBytes);
  return (
    pdfs.length <= budget.attachments &&
    travels <= budget.emailBytes &&
    pdfs.every(({ sizeBytes, pages }) => sizeBytes <= budget.fileBytes && pages <= budget.filePages)
  );
}

/**
 * Neighbours together for as long as they fit, in their order. An item that does not even fit alone stands alone.
 * @param fits whether these may be together
 */
export function inOrder<Item>(items: Item[], fits: (items: Item[]) => boolean): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && fits([...last, item])) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** One email for each PDF, or as few as the budget allows, each part knowing its place. */
export function parcelsOf(pdfs: Pdf[], separate: boolean, budget: EmailBudget): Parcel[] {
  if (separate) return pdfs.map(({ id }) => ({ pdfIds: [id], part: 1, parts: 1 }));
  const groups = inOrder(pdfs, (some) => fitTogether(some, budget));
  return groups.map((group, index) => ({
    pdfIds: group.map(({ id }) => id),
    part: index + 1,
    parts: groups.length,
  }));
}
