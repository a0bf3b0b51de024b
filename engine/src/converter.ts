import type { Refusal, Warning } from "@sheaf/contracts/refusals.ts";

/** A file inside the sandbox's scratch folder. */
export interface ScratchFile {
  /**
   * Absolute path inside the sandbox. Its last part is the user's file name without unsafe characters, so that a
   * file-name field of a document prints the right name.
   */
  path: string;
  /** The user's name for the file, for messages and rules about extensions; never used as a path. */
  name: string;
  sizeBytes: number;
  /** The password that the user entered for this file. */
  password?: string;
}

export interface ConvertContext {
  /** An empty folder for this file inside the sandbox; its content is removed afterwards. */
  workDir: string;
  /** The output file. A converter that makes exact A4 pages itself writes them here directly. */
  outPath: string;
}

/** The result of a converter: one PDF with pages of any size, and warnings for the user. */
export interface Converted {
  /** Absolute path inside the sandbox; for "a4" the context's `outPath`. */
  pdfPath: string;
  warnings: Warning[];
  /**
   * "foreign": written by other software, so it is normalised and inspected before its pages are placed. "own": written
   * by this engine or by LibreOffice from parsed content, and known to be well-formed. "a4": exact A4 pages already
   * (images); they are not placed again.
   */
  origin: "foreign" | "own" | "a4";
}

/** Converts one type of file. To add a format, add a folder and one line in `convert.ts`. */
export interface Converter {
  /** @throws ConvertError when the file is at fault, so that a retry cannot help */
  toPdf(input: ScratchFile, context: ConvertContext): Promise<Converted>;
}

/**
 * The file is at fault. Any other error is an error in Sheaf.
 * @param detail follows the file's name in the message and says what is wrong and what to do; the default text of the
 * reason when omitted
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
