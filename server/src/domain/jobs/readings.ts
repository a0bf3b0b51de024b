import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { Fact } from "@sheaf/contracts/reading.ts";
import type { Tx } from "../../platform/db/connect.ts";
import type { FileRef, JobRef, JobRow } from "./status.ts";

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

/** The functions that jobs need of readings. `domain/readings` implements them; `app` passes them to the tasks. */
export interface Readings {
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
  /** Called in the transaction that stores the PDFs of a job, so that they get the words of their scans as text. */
  addText(tx: Tx, ref: JobRef): Promise<void>;
  /** Called in the transaction that deletes the files of a job: deletes everything that was read in them. */
  forgetJob(tx: Tx, ref: JobRef): Promise<void>;
}
