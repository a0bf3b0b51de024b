import type { SQL } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import type { JobRow } from "./status.ts";

/** The limits of one PDF. */
export interface PdfLimit {
  sizeBytes: number;
  pages: number;
}

export const unlimited: PdfLimit = { sizeBytes: Number.POSITIVE_INFINITY, pages: Number.POSITIVE_INFINITY };

/** A PDF that was made for a job. */
export interface MadePdf extends PdfLimit {
  id: string;
  /**
   * Of the document in its job. A PDF that was made because a result was too large to send has that result's position.
   */
  position: number;
  name: string;
  purpose: "result" | "mail" | "earlier";
  /** Size of its version with text, where there is one. */
  searchableBytes?: number | null;
}

/** The functions that jobs need of destinations. `domain/delivery` implements them; `app` passes them to the tasks. */
export interface Destinations {
  /** Returns the largest PDF that all of the job's recipients take; `unlimited` for a job that is not sent. */
  largestPdf(job: JobRow): PdfLimit;
  /** Returns whether the PDFs of the job are sent with the words of their scans as text, to any of its recipients. */
  sendsText(db: Db, job: JobRow): Promise<boolean>;
  /** Returns how many deliveries each PDF of the job has when each is sent by itself. */
  countRecipients(job: JobRow): number;
  /**
   * Called in the transaction that completes the job, before the job is locked, because the user who confirms the
   * sending has to be locked first.
   * @returns a function to call with the completed job: it writes the deliveries of these PDFs
   */
  prepare(tx: Tx, job: JobRow): Promise<(done: JobRow, made: MadePdf[]) => Promise<void>>;
  /** A condition for queries on `jobs`: the job has deliveries that are still on their way. */
  isUnderWay: SQL;
}
