import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { PageReading } from "@sheaf/contracts/reading.ts";
import type { Refusal, Warning } from "@sheaf/contracts/refusals.ts";
import type { Item, UnpackedItem } from "./unpack/item.ts";

/** The outcome for one file. `ms` is the time of the work without the wait for a free sandbox. */
export type FileResult =
  | { outcome: "converted"; pages: number; warnings: Warning[]; ms: number }
  /** The file contains other files, which `unpack` extracts. */
  | { outcome: "container"; items: Item[]; ms: number }
  /** The file is at fault. `text` is a whole sentence that begins with the file's name. */
  | { outcome: "rejected"; reason: Refusal; text: string; ms: number }
  /** An error in Sheaf, after one retry in a new sandbox. `text` is for the log, not for the user. */
  | { outcome: "failed"; text: string; ms: number };

export interface EngineHealth {
  /** The sandbox in use; "none" when no sandbox can be made, so that nothing is converted. */
  sandbox: "bubblewrap" | "landlock" | "off" | "none";
  office: "kit" | "soffice" | "none";
  officeVersion: string | null;
  /** Tesseract's names of the languages that pages can be read in; none when it is not installed. */
  readingLanguages: string[];
  /** Whether pages that are hard to read are read by a second reader. */
  hasSecondReader: boolean;
  /**
   * One sentence for each program or setting that is missing or slower than it should be; installed/notes.ts returns
   * its subject.
   */
  notes: string[];
}

/** A page of an assembled document. */
export interface ArrangedPage {
  /** Index of its source. */
  source: number;
  /** Page number in the source, from 1. */
  page: number;
  turn: Turn;
}

/**
 * Converts files to A4 PDFs. The engine knows no user, database or HTTP; a practice is only an id, and files of
 * different ids never share a sandboxed process.
 */
export interface Engine {
  /**
   * Converts one original file to A4 pages.
   * @param input the file at `path` is only read and must not change meanwhile; `name` is the user's name for it
   * @param outPath a new file, written only when the outcome is "converted"; its folder exists
   * @param options.asDocument converts the pages of a container itself, such as a portfolio's cover page
   */
  convertFile(
    input: { path: string; name: string; password?: string },
    outPath: string,
    options: { practiceId: string; signal?: AbortSignal; asDocument?: boolean },
  ): Promise<FileResult>;
  /**
   * Yields the items of a container in their stored order. The body of an item can be read until the next item is
   * requested.
   * @param folder exists and is empty
   * @param options.limits maximum number of items and maximum sum of their bytes
   * @param options.only index of the only item wanted
   * @throws ConvertError when the container itself is at fault; any other error is an error in Sheaf
   */
  unpack(
    input: { path: string; name: string; password?: string },
    folder: string,
    options: { practiceId: string; limits: { items: number; bytes: number }; only?: number; signal?: AbortSignal },
  ): AsyncIterable<UnpackedItem>;
  /**
   * Joins A4 pages of several files, in the given order, into one PDF with a bookmark for each file on its first page.
   * @param sources PDFs written by `convertFile` that do not change meanwhile; `title` is the bookmark
   * @param options.pages the pages of the result in order, from any source; a page may occur twice. All pages of all
   * sources when omitted
   * @param options.isLast no further request comes soon and the sources are deleted afterwards: saves copying them and
   * the result, but the next request has to start a new sandboxed process
   * @returns number of pages of the result
   * @throws ConvertError "too-large" above the page limit; any other error is an error in Sheaf
   */
  assemble(
    sources: { path: string; title: string }[],
    outPath: string,
    options: {
      practiceId: string;
      title: string;
      pages?: ArrangedPage[] | undefined;
      signal?: AbortSignal;
      isLast?: boolean;
    },
  ): Promise<{ pages: number; ms: number }>;
  /**
   * Reduces the pictures of a PDF to 200 dots per inch and JPEG where the PDF is larger than the target. Text, lines
   * and black-and-white scans stay unchanged.
   * @param path a PDF written by `convertFile` that does not change meanwhile
   * @param outPath a new file, which can be assembled like the original; written even when it is still too large
   * @returns size and pages of the new file, and whether it reached the target
   * @throws ConvertError when the work needs more time or memory than a conversion may use; any other error is an error
   * in Sheaf
   */
  shrink(
    path: string,
    outPath: string,
    options: { practiceId: string; targetBytes: number; signal?: AbortSignal },
  ): Promise<{ sizeBytes: number; pages: number; reachedTarget: boolean }>;
  /**
   * Writes a copy of a PDF with what was read on its pages as invisible text, so that words can be found, selected and
   * copied. Only pages of source "ocr" change; what is seen stays the same, and pictures stay byte for byte. Starts
   * when no file waits for conversion.
   * @param path a PDF written by `assemble` or `convertFile` that does not change meanwhile
   * @param outPath a new file; equal to the original when no page has words
   * @param readings of its pages, whose numbers are those of this PDF
   * @returns number of pages with text and of their words, and the size of the copy
   * @throws ConvertError when the work needs more time or memory than a conversion may use; any other error is an error
   * in Sheaf
   */
  addText(
    path: string,
    outPath: string,
    readings: PageReading[],
    options: { practiceId: string; signal?: AbortSignal },
  ): Promise<{ pages: number; words: number; sizeBytes: number }>;
  /**
   * Draws thumbnails of a PDF's first pages, 200 pixels wide, as `1.webp`, `2.webp` and so on in `outDir`. Starts when
   * no file waits for conversion, and has its own limits.
   * @param path a PDF written by `assemble` or `convertFile`
   * @param outDir exists and is empty
   * @returns number of thumbnails, from the first page without a gap; 0 when drawing the PDF exceeds the limits
   * @throws the signal's reason
   */
  thumbnails(path: string, outDir: string, options: { practiceId: string; signal?: AbortSignal }): Promise<number>;
  /**
   * Reads the pages of a PDF, in order. A page that cannot be read has the source "unread", as all pages have that are
   * left at the deadline. Runs in sandboxed processes of its own, at the lowest priority and while no file waits for
   * conversion.
   * @param path a PDF written by `convertFile` that does not change meanwhile
   * @param options.languages Tesseract's names besides "eng", at most one; those that are not installed are ignored
   * @param options.first page to start with, from 1
   * @param options.deadlineMs time for the work, without waits for a free reader or for conversions; 15 s and 3 s a
   * page, at most 120 s, when omitted
   * @throws the signal's reason; any other error is an error in Sheaf
   */
  read(
    path: string,
    options: {
      practiceId: string;
      languages?: string[] | undefined;
      first?: number | undefined;
      deadlineMs?: number | undefined;
      signal?: AbortSignal | undefined;
    },
  ): AsyncIterable<PageReading>;
  /**
   * Draws one page, 1000 pixels wide, as WebP. Goes before pages that wait to be read.
   * @param path a PDF written by `assemble` or `convertFile`
   * @param page from 1
   * @param outPath a new file
   * @throws the signal's reason, or Error when the page cannot be drawn
   */
  drawPage(
    path: string,
    page: number,
    outPath: string,
    options: { practiceId: string; signal?: AbortSignal | undefined },
  ): Promise<void>;
  health(): EngineHealth;
  /** Ends all sandboxed processes and cancels running work. */
  close(): Promise<void>;
}

export interface EngineOptions {
  /** Folder for scratch files, created when missing. Files left by an earlier crash are removed. */
  scratchDir: string;
  /** Maximum number of sandboxed processes at once; the number of cores when omitted. */
  children?: number;
  /** Maximum number of pages read at once, each in a sandboxed process; the number of cores when omitted. */
  readers?: number;
  sandbox?: "auto" | "bubblewrap" | "landlock" | "off";
  /** BCP 47; dates and numbers of documents print as usual in this country. */
  locale?: string;
  timeZone?: string;
}
