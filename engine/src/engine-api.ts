import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { Refusal, Warning } from "@sheaf/contracts/refusals.ts";
import type { Item, UnpackedItem } from "./unpack/item.ts";

/** What became of one file. `ms` is the work itself, without the wait for a free sandbox. */
export type FileResult =
  | { outcome: "converted"; pages: number; warnings: Warning[]; ms: number }
  /** It holds other files: `unpack` takes them out. Only where the engine was opened with `containers`. */
  | { outcome: "container"; items: Item[]; ms: number }
  /** The file is at fault. `text` is a whole sentence that begins with the file's name. */
  | { outcome: "rejected"; reason: Refusal; text: string; ms: number }
  /** Our own fault, after one retry in a fresh sandbox. `text` is for the log, not for the user. */
  | { outcome: "failed"; text: string; ms: number };

export interface EngineHealth {
  /** "bubblewrap", "landlock", or "off"; "none" when no sandbox can be made and nothing is converted. */
  sandbox: "bubblewrap" | "landlock" | "off" | "none";
  office: "kit" | "soffice" | "none";
  officeVersion: string | null;
  /**
   * One plain sentence for each thing that is missing or slower than it should be; installed/notes.ts tells what it is
   * about.
   */
  notes: string[];
}

/** A page as it lies in a document that is put together. */
export interface ArrangedPage {
  /** Index of its source. */
  source: number;
  /** Of the source, from 1. */
  page: number;
  turn: Turn;
}

/**
 * Files in, A4 PDFs out. Knows no user, no database, no HTTP; a practice is only a name for "whose files never meet
 * others'".
 */
export interface Engine {
  /**
   * One original → its A4 pages.
   * @param input `path` is only read, and nobody changes it meanwhile; `name` is what the user calls it
   * @param outPath a new file, written only when the outcome is "converted"; its folder exists
   */
  convertFile(
    input: { path: string; name: string; password?: string },
    outPath: string,
    options: { practiceId: string; signal?: AbortSignal },
  ): Promise<FileResult>;
  /**
   * The items of a container one after the other, in its order. A body can be read until the next item is asked for.
   * @param folder exists and is empty
   * @param options.most how many items there may be, and what they may come to in bytes
   * @throws ConvertError: the container is at fault, as a whole; any other error is ours
   */
  unpack(
    input: { path: string; name: string },
    folder: string,
    options: { practiceId: string; most: { items: number; bytes: number }; signal?: AbortSignal },
  ): AsyncIterable<UnpackedItem>;
  /**
   * A4 pages of several files, in the order given → one PDF with a bookmark for each file, on its first page there.
   * @param sources PDFs that `convertFile` wrote and nobody changes meanwhile; `title` is the bookmark
   * @param options.pages of the PDF, in order, from whichever source; one may be there twice. All of every source when
   * left out
   * @param options.isLast nothing more is asked of the engine soon, and the sources are thrown away afterwards: saves
   * copying them and the result, and costs the next one a start
   * @returns pages of the whole
   * @throws ConvertError "too-large" above the page limit; any other error is ours
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
   * The same PDF with its pictures reduced to 200 dots per inch and JPEG, where it is larger than wanted. Text, lines
   * and scans in black and white stay as they are.
   * @param path a PDF that `convertFile` wrote and nobody changes meanwhile
   * @param outPath a new file, which can be assembled as the first can; written also when it is still too large
   * @returns size and pages of what was written, and whether it is small enough
   * @throws ConvertError when the work needs more time or memory than a conversion may; any other error is ours
   */
  shrink(
    path: string,
    outPath: string,
    options: { practiceId: string; targetBytes: number; signal?: AbortSignal },
  ): Promise<{ sizeBytes: number; pages: number; reachedTarget: boolean }>;
  /**
   * Small pictures of a PDF's first pages, 200 pixels wide: `1.webp`, `2.webp` … in `outDir`. Waits for moments when no
   * file waits, and works under limits of its own.
   * @param path a PDF that `assemble` or `convertFile` wrote
   * @param outDir exists and is empty
   * @returns how many there are, from the first page without a gap; 0 when the PDF is too heavy to draw
   * @throws the signal's reason
   */
  thumbnails(path: string, outDir: string, options: { practiceId: string; signal?: AbortSignal }): Promise<number>;
  health(): EngineHealth;
  /** Ends every sandbox; running work is abandoned. */
  close(): Promise<void>;
}

export interface EngineOptions {
  /** Folder for scratch files, created when missing; emptied of what an earlier crash left. */
  scratchDir: string;
  /** Sandboxed children at once; the number of cores when left out. */
  children?: number;
  sandbox?: "auto" | "bubblewrap" | "landlock" | "off";
  /** Says of a container what it holds; it is refused as unsupported when left out. */
  containers?: boolean;
  /** BCP 47; documents print as in this country. */
  locale?: string;
  timeZone?: string;
}
