import type { Refusal, Warning } from "@sheaf/contracts/refusals.ts";

/** A file inside the sandbox's scratch folder. */
export interface ScratchFile {
  /**
   * Absolute path inside the sandbox. Its last part is the user's cleaned file name, so that a file-name field prints
   * right.
   */
  path: string;
  /** The name as the user typed it, for messages and extension rules; never used as a path. */
  name: string;
  sizeBytes: number;
  /** Given by the user for this file alone. */
  password?: string;
}

export interface ConvertContext {
  /** An empty folder of this file's own, inside the sandbox; whatever is left in it is removed afterwards. */
  workDir: string;
  /** Where pages that are exact A4 already are written at once; nobody else's pages. */
  outPath: string;
}

/** What every converter gives back: one PDF with pages of any size, and what the reader should know. */
export interface Converted {
  /** Absolute path inside the sandbox; for "a4" the context's `outPath`. */
  pdfPath: string;
  warnings: Warning[];
  /**
   * "foreign": made by somebody else's software, so it is normalised and inspected before its pages are placed.
   * "own": written by this engine or its office child from parsed content, and known to be well-formed.
   * "a4": already exact A4 pages of ours (images); nothing is placed again.
   */
  origin: "foreign" | "own" | "a4";
}

/** One kind of file. A new format is a folder and one line in `convert.ts`. */
export interface Converter {
  /** @throws ConvertError: the file is at fault, retrying cannot help */
  toPdf(input: ScratchFile, context: ConvertContext): Promise<Converted>;
}

/**
 * The file is at fault. Anything else that is thrown is our own failure.
 * @param detail the words after the file's name that say what is wrong and what to do; the reason's own when left out
 */
export class ConvertError extends Error {
  readonly reason: Refusal;
  readonly detail: string | undefined;
  constructor(reason: Refusal, detail?: string, options?: { cause: unknown }) {
    super(detail ?? reason, options);
    this.reason = reason;
    this.detail = detail;
  }
}
