import type { Db, Tx } from "../../../platform/db/connect.ts";
import type { Services } from "../../../platform/services.ts";
import type { JobRow, OutputRow, PdfLimit } from "../../jobs/index.ts";
import type { Person } from "../sending/confirmer.ts";
import type { DeliveryRow } from "../service.ts";

export interface Recipient {
  recipient: string;
  isCopy: boolean;
}

/** The limits of one hand-over to a recipient. */
export interface Budget {
  /** The largest PDF that fits alone. */
  largest: PdfLimit;
  /** Returns whether these PDFs fit into one hand-over. */
  fitTogether(pdfs: PdfLimit[]): boolean;
}

/** A delivery with everything needed to hand it over. */
export interface Parcel {
  row: DeliveryRow;
  job: JobRow;
  practiceName: string;
  /** The member who confirmed that it is sent; null when they have left the practice. */
  confirmer: Person | null;
  /** Names of the original files that the PDFs contain, in order. */
  fileNames: string[];
  /** Each with a copy on disk that exists during the hand-over. */
  pdfs: (OutputRow & { path: string })[];
}

/** Result of a hand-over. `words` are quoted from the other side. */
export type Outcome =
  | { state: "sent"; provider: string; providerMessageId: string; words: string | null }
  | { state: "kept" }
  | { state: "put-off"; words: string }
  /** Nothing was handed over: the file store or the database was unavailable, or the settings had changed. */
  | { state: "not-started"; message: string }
  /** `refusesRecipient`: the address itself was refused, and nothing more is to be sent to it. */
  | { state: "failed"; message: string; words?: string; refusesRecipient?: boolean }
  | { state: "unconfirmed"; message: string };

/**
 * A kind of target for PDFs. Each kind has its own folder and an entry in `open-destination.ts`. It is opened for every
 * hand-over and every user action, and keeps the settings of that moment.
 */
export interface Destination {
  /** True when a repeated hand-over has no further effect, so that a delivery is never in doubt. */
  isIdempotent: boolean;
  /** Returns the recipients of a job's PDFs, first the one that every job has. */
  recipientsOf(job: JobRow): Recipient[];
  budgetFor(recipient: string): Budget;
  /**
   * Returns whether deliveries that this user confirmed may be sent. Locks the rows that the result depends on; call it
   * before locking a job or a delivery.
   */
  maySend(tx: Tx, sender: { practiceId: string; userId: string | null }): Promise<boolean>;
  /**
   * Returns in one sentence why these PDFs cannot be sent there, or null. Without PDFs: why nothing can be sent there.
   */
  refusalOf(
    db: Db | Tx,
    to: { practiceId: string; recipient: string },
    pdfs?: { name: string; sizeBytes: number; pages: number }[],
  ): Promise<string | null>;
  /**
   * Prepares a hand-over.
   * @returns a function that performs it. It is called once, after the attempt has been recorded; it throws only for
   *   faults of Sheaf itself
   */
  ready(parcel: Parcel): () => Promise<Outcome>;
}

/** The services that a destination needs. */
export type DestinationNeeds = Pick<Services, "config" | "key" | "log" | "mail">;
