import type { SQL } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import type { JobRow } from "./status.ts";

/** What one PDF may hold. */
export interface PdfLimit {
  sizeBytes: number;
  pages: number;
}

export const unlimited: PdfLimit = { sizeBytes: Number.POSITIVE_INFINITY, pages: Number.POSITIVE_INFINITY };

/** A PDF that was made for a job. */
export interface MadePdf extends PdfLimit {
  id: string;
  /** Of the document in its job, which a PDF made because a result could not be sent itself shares with that. */
  position: number;
  name: string;
  purpose: "result" | "mail";
}

/**
 * What jobs ask and tell of the places that their PDFs are sent to. `domain/delivery` answers; app hands it to the
 * tasks.
 */
export interface Destinations {
  /** What one PDF may hold so that each of the job's recipients takes it; `unlimited` for a job that is not sent. */
  largestPdf(job: JobRow): PdfLimit;
  /**
   * Called before the job is locked, in the transaction that completes it: whoever has to confirm the sending is locked
   * first.
   * @returns what is called with the completed job: it writes down that these PDFs are to be handed over
   */
  prepare(tx: Tx, job: JobRow): Promise<(done: JobRow, made: MadePdf[]) => Promise<void>>;
  /** Whether something of a row of `jobs` is still on its way: a condition for a query that reads `jobs`. */
  isUnderWay: SQL;
}
