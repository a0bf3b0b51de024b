import { groupNeighbours, type MadePdf, type PdfLimit } from "../../jobs/index.ts";
import type { Budget } from "./destination.ts";

/** What goes in one hand-over, and its place: "part 2 of 3". */
interface Part {
  pdfIds: string[];
  part: number;
  parts: number;
}

/**
 * These PDFs within a budget.
 * @param pdfs all of the job that may be sent, what was made because a result could not be sent itself among them
 */
export function parcelsFor(carried: MadePdf[], pdfs: MadePdf[], separate: boolean, budget: Budget): Part[] {
  return parcelsOf(
    carried.flatMap((pdf) => asCarried(pdf, pdfs, budget)),
    separate,
    budget,
  );
}

/** The PDF itself where it fits; otherwise what was made in its place, if that could be made. */
function asCarried(pdf: MadePdf, pdfs: MadePdf[], { largest }: Budget): MadePdf[] {
  if (pdf.sizeBytes <= largest.sizeBytes && pdf.pages <= largest.pages) return [pdf];
  const instead = pdfs.filter(({ purpose, position }) => purpose === "mail" && position === pdf.position);
  return instead.length > 0 ? instead : [pdf];
}

/** One for each PDF, or as few as the budget allows, each part knowing its place. */
export function parcelsOf(pdfs: ({ id: string } & PdfLimit)[], separate: boolean, budget: Budget): Part[] {
  if (separate) return pdfs.map(({ id }) => ({ pdfIds: [id], part: 1, parts: 1 }));
  const groups = groupNeighbours(pdfs, (some) => budget.fitTogether(some));
  return groups.map((group, index) => ({
    pdfIds: group.map(({ id }) => id),
    part: index + 1,
    parts: groups.length,
  }));
}
