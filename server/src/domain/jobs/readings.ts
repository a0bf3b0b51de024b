import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { Fact } from "@sheaf/contracts/reading.ts";
import type { Tx } from "../../platform/db/connect.ts";
import type { WorkerServices } from "../../platform/services.ts";
import type { FileRef, JobRef, JobRow } from "./status.ts";
import type { PageRun } from "./table.ts";

/** How far a page of a file is turned, clockwise. Pages count from 1. */
export interface PageTurn {
  page: number;
  turn: Turn;
}

/** A page of a file, counted from 1. */
export interface FilePage {
  fileId: string;
  page: number;
}

/** A PDF whose version with text is written. */
export interface PdfToRead {
  runs: PageRun[];
  /** Returns the path of the PDF; called only when there is text. */
  fetchPdf(): Promise<string>;
  /** For files that are needed meanwhile. */
  folder: string;
  signal: AbortSignal;
}

/** The functions that jobs need of readings. `domain/readings` implements them; `app` passes them to the tasks. */
export interface Readings {
  /** Returns whether pages of the practice are read, which then cannot change until the end of the transaction. */
  isOn(tx: Tx, practiceId: string): Promise<boolean>;
  /** Called in the transaction that ends the conversion of a file, so that its pages are read. */
  add(tx: Tx, ref: FileRef, made: { pages: number; pagesSha256: string }): Promise<void>;
  /**
   * Called before the PDFs of a job are made, with the job locked.
   * @returns milliseconds for which they have to wait for the reading of its pages; 0 when they need not
   */
  waitMs(tx: Tx, job: JobRow): Promise<number>;
  /** Returns the turns of pages, by file, that the PDFs of this job are made with from the beginning. */
  turnsOf(tx: Tx, job: JobRow): Promise<Map<string, PageTurn[]>>;
  /**
   * Returns what was read on pages by which the separate PDFs of this job are named, in the same order; null for a page
   * that was not read, and for all of them unless the practice wants such names.
   * @param folder a work folder, in which files are left
   */
  factsOf(job: JobRow, pages: FilePage[], folder: string): Promise<(Fact[] | null)[]>;
  /**
   * Returns how many pages were found that the job's destination would refuse and that no user has confirmed since.
   * They hold the job's emails.
   */
  countRefused(tx: Tx, job: JobRow): Promise<number>;
  /**
   * Writes the version of a PDF with the words of its scans as text, for a job that waited for its reading.
   * @returns its path; null when there are no such words, or some of its files are not read
   */
  writeText(
    services: Pick<WorkerServices, "db" | "engine" | "storage">,
    ref: JobRef,
    pdf: PdfToRead,
  ): Promise<string | null>;
  /** Called in the transaction that stores the PDFs of a job, so that they get the words of their scans as text. */
  addText(tx: Tx, ref: JobRef): Promise<void>;
  /** Returns whether a page of a converted file was found that a person or an inbox could not read. */
  isHardToRead(tx: Tx, ref: FileRef): Promise<boolean>;
  /** Called in the transaction that replaces a file: deletes what was read in it. */
  forgetFile(tx: Tx, ref: FileRef): Promise<void>;
  /** Called in the transaction that deletes the files of a job: deletes everything that was read in them. */
  forgetJob(tx: Tx, ref: JobRef): Promise<void>;
}
