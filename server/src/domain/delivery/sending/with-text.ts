import { destinationOf } from "@sheaf/contracts/destinations.ts";
import type { MadePdf, OutputRow } from "../../jobs/index.ts";
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

/** Returns a stored PDF as the version that is sent: the one with text, where it is wanted and exists. */
export function versionToSend<Pdf extends OutputRow>(pdf: Pdf, withText: boolean): Pdf {
  const { searchableKey, searchableBytes, searchableSha256 } = pdf;
  if (!withText || searchableKey === null || searchableBytes === null || searchableSha256 === null) return pdf;
  return { ...pdf, blobKey: searchableKey, sizeBytes: searchableBytes, sha256: searchableSha256 };
}
