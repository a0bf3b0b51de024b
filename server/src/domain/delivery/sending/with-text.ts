import { destinationOf } from "@sheaf/contracts/destinations.ts";
import { type MadePdf, type OutputRow, versionWithText } from "../../jobs/index.ts";
import type { practices } from "../../practices/table.ts";

type Choices = Pick<typeof practices.$inferSelect, "readPages" | "waitForReading" | "searchableDestinations">;

/**
 * Returns whether PDFs are emailed to an address with the words of their scans as text. Never without waiting for
 * reading: emails would have text or none, depending on how fast their pages are read.
 */
export function sendsTextTo(address: string, { readPages, waitForReading, searchableDestinations }: Choices): boolean {
  const target = destinationOf(address)?.id ?? "other";
  return readPages && waitForReading && searchableDestinations.includes(target);
}

/** Returns a PDF with the size of the version that is sent. */
export function sizedAsSent<Pdf extends MadePdf>(pdf: Pdf, withText: boolean): Pdf {
  return withText ? { ...pdf, sizeBytes: pdf.searchableBytes ?? pdf.sizeBytes } : pdf;
}

/**
 * Returns whether an email that is written now carries text: all of its PDFs have their version with text. Versions
 * that are made later are not emailed, so that each attempt sends the same PDFs, of the sizes that were counted.
 */
export function carriesText(pdfIds: string[], pdfs: MadePdf[]): boolean {
  return pdfIds.every((id) => typeof pdfs.find((pdf) => pdf.id === id)?.searchableBytes === "number");
}

/** Returns the versions with text of stored PDFs; null when one of them has none. */
export function versionsWithText<Pdf extends OutputRow>(pdfs: Pdf[]): Pdf[] | null {
  const versions = pdfs.flatMap((pdf) => {
    const version = versionWithText(pdf);
    return version ? [{ ...pdf, blobKey: version.key, sizeBytes: version.sizeBytes, sha256: version.sha256 }] : [];
  });
  return versions.length === pdfs.length ? versions : null;
}
