import type { Db, Tx } from "../../../platform/db/connect.ts";
import type { Services } from "../../../platform/services.ts";
import type { JobRow, OutputRow, PdfLimit } from "../../jobs/index.ts";
import type { Person } from "../sending/confirmer.ts";
import type { DeliveryRow } from "../service.ts";

export interface Recipient {
  recipient: string;
  isCopy: boolean;
}

/** What one hand-over to a recipient may hold. */
export interface Budget {
  /** One PDF by itself. */
  largest: PdfLimit;
  /** Whether all of these can go in one. */
  fitTogether(pdfs: PdfLimit[]): boolean;
}

/** A delivery with all that is known about it. */
export interface Parcel {
  row: DeliveryRow;
  job: JobRow;
  practiceName: string;
  /** Who confirmed that it is sent, while they are with the practice. */
  confirmer: Person | null;
  /** Names of the originals that the PDFs hold, in their order. */
  fileNames: string[];
  /** Each with a copy on disk, for as long as it is handed over. */
  pdfs: (OutputRow & { path: string })[];
}

/** What came of a hand-over. `words` are the other side's own. */
export type Outcome =
  | { state: "sent"; provider: string; providerMessageId: string; words: string | null }
  | { state: "kept" }
  | { state: "put-off"; words: string }
  /** Nothing had been handed over yet when our own file store or database went away. */
  | { state: "not-started"; message: string }
  /** `refusesRecipient`: nothing should go to this recipient any more. */
  | { state: "failed"; message: string; words?: string; refusesRecipient?: boolean }
  | { state: "unconfirmed"; message: string };

/**
 * One kind of place that PDFs are sent to. A file for each, and its line in `destinations.ts`. It is opened for every
 * hand-over and every act, and stays as the settings were then.
 */
export interface Destination {
  /** Whether the same handed over twice is there once, so that nothing is ever in doubt. */
  isIdempotent: boolean;
  /** Whom the PDFs of a job go to; the one that every job has first. */
  recipientsOf(job: JobRow): Recipient[];
  budgetFor(recipient: string): Budget;
  /**
   * Whether what this person confirmed may leave. Locks what would change the answer; called before a job or a delivery
   * is locked.
   */
  maySend(tx: Tx, sender: { practiceId: string; userId: string | null }): Promise<boolean>;
  /** Why these PDFs cannot go there, one sentence; null when they can. Without PDFs: why nothing can. */
  refusalOf(
    db: Db | Tx,
    to: { practiceId: string; recipient: string },
    pdfs?: { name: string; sizeBytes: number; pages: number }[],
  ): Promise<string | null>;
  /**
   * @returns hands it over, called once and only after that was written down; it may only throw what is a fault of ours
   */
  ready(parcel: Parcel): () => Promise<Outcome>;
}

/** What a destination is opened with. */
export type DestinationNeeds = Pick<Services, "config" | "key" | "log" | "mail">;
