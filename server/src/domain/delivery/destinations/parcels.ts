import { groupNeighbours, type MadePdf, type PdfLimit } from "../../jobs/index.ts";
import type { Budget } from "./destination.ts";

/** The PDFs of one hand-over, and its number as in "part 2 of 3". */
interface Part {
  pdfIds: string[];
  part: number;
  parts: number;
}

/**
 * Splits these PDFs into hand-overs within a budget.
 * @param pdfs all PDFs of the job that may be sent, including those made because a result was too large to send
 */
export function parcelsFor(carried: MadePdf[], pdfs: MadePdf[], separate: boolean, budget: Budget): Part[] {
  return parcelsOf(
    carried.flatMap((pdf) => asCarried(pdf, pdfs, budget)),
    separate,
    budget,
  );
}

/** Returns the PDF itself when it fits; otherwise the PDFs made to replace it, if there are any. */
function asCarried(pdf: MadePdf, pdfs: MadePdf[], { largest }: Budget): MadePdf[] {
  if (pdf.sizeBytes <= largest.sizeBytes && pdf.pages <= largest.pages) return [pdf];
  const substitutes = pdfs.filter(({ purpose, position }) => purpose === "mail" && position === pdf.position);
  return substitutes.length > 0 ? substitutes : [pdf];
}

/** Returns one part for each PDF, or as few numbered parts as the budget allows. */
export function parcelsOf(pdfs: ({ id: string } & PdfLimit)[], separate: boolean, budget: Budget): Part[] {
  if (separate) return pdfs.map(({ id }) => ({ pdfIds: [id], part: 1, parts: 1 }));
  const groups = groupNeighbours(pdfs, (some) => budget.fitTogether(some));
  return groups.map((group, index) => ({
    pdfIds: group.map(({ id }) => id),
    part: index + 1,
    parts: groups.length,
  }));
}
